/**
 * `npm test`: the checks, the vitest projects and the Playwright tests. `npm test -- NAME …` runs the parts with these
 * names. A name that is no part chooses the test files with NAME in their path, also those that are slow.
 * The last line is "N passed, N failed"; the exit status is 1 if anything failed. docs/testing.md says more.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { hashOfSources } from '../../tools/build/sources.mjs';
import { findPostgres, startPostgres } from './postgres.mjs';
import { bundlePrograms, prepareDatabase, prepareFile } from './prepare.mjs';

/** The commands of each check. One thread for the types: the other core is in use. */
const checks = {
  types: ['tsc --noEmit --singleThreaded'],
  lint: ['oxlint --type-aware'],
  format: ['oxfmt --check .'],
  lock: ['npm run -s lock'],
  build: ['vite build --logLevel warn', 'npm run -s size', 'npm run -s sbom'],
};
const projects = { unit: 'unit*', server: 'server', postgres: 'postgres' };
const parts = [...Object.keys(checks), ...Object.keys(projects), 'journeys'];
/** A journey that passes only at the second try is bad luck. More of them are a fault that hides. */
const mostFlaky = 2;

const names = process.argv.slice(2);
const named = names.filter((name) => parts.includes(name));
const filters = names.filter((name) => !parts.includes(name));
const hasFiles = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .some((path) => filters.some((filter) => path.includes(filter)));
const ofFilters = () => [
  ...(hasFiles('tests') ? Object.keys(projects) : []),
  ...(hasFiles('e2e') ? ['journeys'] : []),
];
const chosen = new Set(named.length > 0 ? named : filters.length > 0 ? ofFilters() : parts);
// Journeys use what was built last.
if (chosen.has('journeys')) chosen.add('build');
if (chosen.size === 0) {
  console.error(`${filters.join(', ')}: no part (${parts.join(', ')}), and in the path of no test file`);
  process.exit(1);
}

const chromium = 'node_modules/.chromium-path';
const folder = mkdtempSync(join(tmpdir(), 'test-results-'));
const env = {
  CHROMIUM_PATH: existsSync(chromium) ? readFileSync(chromium, 'utf8').trim() : undefined,
  ...process.env,
  PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter),
  ...(filters.length > 0 && { ALL_ON_POSTGRES: '1', LONG_JOURNEYS: '1' }),
};
let passed = 0;
let failed = 0;
const isAlone = chosen.size === 1;
const closers = [() => rmSync(folder, { recursive: true, force: true })];
try {
  if ([...chosen].some((name) => !(name in checks))) {
    env.PROGRAM_BUNDLES = await bundlePrograms();
    closers.push(() => rmSync(env.PROGRAM_BUNDLES, { recursive: true, force: true }));
    env.PREPARED_DATA = await prepareFile(env.PROGRAM_BUNDLES);
  }
  if (chosen.has('postgres')) await preparePostgres();
  await Promise.all([runChecks(), runVitest()]);
  if (chosen.has('journeys')) await runTests('journeys', 'playwright', ['test', ...filters]);
} finally {
  for (const close of closers.toReversed()) await close();
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function runChecks() {
  for (const name of Object.keys(checks).filter((each) => chosen.has(each))) {
    // `npm start` finds nothing to build if this mark fits the sources.
    const mark = join('dist', '.build-hash');
    const hash = hashOfSources();
    if (name === 'build') rmSync(mark, { force: true });
    for (const command of checks[name]) {
      const isPassed = (await run(name, ...command.split(' '))) === 0;
      if (isPassed) passed += 1;
      else failed += 1;
      if (isPassed && command.startsWith('vite')) writeFileSync(mark, hash);
    }
  }
}

async function runVitest() {
  const named = Object.keys(projects).filter((name) => chosen.has(name));
  const options = named.flatMap((name) => ['--project', projects[name]]);
  if (named.length > 0) await runTests(named.join(', '), 'vitest', ['run', ...options, ...filters]);
}

/** With REQUIRE_POSTGRES it is a failure to have none. */
async function preparePostgres() {
  try {
    if (!env.TEST_DATABASE_URL) {
      const programs = findPostgres();
      if (!programs) throw new Error('PostgreSQL was not found: install it, or set TEST_DATABASE_URL');
      const { url, stop } = await startPostgres(programs);
      closers.push(stop);
      env.TEST_DATABASE_URL = url;
    }
    const template = await prepareDatabase(env.PROGRAM_BUNDLES, env.TEST_DATABASE_URL);
    closers.push(template.drop);
    env.TEST_DATABASE_TEMPLATE = template.name;
  } catch (error) {
    console.error(`\nLEFT OUT: the server tests on PostgreSQL. ${error.message}.`);
    chosen.delete('postgres');
    if (process.env.REQUIRE_POSTGRES) failed += 1;
  }
}

/** Counts what the runner's JSON report has. A test that did not run has failed. */
async function runTests(name, program, args) {
  const report = join(folder, `${program}.json`);
  const reporters =
    program === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
  const status = await run(name, program, ...args, ...reporters);
  const result = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { numTotalTests: 0 };
  const { expected = 0, unexpected = 0, skipped = 0, flaky = 0 } = result.stats ?? {};
  const luck = flaky > mostFlaky ? 0 : flaky;
  const counted = result.stats
    ? { passed: expected + luck, failed: unexpected + skipped + flaky - luck }
    : { passed: result.numPassedTests ?? 0, failed: result.numTotalTests - (result.numPassedTests ?? 0) };
  passed += counted.passed;
  failed += counted.failed;
  if (counted.failed === 0 && (status !== 0 || counted.passed === 0)) {
    console.error(`${name}: ${counted.passed} tests passed, exit status ${status}`);
    failed += 1;
  }
}

/** A program that runs next to others prints at its end, so that their lines do not mix. */
function run(name, program, ...args) {
  const start = Date.now();
  const isShown = isAlone || name === 'journeys';
  console.log(`\n— ${name}: ${[program, ...args].join(' ').slice(0, 100)}`);
  return new Promise((done) => {
    const stdio = isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(program, args, { stdio, env, shell: process.platform === 'win32' });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => printed.push(text));
    child.on('error', (error) => printed.push(Buffer.from(error.message)));
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(printed));
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`);
      done(status ?? 1);
    });
  });
}
