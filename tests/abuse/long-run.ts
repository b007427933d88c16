/**
 * `npm run abuse` runs each attack for ten seconds and prints how long the honest diners waited.
 * `npm run abuse -- 'fills|orders'` runs the attacks whose names match. The exit status is 1 if a tap was lost.
 */
import { renderTable } from '#dev/bench/table.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { attacks } from './attacks.ts';
import type { AttackOrder } from './attacker.ts';
import { startDinerProcess } from './diner.ts';
import { openEvening, type Scene } from './evening.ts';
import { measureBusiest, honestMargin } from './honest-rates.ts';

const attackMs = 10_000;

const listWaitColumns = (who: string): string[] => [`${who}: quiet p99, ms`, 'p99, ms', 'ratio'];

const serverOf = ['server: quiet, s of CPU', 's of CPU'];

// The phones warn on the console when a request fails.
console.warn = () => undefined;

/** Starts the attacker's process and returns a function that runs the attack. */
async function startAttacker(name: string) {
  const child = fork(new URL('./attacker.ts', import.meta.url));
  await once(child, 'message');
  // A real attacker has its own processor, so here it must not slow down the server.
  setPriority(child.pid!, constants.priority.PRIORITY_LOW);
  return async ({ address, eve, dishes, stolen }: Scene) => {
    child.send({ name, address, eve, dishes, stolen, ms: attackMs } satisfies AttackOrder);
    await once(child, 'exit');
  };
}

const evening = await openEvening(startDinerProcess);
const rows: string[][] = [];
const [wanted = ''] = process.argv.slice(2);
let lost = 0;
try {
  await evening.feel([], 2_000);
  for (const name of Object.keys(attacks).filter((each) => new RegExp(wanted).test(each))) {
    console.log(name);
    const attack = await startAttacker(name);
    const quiet = await evening.feel([], attackMs);
    const felt = await evening.feel([attack], attackMs);
    lost += felt.lost + quiet.lost;
    const waits = (['others', 'beside'] as const).flatMap((who) => {
      const [before, now] = [quiet.p99Ms[who], felt.p99Ms[who]];
      return [before.toFixed(0), now.toFixed(0), (now / before).toFixed(1)];
    });
    const seconds = [quiet, felt].map(({ cpuSeconds }) => cpuSeconds.toFixed(1));
    rows.push([name, String(felt.taps), String(felt.lost), ...waits, ...seconds]);
  }
} finally {
  await evening.close();
}
console.log(
  renderTable({
    title: 'One hostile guest, five honest diners behind the same address',
    head: [
      'a guest who',
      'taps',
      'lost',
      ...listWaitColumns('others'),
      ...listWaitColumns('beside'),
      ...serverOf,
    ],
    rows,
    notes: [],
  }),
);
const busiest = Object.entries(await measureBusiest(200)).map(([what, most]) => `${what} ${most}`);
console.log(
  `honest, at the busiest of 200 simulated tables: ${busiest.join(', ')}; ${honestMargin} times that is below every budget`,
);
console.log(lost === 0 ? 'no tap was lost' : `${lost} taps were lost`);
process.exitCode = lost === 0 ? 0 : 1;
