import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

const found = 'node_modules/.chromium-path';
const { use = {}, projects: _, ...rest } = base;
const executablePath =
  process.env['CHROMIUM_PATH'] ?? (existsSync(found) ? readFileSync(found, 'utf8').trim() : undefined);

/** `npm run test:long -- upgrade`: replaces the servers one by one while phones order. */
export default defineConfig({
  ...rest,
  testDir: '.',
  timeout: 900_000,
  expect: { timeout: 30_000 },
  workers: 1,
  retries: 0,
  use: {
    ...use,
    launchOptions: { ...use.launchOptions, ...(executablePath && { executablePath }) },
  },
});
