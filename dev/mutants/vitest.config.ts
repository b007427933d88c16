import { defineConfig } from 'vitest/config';

/**
 * The tests of the rules that StrykerJS runs against each mutant. Tests that count what many generated histories have
 * reached are left out: they fail with few runs.
 */
export default defineConfig({
  test: {
    include: [
      'tests/events/*.test.ts',
      'tests/oracle/{oracle,vectors}.test.ts',
      'tests/projections/*.test.ts',
      'tests/projections/{merge,service}/*.test.ts',
      'tests/properties/{adversarial,codecs,join,log-file,merge,merged,redact,redact-run,stable-prefix,without}.test.ts',
      'tests/server-cart/rules/{arbiter,arbiter-menu,open-events,placement-rules,server-events}.test.ts',
    ],
    setupFiles: 'dev/mutants/same-histories.ts',
    testTimeout: 60_000,
    isolate: false,
    env: { PROPERTY_RUNS: '50', TEST_DATABASE_URL: '' },
    tags: ['sqlite', 'slow', 'long'].map((name) => ({ name })),
  },
});
