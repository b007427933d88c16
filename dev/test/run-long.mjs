/**
 * `npm run test:long` runs the tests that are too slow for every change. With `-- NAME …` it runs only these parts.
 * The last line is "N passed, N failed"; the exit status is 1 if anything failed.
 */
import { spawnSync } from 'node:child_process';
import { delimiter, resolve } from 'node:path';

const tables = 10_000;
/** The date as a number (20260131) times the tables of a day, so that no two days simulate the same table. */
const firstTable = Number(new Date().toISOString().slice(0, 10).replaceAll('-', '')) * tables;

const unit = '--project unit --project unit-isolated --tags-filter long';
const simulation = 'tests/dev/simulation/simulation.test.ts';
const conformance = 'tests/tools/conformance/foreign-server.test.ts';

/** The command of each part, and the defaults of its variables. */
const parts = {
  mutants: ['npm run -s mutants'],
  properties: [
    `vitest run ${unit} --exclude ${simulation} --exclude ${conformance}`,
    { PROPERTY_RUNS: '20000' },
  ],
  simulation: [
    `vitest run ${unit} ${simulation}`,
    { SIM_SEEDS: String(tables), SIM_FROM: String(firstTable) },
  ],
  foreign: [
    `vitest run ${unit} ${conformance} && npm test -- e2e/foreign-server.spec.ts`,
    { ALL_LOOKS: '1', EVERY_VALUE: '1' },
  ],
  rare: ['npm test -- tests/tools/third-language.test.ts'],
  postgres: ['npm test -- postgres', { ALL_ON_POSTGRES: '1', REQUIRE_POSTGRES: '1' }],
  looks: ['npm test -- journeys', { ALL_LOOKS: '1', LAST_TAPS: '10' }],
  webkit: ['npm run -s webkit'],
  firefox: ['npm run -s firefox'],
  upgrade: ['playwright test --config e2e/upgrade/playwright.config.ts'],
  abuse: ['npm run -s abuse'],
  faults: ['npm run -s faults'],
  supply: ['npm audit --omit=dev --audit-level=high'],
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`there is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter);
const failed = names.filter((name) => {
  const [command, variables = {}] = parts[name];
  console.log(`\n— ${name}: ${command} ${JSON.stringify(variables)}`);
  const env = { ...variables, ...process.env, PATH };
  return spawnSync(command, { shell: true, stdio: 'inherit', env }).status !== 0;
});
if (failed.length > 0) console.log(`\nFAILED: ${failed.join(', ')}`);
console.log(`\n${names.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
