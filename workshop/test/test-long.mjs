// `npm run test:long`: what is too slow for every change, in parts. `npm run test:long -- NAME …` runs those alone.
// Ends with the plain line "N passed, N failed"; exit status 1 on any failure.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const bin = (name) => join('node_modules', '.bin', name);
const vitest = (...options) => [bin('vitest'), 'run', '--project', '!hub process', ...options];

/** Those that listen to PROPERTY_RUNS. */
const propertyTests = [
  'tests/properties',
  'tests/oracle',
  'tests/sync/hostile.test.ts',
  'tests/workshop/simulation/recording.test.ts',
];
/** Runs of a property, twenty times those of `npm test`. */
const propertyRuns = 20_000;
const tables = 10_000;
/** The day as digits, 20260131, and as many tables: no day has a table of another one. */
const firstTable = Number(new Date().toISOString().slice(0, 10).replaceAll('-', '')) * tables;

/** A part's command and what its environment has beside this one's. */
const parts = {
  mutants: { command: [bin('tsx'), 'workshop/mutants/run.ts'] },
  simulation: {
    command: vitest('tests/workshop/simulation/simulation.test.ts'),
    env: {
      SIM_SEEDS: process.env.SIM_SEEDS ?? String(tables),
      SIM_FROM: process.env.SIM_FROM ?? String(firstTable),
    },
  },
  properties: {
    // One property runs for minutes.
    command: vitest('--testTimeout', '3600000', ...propertyTests),
    env: { PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? String(propertyRuns) },
  },
  postgres: {
    command: [process.execPath, 'workshop/test/test.mjs', 'postgres'],
    env: { ALL_ON_POSTGRES: '1', REQUIRE_POSTGRES: '1' },
  },
  looks: {
    command: [process.execPath, 'workshop/test/test.mjs', 'journeys'],
    env: { ALL_LOOKS: '1', LAST_TAPS: '10' },
  },
  foreign: {
    command: [
      process.execPath,
      'workshop/test/test.mjs',
      'e2e/foreign-server.spec.ts',
      'tests/tools/conformance/foreign-server.test.ts',
    ],
    env: { ALL_LOOKS: '1', EVERY_VALUE: '1' },
  },
  webkit: { command: ['npm', 'run', '-s', 'webkit'] },
  firefox: { command: ['npm', 'run', '-s', 'firefox'] },
  upgrade: { command: [bin('playwright'), 'test', '--config', 'e2e/upgrade/playwright.config.ts'] },
  abuse: { command: [bin('tsx'), 'tests/abuse/long-run.ts'] },
  faults: { command: [bin('tsx'), 'tests/faults/long-run.ts'] },
  supply: { command: [bin('tsx'), 'workshop/supply/run.ts'] },
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`there is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}

const results = [];
for (const name of chosen) results.push(await run(name, parts[name]));

const failed = results.filter(({ isPassed }) => !isPassed);
const width = Math.max(...results.map(({ name }) => name.length));
console.log();
for (const { name, isPassed, seconds, settings } of results)
  console.log(
    `${name.padEnd(width)}  ${time(seconds).padStart(7)}  ${isPassed ? 'passed' : `FAILED ${settings}`}`,
  );
console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;

function run(name, { command: [program, ...options], env = {} }) {
  const start = Date.now();
  const settings = Object.entries(env).map(([key, value]) => `${key}=${value}`).join(' '); // prettier-ignore
  console.log(`\n— ${[name, settings].filter(Boolean).join(', ')}`);
  return new Promise((resolve) => {
    const done = (isPassed) => resolve({ name, isPassed, settings, seconds: (Date.now() - start) / 1000 });
    const child = spawn(program, options, { stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', (error) => {
      console.error(`${name}: ${error.message}`);
      done(false);
    });
    child.on('exit', (status) => done(status === 0));
  });
}

function time(seconds) {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
