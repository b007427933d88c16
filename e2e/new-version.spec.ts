import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { chunkOf, entryOf, writeAnotherBuild } from './support/another-build.ts';
import { DinerPhone, type PhoneOptions } from './support/diner.ts';
import { serveBuild } from './support/serve-build.ts';
import { atLength } from './support/test.ts';
import { untilStill } from './support/screen/until-still.ts';

/** Deployments while phones are in use: the build at hand, and a newer one. */
const folder = mkdtempSync(join(tmpdir(), 'builds-'));
const older = 'dist';
const newer = join(folder, 'newer');
const served = join(folder, 'served');

const test = base.extend<{ take: (options?: PhoneOptions) => Promise<DinerPhone> }>({
  /** Phones of a server with the older build. */
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

test('after a deployment the next navigation has the new version, and so has the next start without a network', async ({
  take,
}) => {
  const ann = await take({ serviceWorkers: 'allow' });
  const { page, words } = ann;
  await ann.open('/merchant/1001');
  await ann.part(ann.screen.close).click();
  // Its way back through the history comes to its end before another one begins.
  await expect(ann.part(ann.screen.close)).toBeHidden();
  await untilStill(page);
  await ann.workerInCharge();
  expect(await scriptOf(page)).toBe(entryOf(older));

  deploy(newer);
  // The code of a page that was never opened is on the phone.
  await ann.goTo('/merchant/1001/account');
  await expect(ann.heading(words.t('member:account.title'))).toBeVisible();
  expect(await scriptOf(page)).toBe(entryOf(older));

  await seeNewVersion(page);
  await ann.goTo('/home');
  await expect.poll(() => scriptOf(page)).toBe(entryOf(newer));

  // Its worker takes over as soon as no page of the older one is left.
  await expect.poll(() => ann.cachedFiles(), { timeout: 20_000 }).toContain(entryOf(newer));
  await expect.poll(() => ann.cachedFiles(), { timeout: 20_000 }).not.toContain(entryOf(older));
  await ann.context.setOffline(true);
  await page.close();
  const again = await ann.anotherTab();
  await again.open('/home');
  // It may ask at once how they order; behind that stands the page.
  await expect(again.page.getByText(words.t('scan:home.scan'), { exact: true })).toBeVisible();
  expect(await scriptOf(again.page)).toBe(entryOf(newer));
});

test(
  'a phone that keeps nothing finds the code of its build on the server after a deployment',
  atLength,
  async ({ take }) => {
    const ann = await take();
    await ann.open('/merchant/1001');
    await ann.part(ann.screen.close).click();
    deploy(newer);
    const asked = ann.page.waitForResponse((answer) => answer.url().endsWith(chunkOf(older, 'Account')));
    await ann.goTo('/merchant/1001/account');
    await expect(ann.heading(ann.words.t('member:account.title'))).toBeVisible();
    expect((await asked).status()).toBe(200);
    expect(await scriptOf(ann.page)).toBe(entryOf(older));
  },
);

// CH5, D12
test(
  'a phone whose next page is nowhere any more comes there in the new version, with what it has not sent',
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
    await page.route(`**${chunkOf(older, 'Account')}`, refuse);
    await ann.openAccount();
    await expect(ann.heading(words.t('member:account.title'))).toBeVisible();
    expect(await scriptOf(page)).toBe(entryOf(newer));
    await page.unroute('**/api/shoppingCart**', refuse);
    await page.goBack();
    await ann.openCart();
    await expect(ann.confirmed).toHaveCount(2);
  },
);

// D12
test('a page whose own script is missing is loaded once more; then it says what to do, in both languages', async ({
  take,
}) => {
  const ann = await take();
  const { page } = ann;
  let loads = 0;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  let failures = 1;
  await page.route(`**${entryOf(older)}`, async (route) => {
    failures -= 1;
    await (failures >= 0 ? route.fulfill({ status: 404 }) : route.continue());
  });
  await ann.open('/home');
  await expect(ann.link(ann.words.t('scan:home.scan'))).toBeVisible();
  expect(loads).toBe(2);
  await expect(page.getByText('could not be loaded')).toBeHidden();

  // Shortly after it is not tried again unasked.
  failures = 1;
  await ann.open('/home');
  await expect(page.getByText('could not be loaded')).toBeVisible();
  await expect(page.getByText('無法載入')).toBeVisible();
  expect(loads).toBe(3);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(ann.link(ann.words.t('scan:home.scan'))).toBeVisible();
});

// CH5, D12
test(
  'a page without its words is loaded once more; without the Chinese ones it speaks English until they are there',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page } = ann;
    let loads = 0;
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
    let failures = 1;
    await page.route(isOfWords, async (route) => {
      failures -= 1;
      await (failures >= 0 ? route.fulfill({ status: 503 }) : route.continue());
    });
    await ann.open('/home');
    await expect(ann.link(ann.words.t('scan:home.scan'))).toBeVisible();
    expect(loads).toBe(2);
    await expect(page.getByText('could not be loaded')).toBeHidden();

    failures = 1;
    await ann.open('/zh-tw/home');
    await expect(ann.link(/^(?:Scan a table|掃描桌位)$/)).toBeVisible();
    expect(loads).toBe(3);

    // Shortly after it is not tried again unasked.
    failures = 4;
    await page.reload();
    await expect(page.getByText('could not be loaded')).toBeVisible();
  },
);

function deploy(build: string): void {
  rmSync(served, { recursive: true, force: true });
  cpSync(build, served, { recursive: true });
}

/** As when the phone is taken up again. */
async function seeNewVersion(page: Page): Promise<void> {
  const asked = page.waitForResponse('**/builds/latest.json');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await asked;
  await page.waitForTimeout(200);
}

/** Of the files of that name those with a language's first texts. */
function isOfWords({ pathname }: URL): boolean {
  return (
    pathname.startsWith('/assets/first-') && readFileSync(join(older, pathname), 'utf8').includes('appName:')
  );
}

async function scriptOf(page: Page): Promise<string | null> {
  return page.locator('script[type=module]').first().getAttribute('src');
}
