import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { defineConfig, firefox, webkit, type Project } from '@playwright/test';

/** By `npm run test:long`, or where its file is named: journeys that are `atLength` too. */
const isLong = process.env['ALL_LOOKS'] !== undefined || process.env['LONG_JOURNEYS'] !== undefined;

/** The journeys that other engines go through. */
const testMatch = ['journey.spec.ts', 'two-phones.spec.ts'];

const webkitDriver = findProgram('WebKitWebDriver');

/**
 * Real phones are simulated in a real Chromium; the set-up finds or installs it. Other browsers have a project where they
 * are installed.
 */
export default defineConfig({
  testDir: 'e2e',
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
  projects: [
    { name: 'chromium', testIgnore: ['upgrade/**', 'webkit/**'] },
    ...where(webkit.executablePath(), {
      name: 'webkit',
      testMatch,
      use: { browserName: 'webkit', launchOptions: {} },
    }),
    ...where(firefox.executablePath(), {
      name: 'firefox',
      testMatch,
      use: { browserName: 'firefox', launchOptions: {} },
    }),
    ...where(findProgram('firefox-esr'), {
      name: 'firefox-esr',
      testMatch,
      timeout: 180_000,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: { executablePath: resolve('e2e/support/firefox.mjs') },
      },
    }),
    // WebKitGTK opens windows: `npm run webkit` gives it a display.
    ...where(process.env['DISPLAY'] && webkitDriver, {
      name: 'webkitgtk',
      testMatch: 'webkit/*.spec.ts',
      timeout: 600_000,
      expect: { toPass: { timeout: 60_000 } },
      metadata: { webkitDriver },
    }),
  ],
});

/** The project, if its browser is installed. */
function where(browser: string | undefined, project: Project): Project[] {
  return browser && existsSync(browser) ? [project] : [];
}

function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(existsSync);
}
