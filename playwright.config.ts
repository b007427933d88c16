import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { defineConfig, firefox, webkit, type Project } from '@playwright/test';

/** Whether tests with the tag `atLength` run: in `npm run test:long`, or if a test file is named. */
const isLong = process.env['ALL_LOOKS'] !== undefined || process.env['LONG_JOURNEYS'] !== undefined;

/** The tests that also run in other browser engines. */
const testMatch = ['journey.spec.ts', 'two-phones.spec.ts'];

const webkitDriver = findProgram('WebKitWebDriver');

/**
 * Simulates phones in a real Chromium, which the set-up finds or installs. Other browsers have a project if they are
 * installed.
 */
export default defineConfig({
  testDir: 'e2e',
  ...(!isLong && { grepInvert: /@long/ }),
  timeout: 120_000,
  // Long, because two phones, a server and a browser share two cores.
  expect: { timeout: 15_000 },
  workers: 3,
  // A test takes thirty seconds of real time, and the machine may have other work. A failed test runs a second time with
  // a trace. `npm test` lists such tests. A test that fails twice has failed.
  retries: 1,
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['line'], ['json']] : [['line']],
  use: {
    browserName: 'chromium',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    isMobile: true,
    hasTouch: true,
    // Shorter than a test's limit, so that the error names the step that waits in vain.
    actionTimeout: 30_000,
    // Recording a trace takes a third of the time, so it is only for the second try.
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
    // WebKitGTK opens windows, so it needs a display. `npm run webkit` provides one.
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
