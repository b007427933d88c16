// `npm test`: type check, lint, format, build, unit and server tests on SQLite and on PostgreSQL, journeys in a real browser.
// `npm test -- NAME …` runs parts of it, or the test files whose path has NAME in it; docs/testing.md says more.
// Ends with the plain line "N passed, N failed"; exit status 1 on any failure.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOfSources } from '../../tools/build/sources.mjs';
import { bundlePrograms } from './bundle-programs.mjs';
import { findPostgres, startPostgres } from './postgres.mjs';
import { prepareDatabase, prepareFile } from './prepare-data.mjs';

/** What `tools/start.mjs` knows a whole build by. */
const buildMark = join('dist', '.build-hash');
const bin = (name) => join('node_modules', '.bin', name);
const folder = mkdtempSync(join(tmpdir(), 'test-results-'));
const report = (name) => join(folder, `${name}.json`);
const chromium = process.env.CHROMIUM_PATH ?? readIfThere('node_modules/.chromium-path');
const env = { ...process.env, ...(chromium && { CHROMIUM_PATH: chromium }) };

/** What is the same whatever keeps the data: how the program starts, and what never gets as far as the database. */
const sameOnBoth = [
  'adversarial',
  'behaviour',
  'http',
  'logs',
  'pages',
  'pictures',
  'shutdown',
  'start',
  'till-guide',
];
/** What PostgreSQL has tools of its own for. */
const ofSqlite = ['backup', 'backup-schedule', 'trouble'];
/** Slow, or nothing in them but what other tests ask PostgreSQL too: it is asked them by `npm run test:long -- postgres`, or by name. */
const slowOnBoth = [
  'access',
  'answered-once',
  'bounds',
  'budgets',
  'builds',
  'claimed-prices',
  'command',
  'faults',
  'full-table',
  'health',
  'help',
  'identity',
  'long-answers',
  'matrix',
  'members',
  'metrics',
  'numbers',
  'open-internet',
  'openapi',
  'openapi-order',
  'people',
  'phone-codes',
  'privacy',
  'queries',
  'realtime',
  'removed-diner',
  'reports',
  'secrets',
  'staff',
  'webhook',
  'webhook-killed',
  'words-of-today',
];
/** A journey that passes only at its second try is bad luck; more of them are a fault that hides. */
const mostFlaky = 2;

/** Much of their time is waiting for servers: two at once. */
const serverFolders = ['tests/server/', 'tests/server-cart/', 'tests/abuse/', 'tests/faults/'];
const onSqlite = { TEST_DATABASE_URL: '' };

const parts = {
  // One thread: several check the same types again, and the other core is taken.
  types: () => check('types', bin('tsc'), ['--noEmit', '--singleThreaded']),
  lint: () => check('lint', bin('oxlint'), ['--type-aware']),
  format: () => check('format', bin('oxfmt'), ['--check', '.']),
  build,
  unit: (files = []) =>
    suite('unit', bin('vitest'), [...vitest('unit'), ...unitOptions(), ...files], onSqlite),
  server: (files = serverFolders) =>
    suite('server', bin('vitest'), [...vitest('server'), '--project', 'all', ...files], onSqlite),
  postgres: (files = []) => onPostgres(files),
  journeys: (files = []) =>
    suite('journeys', bin('playwright'), ['test', ...files], {
      ...(files.length > 0 && { LONG_JOURNEYS: '1' }),
    }),
};
/** Parts that start programs of the repository. */
const startsPrograms = ['unit', 'server', 'postgres', 'journeys'];
/** Side by side, each row in its order; servers wait a lot. The journeys come last: they need the build, and both cores. */
const rows = [['unit'], ['types', 'lint', 'format', 'postgres'], ['build', 'server']];

let passed = 0;
let failed = 0;
const flaky = [];

