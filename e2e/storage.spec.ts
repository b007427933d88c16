import { expect, type BrowserContext, type Page } from '@playwright/test';
import { build } from 'vite';
import { storageChecks } from '#tests/client/storage/checks.ts';
import type { StorageLab } from '#tests/client/storage/in-page.ts';
import { test } from './support/test.ts';

// The test serves this page itself. Chromium allows quotas only for a trustworthy origin.
const origin = 'http://localhost:4999';
let bundle = '';

test.beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: 'tests/client/storage/in-page.ts', formats: ['iife'], name: 'page' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('nothing was built');
  bundle = output.output[0].code;
});

async function openLabPage(context: BrowserContext): Promise<Page> {
  await context.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>storage</title>' }),
  );
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.addScriptTag({ content: bundle });
  return page;
}

const call = <K extends Exclude<keyof StorageLab, 'titles'>>(
  page: Page,
  method: K,
  ...args: Parameters<StorageLab[K]>
): Promise<Awaited<ReturnType<StorageLab[K]>>> =>
  page.evaluate(
    ([name, given]) =>
      (globalThis as unknown as { lab: Record<string, (...all: unknown[]) => unknown> }).lab[name]!(...given),
    [method, args] as const,
  ) as Promise<Awaited<ReturnType<StorageLab[K]>>>;

test('a cart storage on the IndexedDB of a real browser does what every storage does', async ({
  context,
}) => {
  const page = await openLabPage(context);
  for (const { title } of storageChecks) await test.step(title, () => call(page, 'run', title));
});

test('G3: written data are there after the page has crashed', async ({ context }) => {
  const page = await openLabPage(context);
  await call(page, 'write', 0, 20);
  await page.goto('chrome://crash').catch(() => undefined);
  const after = await openLabPage(context);
  expect(await call(after, 'count')).toEqual({ stored: 20, archived: 0 });
});

test('a page that crashes while it packs the archive loses nothing, and two tabs pack the rest', async ({
  context,
}) => {
  const page = await openLabPage(context);
  await call(page, 'archiveParts', 60);
  await call(page, 'pack');
  await expect.poll(async () => (await call(page, 'packed')).blocks, { intervals: [1] }).toBeGreaterThan(0);
  await page.goto('chrome://crash').catch(() => undefined);
  const tabs = [await openLabPage(context), await openLabPage(context)];
  const left = await call(tabs[0]!, 'packed');
  expect(left.parts).toBeGreaterThan(0);
  expect(left.parts + left.blocks).toBe(60);
  expect((await call(tabs[1]!, 'count')).archived).toBe(60 * 64);
  await Promise.all(tabs.map((tab) => call(tab, 'pack')));
  await expect.poll(() => call(tabs[0]!, 'packed')).toEqual({ parts: 0, blocks: 60 });
  for (const tab of tabs) expect((await call(tab, 'count')).archived).toBe(60 * 64);
});

test('G3: two tabs write to one database, also after one of them has deleted it (versionchange)', async ({
  context,
}) => {
  const [one, other] = [await openLabPage(context), await openLabPage(context)];
  await call(one, 'write', 0, 3);
  await call(other, 'write', 3, 5);
  expect(await call(one, 'count')).toEqual({ stored: 5, archived: 0 });
  await other.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase('lazy-susan-carts-2');
        request.addEventListener('success', resolve);
        request.addEventListener('blocked', () => reject(new Error('a tab holds on to the database')));
      }),
  );
  await call(one, 'write', 0, 1);
  expect(await call(other, 'count')).toEqual({ stored: 1, archived: 0 });
});

test('G2: on a full disk the archive is deleted first; only then a write fails, and says why', async ({
  context,
}) => {
  const page = await openLabPage(context);
  const megabyte = 1_000_000;
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 20 * megabyte });
  await call(page, 'write', 0, 4, megabyte);
  await call(page, 'archive');
  expect(await call(page, 'count')).toEqual({ stored: 0, archived: 4 });
  expect(await call(page, 'fill', 40 * megabyte)).toBe('quota');
  expect(await call(page, 'count')).toEqual({ stored: 0, archived: 0 });
  await call(page, 'write', 0, 1, megabyte);
  expect((await call(page, 'count')).stored).toBe(1);
});
