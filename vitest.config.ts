import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The hub that the conformance suite runs against, in place of the ones that it starts itself. */
const namedHub = process.env['HUB_CONNECTION_STRING'];

/** Much of a test's time is waiting: for a socket, a disk, another process. */
const maxWorkers = Math.max(2, availableParallelism() - 1);

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // They start the same servers as the tests.
    hookTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'all', include: ['tests/**/*.test.{ts,tsx}'], maxWorkers } },
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
