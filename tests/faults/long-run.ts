/** `npm run faults -- --minutes N --seed S`: evenings with faults at random, one after the other. */
import { parseArgs } from 'node:util';
import { randomOf, type Random } from '#workshop/simulation/world/random.ts';
import { findPostgres } from '#workshop/test/postgres.mjs';
import { evening, type Faults } from './evening.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now()) },
  },
});
const endsAt = Date.now() + Number(values.minutes) * 60_000;
/** Of one evening, ms. */
const length = { shortest: 20_000, longest: 60_000 } as const;

// The phones say on the console what they cannot reach.
console.warn = () => undefined;
console.error = () => undefined;

const random = randomOf(values.seed);
console.log(`seed ${values.seed}${findPostgres() ? '' : '; PostgreSQL was not found, SQLite alone'}`);
let failed = 0;
for (let n = 1; n === 1 || Date.now() < endsAt; n += 1) failed += (await holds(n)) ? 0 : 1;
console.log(failed === 0 ? 'every promise was kept' : `${failed} evenings went wrong`);
process.exit(failed === 0 ? 0 : 1);

async function holds(n: number): Promise<boolean> {
  const own = random.fork(`evening ${n}`);
  const onPostgres = n % 2 === 0 && findPostgres() !== undefined;
  const servers = onPostgres ? own.between(1, 3) : 1;
  const told: string[] = [];
  try {
    const { wrongs, ledger } = await evening({
      servers,
      onPostgres,
      tables: own.between(1, 6),
      diners: own.between(2, 6),
      meanPauseMs: own.between(100, 800),
      patienceMs: 90_000,
      random: own.fork('phones'),
      script: async (faults) => await breakAtRandom(faults, own.fork('faults'), told),
    });
    const { accepted, rejected, placed, unanswered } = ledger;
    console.log(
      `${n}: ${onPostgres ? 'PostgreSQL' : 'SQLite'}, ${servers} servers: ${accepted.size} accepted, ` +
        `${rejected.size} rejected, ${placed.size} orders, ${unanswered} requests without an answer; ${told.join(', ')}`,
    );
    for (const wrong of wrongs) console.log(`  WRONG: ${wrong}`);
    return wrongs.length === 0;
  } catch (error) {
    console.log(`${n}: WRONG: ${String(error)}; ${told.join(', ')}`);
    return false;
  }
}

async function breakAtRandom(faults: Faults, random: Random, told: string[]): Promise<void> {
  const possible: readonly (readonly [name: string, work: () => Promise<void>])[] = [
    ['server killed', () => faults.killServer(random.int(faults.servers))],
    ['hub killed', () => faults.killHub()],
    ['hub cut', () => faults.cutHub()],
    ['hub frozen', () => faults.freezeHub(random.between(500, 5_000))],
    ...(faults.onPostgres
      ? ([['PostgreSQL crashed', () => faults.crashPostgres(random.between(100, 3_000))]] as const)
      : []),
    ...(faults.canFillDisk
      ? ([['disk full', () => faults.fillDisk(random.between(2_000, 6_000))]] as const)
      : []),
  ];
  const end = Date.now() + random.between(length.shortest, length.longest);
  while (Date.now() < end) {
    await faults.pass(random.between(200, 5_000));
    const [name, work] = random.pick(possible);
    told.push(name);
    await work();
  }
}
