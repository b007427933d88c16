import { nameLanguage } from '#ui/i18n/language-name.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { atLength, shareServer, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** Starting without a network: the phone has stored its table and the app, but nothing that it must not store. */
shareServer();

test(
  'a first dish and its diner’s name wait on the phone for the network, even after a reload',
  atLength,
  async ({ takeTwo }) => {
    const options = { ...looks['zh-dark'], serviceWorkers: 'allow' } as const;
    const [ann, mei] = await takeTwo(6, options, {});
    await waitForOffline(ann);
    // Wait until the phone has prefetched the code of the popup.
    await ann.page.waitForTimeout(4_000);
    await ann.context.setOffline(true);
    await ann.addAs('小安', 'Soy-Braised Eggs');
    await expect(ann.cartBar(1)).toBeVisible();
    await ann.page.reload();
    await ann.addPlain('Soy-Braised Eggs', 'more');
    await expect(ann.cartBar(2)).toBeVisible();
    await expect(ann.namePopup).toBeHidden();

    const saved = ann.page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/member') && answer.ok(),
      { timeout: 30_000 },
    );
    await ann.context.setOffline(false);
    await saved;
    await mei.openCart();
    await expect(mei.cart.getByRole('heading', { name: /小安/ })).toBeVisible({ timeout: 30_000 });
  },
);

// CB15
test('the browser is closed and the server is gone: the phone still shows its table, and catches up', async ({
  server,
  playwright,
  contextOptions,
  launchOptions,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'phone-'));
  const takeUp = async () => {
    const options = { ...launchOptions, ...contextOptions, locale: 'zh-TW', colorScheme: 'dark' } as const;
    const context = await playwright.chromium.launchPersistentContext(folder, options);
    return DinerPhone.of(context, server, 'zh-TW');
  };
  try {
    const before = await takeUp();
    await before.sit(5, 1);
    await before.addAs('小美', 'Soy-Braised Eggs');
    await waitForOffline(before);
    await expectInstallable(before.page, server.url);
    await before.context.close();
    await server.kill();

    const after = await takeUp();
    // The diner scans the code of their own table again.
    await after.scan('/m/1001/q/5');
    const menuLink = after.link(after.words.t('table:landing.keptMenu'));
    await expect(menuLink).toBeVisible();
    await menuLink.click();
    await after.expectMenu();
    await expect(after.cartBar(1)).toBeVisible();
    await expect(after.page).toHaveTitle(/燈巷小館/);
    await expectPicture(after.page);
    const heading = after.page.getByRole('heading', { level: 1 });
    await after.link(nameLanguage('en-US')).click();
    await expect(heading).toHaveText(/^Lantern Alley/);
    await after.page.reload();
    await expect(heading).toHaveText(/^Lantern Alley/);
    await after.link('中文').click();
    await expect(heading).toHaveText('燈巷小館');
    await after.addPlain('Pineapple Cake');
    await expect(after.cartBar(2)).toBeVisible();

    await server.restart();
    await after.openCart();
    await expect(after.cart.getByText(after.words.t('cart:state.onThisPhone'))).toBeHidden({
      timeout: 30_000,
    });
    expect(after.errors).toEqual([]);
    await after.context.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the worker stores no personal data, and the menu’s storage has none', atLength, async ({ take }) => {
  const ann = await take({ serviceWorkers: 'allow' });
  await ann.sit(7, 1);
  await ann.logInOnPage('415-555-7301');
  for (const path of ['account/profile', 'coupon-available', 'order-list', 'search', 'order']) {
    await ann.open(`/merchant/1001/${path}`);
    await expect(ann.page.getByRole('main')).toBeVisible();
  }
  await ann.expectMenu();
  await waitForOffline(ann);

  const cached = await ann.cachedFiles();
  expect(cached.length).toBeGreaterThan(20);
  expect(cached.filter((path) => !/^\/(?:home$|assets\/|pictures\/)/.test(path))).toEqual([]);
  const shell = await ann.page.evaluate(
    async () => await (await caches.match('/home', { ignoreSearch: true }))!.text(),
  );
  expect(shell).toContain('<!--first-menu--><!--/first-menu-->');
  const kinds = (await readStoredKeys(ann.page)).map((name) => name.split(' ')[0]);
  expect(new Set(kinds)).toEqual(new Set(['menu', 'merchant', 'merchant-home']));
});

/** Waits until the service worker has its files, and the menu is stored in both languages. */
async function waitForOffline(phone: DinerPhone): Promise<void> {
  const { page } = phone;
  await phone.workerInCharge();
  await expect
    .poll(() => readStoredKeys(page))
    .toEqual(expect.arrayContaining(['menu 1001 en-US', 'menu 1001 zh-TW']));
  // The page hands over pictures that it loaded before the worker started.
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('pictures')).keys()).length))
    .not.toBe(0);
}

/** Asks Chromium whether the app can be installed, with the manifest in the page's language. */
async function expectInstallable(page: Page, address: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { errors, data, url } = await browser.send('Page.getAppManifest');
  expect([errors, url]).toEqual([[], `${address}/zh-tw/app.webmanifest`]);
  expect(JSON.parse(data ?? '')).toMatchObject({
    start_url: '/zh-tw/home',
    lang: 'zh-TW',
    display: 'standalone',
    shortcuts: [{ url: '/zh-tw/' }, { url: '/zh-tw/scan' }],
  });
  expect(await browser.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
}

function readStoredKeys(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('lazy-susan-answers');
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const asking = database.transaction('answers').objectStore('answers').getAllKeys();
          asking.addEventListener('success', () => {
            database.close();
            resolve(asking.result.map(String));
          });
        });
      }),
  );
}

async function expectPicture(page: Page): Promise<void> {
  const measureWidths = () =>
    page
      .locator('main img')
      .evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).naturalWidth));
  await expect.poll(async () => (await measureWidths()).some((width) => width > 0)).toBe(true);
}