const { chosen, files } = chosenBy(process.argv.slice(2));
const isAlone = chosen.length === 1;
const bundles = chosen.some((name) => startsPrograms.includes(name)) ? await bundlePrograms() : undefined;
try {
  if (bundles) {
    env.PROGRAM_BUNDLES = bundles.folder;
    env.PREPARED_DATA = await prepareFile(bundles.folder, join(folder, 'data'));
  }
  await Promise.all(rows.map(async (row) => {
    for (const name of row) if (chosen.includes(name)) await parts[name](files[name]);
  })); // prettier-ignore
  if (chosen.includes('journeys')) await parts.journeys(files.journeys);
} finally {
  bundles?.remove();
  rmSync(folder, { recursive: true, force: true });
}
for (const title of flaky) console.log(`\npassed only at the second try: ${title}`);
if (flaky.length > mostFlaky) {
  console.log(`more than ${mostFlaky} tests did: they count as failed`);
  passed -= flaky.length;
  failed += flaky.length;
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** All parts; those that are named; or the parts with test files that are named, and these files. */
function chosenBy(names) {
  if (names.length === 0) return { chosen: Object.keys(parts), files: {} };
  const found = { unit: [], server: [], postgres: [], journeys: [] };
  const chosen = new Set();
  for (const name of names) {
    if (Object.hasOwn(parts, name)) {
      chosen.add(name);
      continue;
    }
    const vitests = filesBelow('tests', /\.test\.tsx?$/, name);
    const isOfServer = (path) => serverFolders.some((each) => path.startsWith(each));
    const journeys = filesBelow('e2e', /\.spec\.ts$/, name);
    found.unit.push(...vitests.filter((path) => !isOfServer(path)));
    found.server.push(...vitests.filter(isOfServer));
    found.postgres.push(...serverTests().filter((path) => path.includes(name)));
    found.journeys.push(...journeys);
    if (vitests.length + journeys.length === 0) {
      console.error(`${name} is no part (${Object.keys(parts).join(', ')}), and in the name of no test file`);
      process.exit(1);
    }
  }
  for (const [part, paths] of Object.entries(found)) if (paths.length > 0) chosen.add(part);
  const named = Object.entries(found).filter(([part, paths]) => paths.length > 0 && !names.includes(part));
  const files = Object.fromEntries(named);
  // Journeys walk through what was built last.
  if (chosen.has('journeys')) chosen.add('build');
  return { chosen: [...chosen], files };
}

async function build() {
  // As `npm start` does it, which then finds nothing to build.
  rmSync(buildMark, { force: true });
  const hash = hashOfSources();
  if (await check('build', bin('vite'), ['build', '--logLevel', 'warn'])) writeFileSync(buildMark, hash);
  await check('first load', bin('tsx'), ['workshop/built/first-load-budget.ts']);
  await check('notices', bin('tsx'), ['workshop/built/check-notices.ts']);
  await check('sbom', bin('tsx'), ['workshop/built/check-sbom.ts']);
}

/** The tests that start a table server once more, on PostgreSQL. With REQUIRE_POSTGRES it is a failure to have none. */
async function onPostgres(files) {
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
    const template = await prepareDatabase(bundles.folder, cluster.url);
    const isLeftOut = (path) => slowOnBoth.some((name) => path.endsWith(`/${name}.test.ts`));
    const usual = serverTests().filter((path) => process.env.ALL_ON_POSTGRES || !isLeftOut(path));
    const named = files.length > 0 ? files : usual;
    await suite('postgres', bin('vitest'), [...vitest('postgres'), '--project', 'all', ...named], {
      TEST_DATABASE_URL: cluster.url,
      TEST_DATABASE_TEMPLATE: template.name,
    });
    await template.drop();
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
  const isElsewhere = (path) =>
    [...sameOnBoth, ...ofSqlite].some((name) => path.endsWith(`/${name}.test.ts`));
  return filesBelow('tests', /\.test\.ts$/).filter(
    (path) => !isElsewhere(path) && /server-under-test\.ts/.test(readFileSync(path, 'utf8')),
  );
}

function filesBelow(root, pattern, part = '') {
  return readdirSync(root, { recursive: true })
    .map((name) => `${root}/${name.replaceAll('\\', '/')}`)
    .filter((path) => pattern.test(path) && path.includes(part));
}

/** Its process is never idle: beside the other row, one is enough. */
function unitOptions() {
  const others = serverFolders.flatMap((each) => ['--exclude', `${each}**`]);
  return isAlone ? others : [...others, '--maxWorkers', '1'];
}

function vitest(name) {
  return ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report(name)}`];
}

async function check(name, command, args) {
  const status = await run(name, command, args, {});
  if (status === 0) passed += 1;
  else failed += 1;
  return status === 0;
}

/** A test runner that writes a JSON report; a runner that breaks down counts as a failure of its own. */
async function suite(name, command, args, extra = {}) {
  const file = report(name);
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
  if (!result.stats)
    return { passed: result.numPassedTests, failed: result.numTotalTests - result.numPassedTests };
  flaky.push(...result.suites.flatMap((each) => flakyOf(each)));
  const { expected, unexpected, skipped } = result.stats;
  return { passed: expected + result.stats.flaky, failed: unexpected + skipped };
}

function flakyOf({ file, suites = [], specs = [] }) {
  return [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title }) => `${file}: ${title}`),
    ...suites.flatMap((each) => flakyOf(each)),
  ];
}

/** What runs beside others says everything at its end, lest their lines mix. */
function run(name, command, args, extra) {
  const start = Date.now();
  const isShown = isAlone || name === 'journeys';
  console.log(`\n— ${name}`);
  return new Promise((resolve) => {
    const stdio = isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { stdio, env: { ...env, ...extra } });
    const said = [];
    if (!isShown)
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(text));
    child.on('error', (error) => {
      console.error(`${name}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (status) => {
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      process.stdout.write(Buffer.concat(said));
      console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name} (${seconds} s)`);
      resolve(status ?? 1);
    });
  });
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
}
