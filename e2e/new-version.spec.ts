import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { createServer } from '#server/app.ts';
import { readConfig } from '#server/process/config.ts';
import { DinerPhone } from './support/diner.ts';
import { test } from './support/test.ts';
import { untilStill } from './support/until-still.ts';

/** A deployment while a phone with a service worker is in use: the build at hand, and a newer one. */
const folder = mkdtempSync(join(tmpdir(), 'builds-'));
const served = join(folder, 'served');

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('after a deployment the next navigation has the new version, and so has the next start without a network', async ({
  browser,
}) => {
  // A build beside another journey.
  test.slow();
  const older = 'dist';
  const newer = await build('newer');
  deploy(older);
  const server = await serve();
  try {
    const ann = await DinerPhone.take(browser, server, { serviceWorkers: 'allow' });
    const { page, words } = ann;
    await ann.open('/merchant/1001');
    await ann.part(ann.screen.close).click();
    // Its way back through the history comes to its end before another one begins.
    await expect(ann.part(ann.screen.close)).toBeHidden();
    await untilStill(page);
    await ann.workerInCharge();
    expect(await scriptOf(page)).toBe(entryOf(older));

    deploy(newer);
    // The code of a page that was never opened is gone from the server, but not from the phone.
    await ann.goTo('/merchant/1001/account');
    await expect(ann.heading(words.t('member:account.title'))).toBeVisible();
    expect(await scriptOf(page)).toBe(entryOf(older));

    const asked = page.waitForResponse('**/builds/latest.json');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await asked;
    await page.waitForTimeout(200);
    await ann.goTo('/home');
    await expect.poll(() => scriptOf(page)).toBe(entryOf(newer));

    // Its worker takes over as soon as no page of the older one is left.
    await expect.poll(() => ann.cachedFiles(), { timeout: 20_000 }).toContain(entryOf(newer));
    await expect.poll(() => ann.cachedFiles(), { timeout: 20_000 }).not.toContain(entryOf(older));
    await ann.context.setOffline(true);
    await page.close();
    const again = await ann.anotherTab();
    await again.open('/home');
    await expect(again.link(words.t('scan:home.scan'))).toBeVisible();
    expect(await scriptOf(again.page)).toBe(entryOf(newer));
    expect(ann.errors).toEqual([]);
    await ann.context.close();
  } finally {
    await server.close();
  }
});

async function serve() {
  const read = readConfig({ PORT: '0', DATA_DIR: join(folder, 'data') });
  if (!read.ok) throw new Error(read.errors.join('\n'));
  const options = { appDir: served, host: '127.0.0.1', print: () => {}, logLevel: 'silent' } as const;
  const { port, close } = await createServer(read.config, options);
  return { url: `http://localhost:${port}`, close };
}

async function build(name: string): Promise<string> {
  const outDir = join(folder, name);
  await promisify(execFile)(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir]);
  return outDir;
}

function deploy(outDir: string): void {
  rmSync(served, { recursive: true, force: true });
  cpSync(outDir, served, { recursive: true });
}

function entryOf(outDir: string): string {
  return / src="(\/assets\/[^"]+)"/.exec(readFileSync(join(outDir, 'index.html'), 'utf8'))![1]!;
}

async function scriptOf(page: Page): Promise<string | null> {
  return page.locator('script[type=module]').first().getAttribute('src');
}
