import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { foundPrograms } from '../support/found-programs.ts';

const [path] = foundPrograms(['firefox-esr'], ['firefox-esr']);
process.env['FIREFOX_PATH'] = path;

/** `npm run firefox`: the journey of two phones in a real Firefox. */
export default defineConfig({
  testDir: '.',
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['line']],
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    launchOptions: { executablePath: fileURLToPath(new URL('firefox.mjs', import.meta.url)) },
  },
});
