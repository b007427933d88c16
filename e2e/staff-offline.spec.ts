import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { writeKeptBuild } from '#tests/dev/builds/archive.ts';
import { readEntry } from './support/another-build.ts';
import { DinerPhone } from './support/diner.ts';
import { serveBuild } from './support/serve-build.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { desk, looks, loadWords } from './support/words.ts';

test(
  'without a server the counter says so within seconds, refuses a tap at once, and recovers',
  atLength,
  async ({ takeStaff, server }) => {
    const staff = await takeStaff('Ada', { ...looks['en-light'], ...desk, serviceWorkers: 'allow' });
    const { page, t } = staff;
    await staff.show('menu');
    const toggle = page.getByRole('switch').first();
    await expect(toggle).toBeVisible();
    await waitUntilStored('/staff-worker.js', page, 2);
    const stored = await staff.device.cachedFiles();
    expect(stored.filter((path) => !/^\/(?:staff$|assets\/staff-|pictures\/)/.test(path))).toEqual([]);

    await server.kill();
    await expect(page.getByText(t('staff:unreachable'), { exact: true })).toBeVisible({ timeout: 8_000 });
    await expect(page.getByRole('heading', { name: t('staff:offline.title') })).toBeVisible();
    await toggle.click();
    await expect(page.getByText(t('staff:offline.refused')).first()).toBeVisible({ timeout: 500 });

    const inChinese = (await loadWords('zh-TW')).t;
    // The pages of each language have a worker of their own.
    for (const [path, words] of [
      ['/zh-tw/staff', inChinese],
      ['/staff/menu', t],
      ['/staff', t],
    ] as const) {
      await page.goto(server.url + path);
      await expect(page.getByRole('heading', { name: words('staff:offline.title') })).toBeVisible();
    }
    await server.restart();
    await expect(page.getByText(t('staff:live'), { exact: true })).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(t('staff:offline.title'))).toBeHidden();
  },
);

// A3
test('without a network the counter opens with its last data; taps wait, are sent in order, or say why not', async ({
  take,
  takeStaff,
}) => {
  const counter = await takeStaff('Wei', { ...looks['en-light'], ...desk, serviceWorkers: 'allow' });
  const waiter = await takeStaff('Ada', looks['zh-dark']);
  const ann = await take(looks['en-light']);
  await ann.logInOnPage('415-555-8810');
  await ann.sit(1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.order();
  const { page, t } = counter;
  const send = counter.button(t('staff:orders.send', { number: 1 }), counter.card('1'));
  await expect(send).toBeVisible();
  await waitUntilStored('/staff-worker.js', page, 2);

  await page.context().setOffline(true);
  await expect(page.getByText(t('staff:unreachable'), { exact: true })).toBeVisible({ timeout: 5_000 });
  await send.click();
  await send.click();
  await expect(page.getByText(t('staff:queue.title', { count: 1 })), 'once').toBeVisible();
  await counter.button(t('staff:orders.pay'), counter.card('1')).click();
  await counter.button(t('staff:pay.cash'), counter.sheet).click();
  await expect(counter.sheet).toBeHidden();
  const two = page.getByText(t('staff:queue.title', { count: 2 }));
  await expect(two).toBeVisible();
  // The changes are stored a second later.
  await page.waitForTimeout(1_500);
  await page.reload();
  await expect(counter.card('1')).toContainText(counter.named('Soy-Braised Eggs'));
  await expect(two).toBeVisible();
  await expectSound(page, 'what waits');

  await waiter.button(waiter.t('staff:orders.pay'), waiter.card('1')).click();
  await waiter.button(waiter.t('staff:pay.card'), waiter.sheet).click();
  await expect(waiter.card('1')).toContainText(waiter.t('staff:tables.paid'));
  await page.context().setOffline(false);
  await expect(page.getByText(t('staff:queue.notDone', { count: 1 }))).toBeVisible({ timeout: 20_000 });
  await expect(two).toBeHidden();
  await expect(waiter.card('1')).toContainText(waiter.t('staff:dish.stage.inKitchen'));
  await counter.button(t('staff:queue.read')).click();
  await expect(page.getByText(t('staff:queue.notDone', { count: 1 }))).toBeHidden();

  await page.context().setOffline(true);
  await expect(page.getByText(t('staff:unreachable'), { exact: true })).toBeVisible();
  const dish = t('staff:dish.serve', { dish: counter.pieces(1, 'Soy-Braised Eggs') });
  await counter.button(dish, counter.card('1')).click();
  await expect(page.getByText(t('staff:queue.title', { count: 1 }))).toBeVisible();
  await page.waitForTimeout(1_500);
  const address = page.url();
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await page.goto(address);
  await expect(waiter.card('1'), 'sent at the next start').toContainText(waiter.t('staff:orders.state.paid'));
});

test(
  'a device with a service worker of an older version gets the staff’s own app and keeps it',
  atLength,
  async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), 'older-staff-'));
    const served = join(folder, 'served');
    writeKeptBuild('0.2.0', served);
    const server = await serveBuild(served, { DATA_DIR: mkdtempSync(join(folder, 'data-')) });
    const tablet = await DinerPhone.take(browser, server, { ...desk, serviceWorkers: 'allow' });
    const { page } = tablet;
    const password = page.getByLabel(tablet.words.t('staff:login.password'));
    const olderApp = readEntry(served);
    await tablet.open('/home');
    await waitUntilStored('/service-worker.js', page, 1);
    expect(await tablet.cachedFiles()).toContain(olderApp);
    await tablet.open('/staff');
    await expect(password).toBeVisible();

    rmSync(served, { recursive: true });
    cpSync('dist', served, { recursive: true });
    await page.reload();
    await expect(password).toBeVisible();
    await expect(page.locator('script[src^="/assets/staff-"]').first()).toBeAttached();
    await waitUntilStored('/staff-worker.js', page, 2);
    await expect
      .poll(() => tablet.cachedFiles(), { message: 'the older version is deleted', timeout: 20_000 })
      .not.toContain(olderApp);

    await server.close();
    await page.reload();
    await expect(page.getByRole('heading', { name: tablet.words.t('staff:offline.title') })).toBeVisible();
    await tablet.context.close();
    rmSync(folder, { recursive: true, force: true });
  },
);

/** Waits until this service worker has stored its app, in so many scopes, and answers for the page. */
async function waitUntilStored(script: string, page: Page, scopes: number): Promise<void> {
  const readWorkers = () =>
    page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      const { controller } = navigator.serviceWorker;
      return [controller, ...registrations.map(({ active }) => active)].map((worker) =>
        worker?.state === 'activated' ? new URL(worker.scriptURL).pathname : undefined,
      );
    });
  const readActiveWorkers = async () => {
    const [controller, ...others] = await readWorkers();
    return { controller, scopes: others.filter((each) => each === script).length };
  };
  await expect.poll(readActiveWorkers, { timeout: 20_000 }).toEqual({ controller: script, scopes });
}
