import { defineConfig } from 'vitest/config';

/** The hub that the conformance suite runs against, in place of the ones that it starts itself. */
const namedHub = process.env['HUB_CONNECTION_STRING'];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'all', include: ['tests/**/*.test.{ts,tsx}'] } },
      ...(namedHub
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'hub process',
                include: ['tests/hub/conformance/**/*.test.ts'],
                globalSetup: 'tests/hub/process/start-hub.ts',
              },
            },
          ]),
    ],
  },
});
