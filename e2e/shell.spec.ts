import { expect } from '@playwright/test';
import { hold, createRefusal } from './support/answers.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { shareServer, test } from './support/test.ts';
import { listLooks } from './support/words.ts';

/** The shell around the pages: scroll position, language, theme, missing code, the first paint. */
shareServer();

for (const [look, options] of listLooks('zh-dark')) {
  // CP10, CP11
  test(`the menu keeps its position after a search and after the account page: ${look}`, async ({ take }) => {
    const ann = await take({ ...options, reducedMotion: 'reduce' });
    const { page, words } = ann;
    const { t, translateDish } = words;
    const sections = page.getByRole('navigation', { name: t('menu:categories') });
    const soup = words.like(translateDish('Braised Beef Noodle Soup'));
    const found = new RegExp(t('search:found', { count: 12 }).replace('12', String.raw`\d+`));
    await ann.sit(11);
    await sections.getByRole('button', { name: translateDish('Rice'), exact: true }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
    await page.waitForTimeout(600);
    const left = await page.evaluate(() => scrollY);
    const current = sections.locator('[aria-current]');
    await expect(current).toHaveText(translateDish('Rice'));

    await ann.link(t('menu:search.open')).click();
    await page.getByRole('searchbox').fill('beef');
    await expect(page.getByText(found)).toBeVisible();
    await ann.button(soup).first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('menu:close') })
      .click();
    await expect(page.getByRole('searchbox')).toHaveValue('beef');
    await ann.button(t('common:back')).click();
    await ann.expectMenu();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
    await expect(current).toHaveText(translateDish('Rice'));

    await ann.openAccount();
    await ann.button(t('common:back')).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  });

  // CU3, CD1, CB13, CB24, CE18
  test(`to go, without a table: from the restaurant’s page to the placed order: ${look}`, async ({
    take,
  }) => {
    const ann = await take(options);
    const { t, like } = ann.words;
    // The app asks for the order type only where an order begins.
    const sheet = ann.dialog(t('table:orderType.title'));
    await ann.open('/merchant/1001/order-list');
    await expect(ann.page.getByText(t('order:list.empty'))).toBeVisible();
    await expect(sheet).toBeHidden();
    await ann.open('/merchant/1001');
    await expect(sheet).toBeVisible();
    await sheet.getByRole('button', { name: like(t('table:orderType.dineIn')) }).click();
    await expect(sheet.getByText(t('table:orderType.scanAgain'))).toBeVisible();
    await sheet.getByRole('button', { name: like(t('table:orderType.toGo')) }).click();
    await ann.expectMenu();
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.cartBar().click();
    await expect(ann.part(ann.screen.ownCart)).toBeVisible();
    await ann.button(t('cart:reviewOrder')).click();
    await ann.placeOrder.click();
    await ann.logInAndGoOn(look === 'en-light' ? '415-555-7001' : '415-555-7002');
    await ann.expectOrdered();
    await ann.open('/merchant/1001/order-list');
    await ann.completeLater();
    await expect(ann.link(like(t('order:list.dishes', { count: 1 })))).toBeVisible();
  });
}

test('headings get their face after the menu is shown, without moving anything', async ({ take }) => {
  const ann = await take({ colorScheme: 'light' });
  const { page } = ann;
  const face = '**/assets/fraunces-*.woff2';
  const release = await hold(page, face);
  const asked = page.waitForRequest(face);
  await ann.sit(10);
  await asked;
  const measure = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, h2, h3')].slice(0, 30).map((each) => {
        const { top, height } = each.getBoundingClientRect();
        return { text: each.textContent, top, height };
      }),
    );
  const isLoaded = () => page.evaluate(() => document.fonts.check('700 1em Fraunces'));
  const before = await measure();
  expect(await isLoaded()).toBe(false);
  await release();
  await expect.poll(isLoaded).toBe(true);
  expect(await measure()).toEqual(before);
  expect(before.length).toBeGreaterThan(10);
});

