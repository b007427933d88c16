/**
 * `npm run mutants`: StrykerJS changes the rules in one place at a time, and a test must fail. CONTRIBUTING.md says more.
 * `thresholds.break` is to be the score of a full run, once there is one.
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'dev/mutants/vitest.config.ts', related: false },
  // The tool cannot read a project file with TypeScript 7, and does without if there is none of this name.
  tsconfigFile: 'no-tsconfig.json',
  mutate: ['events/**/*.ts', 'projections/merge/*.ts', 'server/ordering/cart/rules/*.ts'],
  coverageAnalysis: 'perTest',
  concurrency: 2,
  // A mutant that runs out of time counts as killed: a slow machine must not kill any.
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
  thresholds: { high: 100, low: 0, break: null },
};
