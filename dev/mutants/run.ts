/**
 * `npm run mutants:by-hand`: puts one small fault at a time into a copy of the project and shows which test notices it.
 * `npm run mutants:by-hand -- NAME` takes the faults of one area, or those whose rule, sentence or file has NAME in it.
 * Exit status 1 when one goes unnoticed, or no longer applies to the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from './all.ts';
import { dropCopy, makeCopy } from './copies.ts';
import { occurrences, withFault, type Mutant } from './mutant.ts';
import { runTests } from './run-tests.ts';

/** Side by side, each with a copy of its own: much of a server test is waiting. */
const workers = 2;

const wanted = process.argv[2];
const chosen = Object.entries(areas)
  .map(([area, mutants]) => [area, mutants.filter((mutant) => isWanted(area, mutant))] as const)
  .filter(([, mutants]) => mutants.length > 0);
const mutants = chosen.flatMap(([, ofArea]) => ofArea);

const folders: string[] = [];
process.once('exit', () => folders.forEach(dropCopy));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
for (let n = 0; n < Math.min(workers, mutants.length); n += 1) folders.push(makeCopy());

if (mutants.length === 0) {
  console.error(`no fault is called ${wanted}; the areas are ${Object.keys(areas).join(', ')}`);
  process.exitCode = 1;
} else if (await allHold()) process.exitCode = (await allNoticed()) ? 0 : 1;
else process.exitCode = 1;

/** What fails already would seem to notice everything. */
async function allHold(): Promise<boolean> {
  const failed = await sideBySide(chosen, async ([area, ofArea], folder) => {
    const verdict = await runTests(folder, [...new Set(ofArea.flatMap(({ tests }) => tests))]);
    if (verdict.kind === 'passed') return false;
    const why = verdict.kind === 'failed' ? verdict.test : verdict.reason;
    console.log(`${area}: its tests fail before anything is broken: ${why}`);
    return true;
  });
  return failed === 0;
}

async function allNoticed(): Promise<boolean> {
  const unnoticed = await sideBySide(mutants, async (mutant, folder) => {
    const start = Date.now();
    const [outcome, why] = await tried(mutant, folder);
    const seconds = ((Date.now() - start) / 1000).toFixed(1).padStart(6);
    console.log(`${outcome.padEnd(10)}${seconds} s  ${mutant.rule}: ${mutant.fault} (${why})`);
    return outcome !== 'caught';
  });
  console.log(`\n${mutants.length} faults, ${unnoticed} unnoticed`);
  return unnoticed === 0;
}

type Outcome = readonly ['caught' | 'UNNOTICED' | 'UNPROVED' | 'MISPLACED', why: string];

async function tried(mutant: Mutant, folder: string): Promise<Outcome> {
  const path = join(folder, mutant.file);
  const text = readFileSync(path, 'utf8');
  const times = occurrences(mutant, text);
  if (times !== 1) return ['MISPLACED', `${mutant.file} has its code ${times} times`];
  writeFileSync(path, withFault(mutant, text));
  try {
    const verdict = await runTests(folder, mutant.tests);
    switch (verdict.kind) {
      case 'passed':
        return ['UNNOTICED', mutant.file];
      case 'failed':
        return ['caught', `“${verdict.test}”`];
      case 'brokenDown':
        return ['UNPROVED', verdict.reason];
      default:
        return verdict satisfies never;
    }
  } finally {
    writeFileSync(path, text);
  }
}

/** Each worker takes the next job; answers how many jobs answered true. */
async function sideBySide<Job>(
  jobs: readonly Job[],
  work: (job: Job, folder: string) => Promise<boolean>,
): Promise<number> {
  const waiting = [...jobs];
  let count = 0;
  await Promise.all(
    folders.map(async (folder) => {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift())
        if (await work(job, folder)) count += 1;
    }),
  );
  return count;
}

function isWanted(area: string, { rule, fault, file }: Mutant): boolean {
  return wanted === undefined || area === wanted || `${rule}: ${fault} (${file})`.includes(wanted);
}
