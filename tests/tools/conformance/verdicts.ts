/**
 * Plays the conformance command's evening at the foreign server once for each value of each switch:
 * `npx tsx tests/tools/conformance/verdicts.ts [NAME=VALUE …]` prints `NAME=VALUE: works` or `NAME=VALUE: fails: …`.
 */
import { argv } from 'node:process';
import { switchNames, switchTable } from '#testing/foreign-server/switches.ts';
import { playAtForeignServer } from './evening.ts';

/** Every value of every switch that has a list of values, the defaults too. */
function everyValue(): string[] {
  return switchNames.flatMap((name) => {
    const entry: { kind: string; values?: readonly string[] } = switchTable[name];
    return (entry.values ?? []).map((value) => `${name}=${value}`);
  });
}

const chosen = argv.slice(2);
for (const assignment of chosen.length > 0 ? chosen : everyValue()) {
  const { isGood, failures } = await playAtForeignServer(assignment.split('+'));
  console.log(`${assignment}: ${isGood ? 'works' : `fails: ${failures.join('; ')}`}`);
}
