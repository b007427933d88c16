import { defineConfig } from '@playwright/test';

/** By `npm run test:long`, or where its file is named: journeys that are `atLength` too. */
const isLong = process.env['ALL_LOOKS'] !== undefined || process.env['LONG_JOURNEYS'] !== undefined;

/** Real phones are simulated in a real Chromium; the set-up finds or installs it. */
export default defineConfig({
  testDir: 'e2e',
  // Other browsers are started in other ways: npm run firefox, npm run webkit.
  testIgnore: ['firefox/**', 'upgrade/**'],
  ...(!isLong && { grepInvert: /@long/ }),
  timeout: 120_000,
  // Two phones, a server and a browser share two cores.
  expect: { timeout: 15_000 },
  workers: 3,
  // A journey has thirty seconds of real time in it and no machine is only ours: what fails once is run again,
  // filmed, and named above the last line of npm test; what fails twice has failed.
  retries: 1,
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['line'], ['json']] : [['line']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    // A step that waits for what never comes says which one it was.
    actionTimeout: 30_000,
    // Filming every step takes a third of the time.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'on-first-retry',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
