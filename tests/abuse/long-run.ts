/** `npm run abuse`: each attack for ten seconds, and what it did to the diners beside it. Exit status 1: a tap was lost. */
import { asText } from '#workshop/bench/table.ts';
import { attacks } from './attacks.ts';
import { openEvening } from './evening.ts';

const attackMs = 10_000;

// The phones say on the console what they cannot reach.
console.warn = () => undefined;

const evening = await openEvening();
const rows: string[][] = [];
let lost = 0;
try {
  await evening.feel(undefined, 2_000);
  for (const [name, attack] of Object.entries(attacks)) {
    console.log(name);
    const quiet = await evening.feel(undefined, attackMs / 2);
    const felt = await evening.feel(attack, attackMs);
    lost += felt.lost + quiet.lost;
    const ratio = felt.p99Ms / quiet.p99Ms;
    rows.push([
      name,
      String(felt.taps),
      String(felt.lost),
      quiet.p99Ms.toFixed(0),
      felt.p99Ms.toFixed(0),
      ratio.toFixed(1),
    ]);
  }
} finally {
  await evening.close();
}
console.log(
  asText({
    title: 'One hostile guest, five honest diners behind the same address',
    head: ['a guest who', 'taps', 'lost', 'quiet p99, ms', 'p99, ms', 'ratio'],
    rows,
    notes: [],
  }),
);
console.log(lost === 0 ? 'no tap was lost' : `${lost} taps were lost`);
process.exitCode = lost === 0 ? 0 : 1;
