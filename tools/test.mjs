// `npm test`: type check, lint, unit and property tests (those of the server on SQLite and on PostgreSQL), then the journeys in a real browser.
// Ends with the plain line "N passed, N failed"; exit status 1 on any failure.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, startPostgres } from './postgres.mjs';

const bin = (name) => join('node_modules', '.bin', name);
const folder = mkdtempSync(join(tmpdir(), 'test-results-'));
const report = (name) => join(folder, `${name}.json`);

const chromium = process.env.CHROMIUM_PATH ?? readIfThere('node_modules/.chromium-path');
const env = { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) };

/** What is the same whatever keeps the data: how the program starts, and what never gets as far as the database. */
const sameOnBoth = ['adversarial', 'behaviour', 'http', 'pages', 'start'];
/** What PostgreSQL has tools of its own for. */
const ofSqlite = ['backup'];

let passed = 0;
let failed = 0;

await check('type check', bin('tsc'), ['--noEmit']);
await check('lint', bin('oxlint'), ['--type-aware']);
await check('format', bin('prettier'), ['--check', '--log-level', 'warn', '.']);
await suite('unit and property tests', bin('vitest'), [
  'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`,
], 'vitest', { TEST_DATABASE_URL: '' }); // prettier-ignore
await onPostgres();
await check('build', bin('vite'), ['build', '--logLevel', 'warn']);
await check('first load', bin('tsx'), ['tools/first-load-budget.ts']);
await suite('journeys in the browser', bin('playwright'), ['test'], 'playwright');

rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** The tests that start a table server once more, on PostgreSQL. With REQUIRE_POSTGRES it is a failure to have none. */
async function onPostgres() {
  const given = process.env.TEST_DATABASE_URL;
  const programs = given ? undefined : findPostgres();
  if (!given && !programs) return without('PostgreSQL was not found: install it, or set TEST_DATABASE_URL');
  let cluster = { url: given, stop: async () => undefined };
  try {
    if (programs) cluster = await startPostgres(programs);
  } catch (error) {
    return without(`PostgreSQL did not start (${error.message})`);
  }
  try {
    await suite('server tests on PostgreSQL', bin('vitest'), [
      'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('postgres')}`, ...serverTests(),
    ], 'postgres', { TEST_DATABASE_URL: cluster.url }); // prettier-ignore
  } finally {
    await cluster.stop();
  }
}

function without(reason) {
  console.error(`\nLEFT OUT: the server tests on PostgreSQL. ${reason}.`);
  if (process.env.REQUIRE_POSTGRES) failed += 1;
}

/** The tests that start a table server and keep something in its database. */
function serverTests() {
  return readdirSync('tests', { recursive: true })
    .map((name) => `tests/${name.replaceAll('\\', '/')}`)
    .filter(
      (path) =>
        path.endsWith('.test.ts') &&
        ![...sameOnBoth, ...ofSqlite].some((name) => path.endsWith(`/${name}.test.ts`)),
    )
    .filter((path) => /server-under-test\.ts/.test(readFileSync(path, 'utf8')));
}

/** One step that either holds or does not. */
async function check(name, command, args) {
  const status = await run(name, command, args, {});
  if (status === 0) passed += 1;
  else failed += 1;
}

/** A test runner that writes a JSON report; a runner that breaks down counts as a failure of its own. */
async function suite(name, command, args, reporter, extra = {}) {
  const file = report(reporter);
  const status = await run(name, command, args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...extra });
  const counts = existsSync(file)
    ? countsOf(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0 };
  passed += counts.passed;
  failed += counts.failed;
  if (status !== 0 && counts.failed === 0) failed += 1;
  if (status === 0 && counts.passed === 0) {
    console.error(`${name}: no test was run`);
    failed += 1;
  }
}

function countsOf(result) {
  if (result.stats)
    return {
      passed: result.stats.expected + result.stats.flaky,
      failed: result.stats.unexpected + result.stats.skipped,
    };
  return { passed: result.numPassedTests, failed: result.numTotalTests - result.numPassedTests };
}

function run(name, command, args, extra) {
  const start = Date.now();
  console.log(`\n— ${name}`);
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...env, ...extra } });
    child.on('error', (error) => {
      console.error(`${name}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (status) => {
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`);
      resolve(status ?? 1);
    });
  });
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