// CU7, CP7, CP18, CF15
test('language and theme are switched on the account page, and stay', async ({ take }) => {
  const ann = await take({ colorScheme: 'light' });
  const { page } = ann;
  await ann.sit(12);
  await ann.link('Your account').click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(readBackground).toBe('rgb(26, 19, 15)');
  await ann.link('中文').click();
  await expect(ann.heading('我的帳號')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-TW');
  await page.reload();
  await expect(ann.heading('我的帳號')).toBeVisible();
  await expect.poll(readBackground).toBe('rgb(26, 19, 15)');
  // The QR code names no language, so the app uses the chosen one.
  await ann.scan('/m/1001/q/12');
  await expect(page).toHaveURL(/\/zh-tw\/merchant\/1001\/order$/);
  await ann.link('我的帳號').click();
  await page.getByRole('radio', { name: '自動' }).check();
  await expect.poll(readBackground).not.toBe('rgb(26, 19, 15)');
});

// CN9
test('no popup covers the not-found page of an unknown restaurant', async ({ take }) => {
  const ann = await take();
  const { page } = ann;
  await ann.open('/merchant/1001');
  await expect(page.getByRole('dialog')).toBeVisible();
  await ann.goTo('/merchant/9999/member');
  await expect(ann.heading(ann.words.t('table:notFound.title'))).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

// CH2
test('the code of the first page is missing: the error page, and the way on from there', async ({ take }) => {
  const ann = await take();
  const { page } = ann;
  await page.route('**/assets/Account*.js', (route) => route.abort());
  await ann.open('/merchant/1001/account');
  await expect(page.getByText('Something went wrong. Please try again later.')).toBeVisible();
  await page.unroute('**/assets/Account*.js');
  await ann.button('Reload').click();
  await expect(ann.heading('Account')).toBeVisible();
});

for (const [look, options] of listLooks('zh-dark'))
  // CH5
  test(`the code of the next page is missing: the previous page stays with a message until it arrives: ${look}`, async ({
    take,
  }) => {
    const ann = await take(options);
    const { page, words } = ann;
    const { t } = words;
    const question = ann.alert(t('table:notices.pageTitle'));
    const account = ann.heading(t('member:account.title'));
    const tryAgain = question.getByRole('button', { name: t('common:retry') });
    const stay = question.getByRole('button', { name: t('table:notices.stayHere') });
    const code = '**/assets/Account*.js';
    await ann.sit(look === 'en-light' ? 5 : 6);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    let loads = 0;
    page.on('load', () => (loads += 1));

    await page.route(code, (route) => route.abort());
    await ann.openAccount();
    await expect(question).toBeVisible();
    await expectSound(page, 'a page that does not come');
    await tryAgain.click();
    await expect(question, 'no better').toBeVisible();
    expect(loads, 'no page is loaded again without success').toBe(0);
    await stay.click();
    await expect(question).toBeHidden();
    await ann.expectMenu();
    await ann.addPlain('Soy-Braised Eggs', 'more');
    await expect(ann.cartBar(2), 'the menu continues').toBeVisible();

    await ann.openAccount();
    await expect(question).toBeVisible();
    await page.unroute(code);
    await tryAgain.click();
    await expect(account).toBeVisible();
    await expect.poll(() => loads).toBe(1);
    await expect(account).toBeVisible();
  });

// CB16, CA18, CA25, CE5
test('a start at a table that is not available shows a message', async ({ take }) => {
  const ann = await take();
  await ann.sit(10);
  await ann.page.route('**/table-active-order', (route) => route.fulfill(createRefusal(10_010)));
  await ann.page.reload();
  await expect(ann.page.getByText(ann.words.t('table:notices.unavailable'))).toBeVisible();
});

// D69
test('the code on the table names no language, so a phone that speaks Chinese reads the menu in Chinese, even before the app’s code arrives', async ({
  take,
  server,
}) => {
  const ann = await take({ language: 'zh-TW', locale: 'zh-TW' });
  const letCodeCome = await hold(ann.page, '**/assets/*.js');
  await ann.page.goto(`${server.url}/m/1001/q/9`, { waitUntil: 'commit' });
  const drawn = ann.page
    .locator('#first-menu')
    .getByText(ann.words.translateDish('Clear-Broth Beef Noodles'));
  await expect(drawn).toBeVisible();
  // Releasing the code ends all routes of the page.
  let letCalls = () => {};
  const called = new Promise<void>((resolve) => (letCalls = resolve));
  await ann.context.route('**/api/**', async (route) => {
    await called;
    await route.continue();
  });
  await letCodeCome();
  await expect(
    ann.page.getByRole('status').filter({ hasText: ann.words.t('table:landing.title') }),
  ).toBeAttached();
  await expect(drawn).toBeVisible();
  letCalls();
  await ann.chooseGuestsIfAsked(2);
  await expect(ann.page).toHaveURL(/\/zh-tw\/merchant\/1001\/order$/);
});

// D69
test('the top of the menu is readable before the app’s code arrives, and nothing moves when it does', async ({
  take,
}) => {
  const ann = await take({ colorScheme: 'light' });
  const { page } = ann;
  await ann.sit(3);
  const drawn = page.locator('#first-menu');
  const readPlaces = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#root :is(h1, h2, h3, img), #root nav li:nth-child(1)')]
        .filter((part) => part.getBoundingClientRect().top < innerHeight)
        .map((part) => {
          // The width may change, because the people at the table appear next to it.
          const { x, y, height } = part.getBoundingClientRect();
          return [part.textContent, ...[x, y, height].map(Math.round)];
        }),
    );
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    const letCodeCome = await hold(page, '**/assets/*.js');
    await page.reload({ waitUntil: 'commit' });
    await expect(drawn.getByText('Clear-Broth Beef Noodles')).toBeVisible();
    // Buttons that do not work yet are not shown.
    await expect(ann.button(/^(?:Add|Choose)/)).toHaveCount(0);
    await expect(drawn.getByText('Table')).toBeHidden();
    const before = await readPlaces();
    expect(before.length).toBeGreaterThan(8);
    await letCodeCome();
    await ann.expectMenu();
    await expect(drawn).toHaveCount(0);
    expect((await readPlaces()).slice(0, before.length)).toEqual(before);
  }

  await test.step('a diner with a filter, or an own theme, sees no dish before the filter is applied', async () => {
    await page.evaluate(() =>
      localStorage.setItem('dish-filter', JSON.stringify({ needs: [], avoid: ['gluten'], foods: [] })),
    );
    const letCodeCome = await hold(page, '**/assets/*.js');
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('#root > svg')).toBeVisible();
    await expect(drawn).toBeHidden();
    await letCodeCome();
    await expect(ann.button('Filter dishes, 1 condition set')).toBeVisible();
  });
});
