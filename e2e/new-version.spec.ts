import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { findPageFile, readEntry, writeAnotherBuild } from './support/another-build.ts';
import { DinerPhone, type PhoneOptions } from './support/diner.ts';
import { serveBuild } from './support/serve-build.ts';
import { atLength } from './support/test.ts';
import { waitUntilStill } from './support/screen/until-still.ts';

/** Deployments while phones are in use: from the current build to a newer one. */
const folder = mkdtempSync(join(tmpdir(), 'builds-'));
const older = 'dist';
const newer = join(folder, 'newer');
const served = join(folder, 'served');

const test = base.extend<{ take: (options?: PhoneOptions) => Promise<DinerPhone> }>({
  /** Opens phones at a server with the older build. */
  take: async ({ browser }, give) => {
    deploy(older);
    const server = await serveBuild(served, { DATA_DIR: mkdtempSync(join(folder, 'data-')) });
    const phones: DinerPhone[] = [];
    await give(async (options) => {
      const phone = await DinerPhone.take(browser, server, options);
      phones.push(phone);
      return phone;
    });
    for (const { context } of phones) await context.close();
    await server.close();
    expect(phones.flatMap(({ errors }) => errors)).toEqual([]);
  },
});

test.beforeAll(() => writeAnotherBuild(older, newer));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

// CH4, CA27, CH5
test(
  'after a deployment the next navigation has the new version, and so has the next start without a network',
  atLength,
  async ({ take }) => {
    const ann = await take({ serviceWorkers: 'allow' });
    const { page, words } = ann;
    await ann.open('/merchant/1001');
    await ann.part(ann.screen.close).click();
    // Closing the popup goes back in the history. Wait for its end.
    await expect(ann.part(ann.screen.close)).toBeHidden();
    await waitUntilStill(page);
    await ann.workerInCharge();
    expect(await readScript(page)).toBe(readEntry(older));

    deploy(newer);
    // The phone has the code of a page that it never opened.
    await ann.goTo('/merchant/1001/account');
    await expect(ann.heading(words.t('member:account.title'))).toBeVisible();
    expect(await readScript(page)).toBe(readEntry(older));

    await ann.askForNewVersion();
    expect(await readScript(page), 'never in the middle of something').toBe(readEntry(older));
    await ann.goTo('/home');
    await expect.poll(() => readScript(page)).toBe(readEntry(newer));

    // The newer service worker takes over when no page of the older build is open.
    await expect.poll(() => ann.cachedFiles(), { timeout: 20_000 }).toContain(readEntry(newer));
    await expect.poll(() => ann.cachedFiles(), { timeout: 20_000 }).not.toContain(readEntry(older));
    await ann.context.setOffline(true);
    await page.close();
    const again = await ann.anotherTab();
    await again.open('/home');
    // A popup for the order type may cover the page.
    await expect(again.page.getByText(words.t('scan:home.scan'), { exact: true })).toBeVisible();
    expect(await readScript(again.page)).toBe(readEntry(newer));
  },
);

// CH5
test(
  'a phone whose next page no longer exists gets the page of the new version, with its unsent changes',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page, words } = ann;
    await ann.sit(2);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openCart();
    await expect(ann.confirmed).toBeAttached();
    await ann.closeCart();
    const refuse = (route: { abort(): Promise<void> }) => route.abort();
    await page.route('**/api/shoppingCart**', refuse);
    await ann.addPlain('Pineapple Cake');
    await expect(ann.cartBar(2)).toBeVisible();

    deploy(newer);
    await page.route(`**${findPageFile(older, 'Account')}`, refuse);
    await ann.openAccount();
    await expect(ann.heading(words.t('member:account.title'))).toBeVisible();
    expect(await readScript(page)).toBe(readEntry(newer));
    await page.unroute('**/api/shoppingCart**', refuse);
    await page.goBack();
    await ann.openCart();
    await expect(ann.confirmed).toHaveCount(2);
  },
);

/** Fails the next `failures` requests for a part of the app's code, and counts the documents that the phone loads. */
async function failFor(page: Page, part: string | ((url: URL) => boolean)) {
  const counts = { failures: 1, loads: 0 };
  page.on('request', (request) => (counts.loads += request.isNavigationRequest() ? 1 : 0));
  await page.route(part, async (route) => {
    counts.failures -= 1;
    await (counts.failures >= 0 ? route.fulfill({ status: 503 }) : route.continue());
  });
  return counts;
}

// CH5
test('a page without its own script is loaded once more; then it says what to do, in both languages', async ({
  take,
}) => {
  const ann = await take();
  const { page } = ann;
  const counts = await failFor(page, `**${readEntry(older)}`);
  await ann.open('/home');
  await expect(ann.link(ann.words.t('scan:home.scan'))).toBeVisible();
  expect(counts.loads).toBe(2);
  await expect(page.getByText('could not be loaded')).toBeHidden();

  // It does not load again shortly afterwards.
  counts.failures = 1;
  await ann.open('/home');
  await expect(page.getByText('could not be loaded')).toBeVisible();
  await expect(page.getByText('無法載入')).toBeVisible();
  expect(counts.loads).toBe(3);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(ann.link(ann.words.t('scan:home.scan'))).toBeVisible();
});

// CH5
test(
  'a page without its texts is loaded once more; without the Chinese ones it is English until they arrive',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const counts = await failFor(ann.page, isOfWords);
    await ann.open('/home');
    await expect(ann.link(ann.words.t('scan:home.scan'))).toBeVisible();
    expect(counts.loads).toBe(2);
    counts.failures = 1;
    await ann.open('/zh-tw/home');
    await expect(ann.link(/^(?:Scan a table|掃描桌位)$/)).toBeVisible();
    expect(counts.loads).toBe(3);
  },
);

function deploy(build: string): void {
  rmSync(served, { recursive: true, force: true });
  cpSync(build, served, { recursive: true });
}

/** Whether the address is that of a file with the first texts of a language. */
function isOfWords({ pathname }: URL): boolean {
  return (
    pathname.startsWith('/assets/first-') && readFileSync(join(older, pathname), 'utf8').includes('appName:')
  );
}

async function readScript(page: Page): Promise<string | null> {
  return page.locator('script[type=module]').first().getAttribute('src');
}
