/**
 * `npm run mutants` lets StrykerJS change the rules in one place at a time. A test must fail each time. CONTRIBUTING.md
 * says more. `thresholds.break` is the score of the last full run, rounded down: raise it with each one.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'dev/mutants/vitest.config.ts', related: false },
  // StrykerJS cannot read a project file of TypeScript 7. It works without one, so this names a file that does not exist.
  tsconfigFile: 'no-tsconfig.json',
  mutate: ['events/**/*.ts', 'projections/merge/*.ts', 'server/ordering/cart/rules/*.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // Long, because a mutant that runs out of time counts as killed, and a slow machine must not kill any.
  timeoutMS: 60_000,
  timeoutFactor: 3,
  // Later runs try only mutants whose code or tests changed.
  incremental: true,
  incrementalFile: '.cache/mutants/incremental.json',
  tempDirName: '.cache/mutants/sandbox',
  ignorePatterns: [
    '.data',
    '.cache',
    'dist',
    'docs',
    'e2e',
    'demo',
    'deploy',
    'public',
    'test-results',
    'dev/bench',
  ],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.cache/mutants/report.json' },
  thresholds: { high: 100, low: 0, break: 79 },
};
