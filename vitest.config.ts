import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The hub that the conformance suite runs against, in place of the ones that it starts itself. */
const namedHub = process.env['HUB_CONNECTION_STRING'];

/** They put something in a module's place, give the process what a page has, or count what nothing has run before. */
const ownProcess = [
  'tests/shell/**/*.test.{ts,tsx}',
  'tests/storage/*.test.ts',
  'tests/cart/logs/recorder.test.ts',
  'tests/properties/wire.test.ts',
  'tests/workshop/simulation/{recording,simulation}.test.ts',
  'tests/ui/split.test.ts',
];

/** Much of a test's time is waiting: for a socket, a disk, another process. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // They start the same servers as the tests.
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        // Loading the code once for all of them takes a third of the time away: none may change what others share.
        test: {
          name: 'all',
          include: ['tests/**/*.test.{ts,tsx}', ...ownProcess.map((path) => `!${path}`)],
          isolate: false,
          maxWorkers,
        },
      },
      { extends: true, test: { name: 'own process', include: ownProcess, maxWorkers } },
      ...(namedHub
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'hub process',
                include: ['tests/hub/conformance/**/*.test.ts'],
                globalSetup: 'tests/hub/process/start-hub.ts',
                // They share one hub, and would hear each other's broadcasts.
                maxWorkers: 1,
                sequence: { groupOrder: 1 },
              },
            },
          ]),
    ],
  },
});
