/**
 * `npm test` runs the checks, the vitest projects and the Playwright tests. `npm test -- NAME …` runs the parts with these
 * names. Any other name selects the test files with NAME in their path, including slow ones.
 * The last line is "N passed, N failed"; the exit status is 1 if anything failed. CONTRIBUTING.md says more.
 */
import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { findPostgres, startPostgres } from '../../testing/services/postgres.mjs';
import { findRedis } from '../../testing/services/redis.mjs';
import { bundlePrograms, prepareDatabase, prepareFile } from './prepare.mjs';

/** The commands of each check. The types use one thread, because the tests use the other core. */
const checks = {
  types: ['tsc --noEmit --singleThreaded'],
  lint: ['oxlint --type-aware'],
  format: ['oxfmt --check .'],
  lock: ['npm run -s lock'],
  build: ['vite build --logLevel warn', 'npm run -s size', 'npm run -s sbom'],
};
const projects = { unit: 'unit*', server: 'server', postgres: 'postgres' };
const parts = [...Object.keys(checks), ...Object.keys(projects), 'journeys'];
/** The most end-to-end tests that may pass only at the second try. More of them point to a real fault. */
const mostFlaky = 2;

const names = process.argv.slice(2);
const named = names.filter((name) => parts.includes(name));
const filters = names.filter((name) => !parts.includes(name));
const hasFiles = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .some((name) => filters.some((filter) => `${folder}/${name}`.includes(filter)));
const chosen = new Set(names.length > 0 ? named : parts);
if (named.every((name) => name in checks)) {
  if (hasFiles('tests')) for (const name of Object.keys(projects)) chosen.add(name);
  if (hasFiles('e2e')) chosen.add('journeys');
}
// The end-to-end tests use the build in `dist`.
if (chosen.has('journeys')) chosen.add('build');
if (chosen.size === 0) {
  console.error(`${filters.join(', ')}: no part (${parts.join(', ')}), and in the path of no test file`);
  process.exit(1);
}

const chromium = 'node_modules/.chromium-path';
const folder = mkdtempSync(join(tmpdir(), 'test-results-'));
const env = {
  ...(existsSync(chromium) && { CHROMIUM_PATH: readFileSync(chromium, 'utf8').trim() }),
  ...process.env,
  PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter),
  ...(filters.length > 0 && { ALL_ON_POSTGRES: '1', LONG_JOURNEYS: '1' }),
};
let passed = 0;
let failed = 0;
const closers = [() => rmSync(folder, { recursive: true, force: true })];
try {
  if ([...chosen].some((name) => !(name in checks))) {
    env.PROGRAM_BUNDLES = await bundlePrograms();
    closers.push(() => rmSync(env.PROGRAM_BUNDLES, { recursive: true, force: true }));
    env.PREPARED_DATA = await prepareFile(env.PROGRAM_BUNDLES);
  }
  if (chosen.has('postgres')) await preparePostgres();
  if ((chosen.has('unit') || chosen.has('postgres')) && !findRedis()) reportMissingRedis();
  const ofVitest = Object.keys(projects).filter((name) => chosen.has(name));
  const options = ofVitest.flatMap((name) => ['--project', projects[name]]);
  await Promise.all([runChecks(), ofVitest.length > 0 && runTests('vitest', 'run', ...options)]);
  if (chosen.has('journeys')) await runTests('playwright', 'test', '--project=chromium');
} finally {
  for (const close of closers.toReversed()) await close();
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Runs the checks. Each prints at its end, so that its lines do not mix with those of the tests. */
async function runChecks() {
  for (const command of Object.keys(checks).flatMap((name) => (chosen.has(name) ? checks[name] : []))) {
    const start = Date.now();
    const error = await new Promise((done) => {
      exec(command, { env, maxBuffer: Infinity }, (problem, stdout, stderr) => {
        process.stdout.write(`\n${stdout}${stderr}`);
        done(problem);
      });
    });
    console.log(`${error ? 'FAILED' : 'ok'}: ${command} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    if (error) failed += 1;
    else passed += 1;
  }
}

/** Starts PostgreSQL. Without PostgreSQL the run leaves out its tests, which counts as a failure with REQUIRE_POSTGRES. */
async function preparePostgres() {
  try {
    const programs = env.TEST_DATABASE_URL ? undefined : findPostgres();
    if (!env.TEST_DATABASE_URL && !programs) throw new Error('install PostgreSQL, or set TEST_DATABASE_URL');
    if (programs) {
      const { url, stop } = await startPostgres(programs);
      closers.push(stop);
      env.TEST_DATABASE_URL = url;
    }
    const later = (close) => closers.push(close);
    env.TEST_DATABASE_TEMPLATE = await prepareDatabase(env.PROGRAM_BUNDLES, env.TEST_DATABASE_URL, later);
  } catch (error) {
    console.error(`\nLEFT OUT: the server tests on PostgreSQL. ${error.message}`);
    chosen.delete('postgres');
    if (process.env.REQUIRE_POSTGRES) failed += 1;
  }
}

/** The vitest configuration leaves out the tests of several servers. It counts as a failure with REQUIRE_REDIS. */
function reportMissingRedis() {
  console.error('\nLEFT OUT: the tests of several servers. Install redis-server or valkey-server');
  if (process.env.REQUIRE_REDIS) failed += 1;
}

/** Runs a test runner and counts the tests in its report. Skipped tests count as failed, and so does a run without tests. */
async function runTests(program, ...args) {
  const report = join(folder, `${program}.json`);
  if (program === 'vitest') args.push('--reporter=default', '--reporter=json', `--outputFile.json=${report}`);
  const options = { stdio: 'inherit', env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } };
  const [status] = await once(spawn(program, [...args, ...filters], options), 'close');
  const {
    stats,
    numTotalTests = 0,
    numPassedTests = 0,
  } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const luck = stats?.flaky > mostFlaky ? 0 : (stats?.flaky ?? 0);
  const good = stats ? stats.expected + luck : numPassedTests;
  const bad = stats ? stats.unexpected + stats.skipped + stats.flaky - luck : numTotalTests - numPassedTests;
  passed += good;
  failed += bad > 0 || (status === 0 && good > 0) ? bad : 1;
}
