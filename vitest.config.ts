import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findRedis } from './testing/services/redis.mjs';

/** The hub that the conformance suite runs against, in place of the ones that it starts itself. */
const namedHub = process.env['HUB_CONNECTION_STRING'];
/** A database server for the project `postgres`: each test gets a database of its own next to this one. */
const databaseUrl = process.env['TEST_DATABASE_URL'];

/** These tests load their code separately. They replace a module, add browser globals, or count work from zero. */
const isolated = [
  'tests/shell/**/*.test.{ts,tsx}',
  'tests/client/api/**/*.test.ts',
  'tests/client/storage/*.test.ts',
  'tests/client/cart-engine/logs/recorder.test.ts',
  'tests/properties/wire.test.ts',
  'tests/dev/simulation/{recording,simulation}.test.ts',
  'tests/ui/split.test.ts',
];
/** These tests wait for servers most of the time. */
const ofServer = ['server', 'server-cart', 'abuse', 'faults'].map((folder) => `tests/${folder}/**/*.test.ts`);

/** Without Redis or Valkey these tests are left out. */
const withoutBroker = findRedis() ? [] : ['tests/hub/broker/**'];

/** Set by `npm run test:long`, and by `npm test` if test files are named. */
const isLong = process.env['ALL_ON_POSTGRES'] !== undefined;

const allTests = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.test.ts'));

/** The tests that start a table server, except those whose tag excludes PostgreSQL. */
const onPostgres = allTests.filter((path) => mayRunOnPostgres(readFileSync(path, 'utf8')));

function mayRunOnPostgres(text: string): boolean {
  if (!text.includes('server-under-test.ts') || text.includes('@module-tag sqlite')) return false;
  return isLong || !text.includes('@module-tag slow');
}

/** Tests whose subject seldom changes. */
const rare = isLong ? [] : allTests.filter((path) => readFileSync(path, 'utf8').includes('@module-tag rare'));

/** The time limit of a test and of a hook, ms. Hooks start the same servers as tests. */
const testTimeout = 60_000;

export default defineConfig({
  test: {
    testTimeout,
    hookTimeout: testTimeout,
    allowOnly: false,
    tags: [
      { name: 'sqlite', description: 'Does not depend on the database, or tests what only SQLite has.' },
      { name: 'rare', description: 'Only in npm run test:long, or if its file is named.' },
      { name: 'slow', description: 'On PostgreSQL only in npm run test:long, or if its file is named.' },
      {
        name: 'long',
        description: 'npm run test:long repeats it with more runs.',
        timeout: process.env['PROPERTY_RUNS'] ? 3_600_000 : testTimeout,
      },
    ],
    // One worker more than cores, because tests often wait for a socket, a disk or another process.
    maxWorkers: availableParallelism() + 1,
    // Test files share the loaded code, which saves a third of the time. No test may change shared state.
    isolate: false,
    // The projects share most of their code. Without it, each would transform the code again.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...isolated, ...ofServer, ...withoutBroker, ...rare],
          env: { TEST_DATABASE_URL: '' },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-isolated',
          include: isolated,
          isolate: true,
          env: { TEST_DATABASE_URL: '' },
          // First, because its longest file leaves a core idle. `npm test` runs its checks meanwhile.
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ofServer,
          env: { TEST_DATABASE_URL: '' },
          sequence: { groupOrder: 1 },
        },
      },
      ...(databaseUrl
        ? [
            {
              extends: true as const,
              test: { name: 'postgres', include: onPostgres, sequence: { groupOrder: 1 } },
            },
          ]
        : []),
      ...(namedHub
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'unit-hub',
                include: ['tests/hub/conformance/**/*.test.ts'],
                globalSetup: 'tests/hub/conformance/start-hub.ts',
                isolate: true,
                // The tests share one hub, and would receive each other's broadcasts.
                maxWorkers: 1,
                sequence: { groupOrder: 2 },
              },
            },
          ]),
    ],
  },
});
