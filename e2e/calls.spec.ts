import { expect, type Request } from '@playwright/test';
import { shareServer, test } from './support/test.ts';

/** The headers of each call, the calls that the app makes only once, and how it reads answers. */
shareServer();

const getPath = (request: Request) => new URL(request.url()).pathname;

// CF17, CB3, CB4, CB12, CA0, CA26
test('headers of every call; requests that are made once; the language is sent', async ({ take }) => {
  const ann = await take();
  const { page } = ann;
  const calls: { path: string; method: string; headers: Record<string, string> }[] = [];
  page.on('request', (request) => {
    if (getPath(request).startsWith('/api/'))
      calls.push({ path: getPath(request), method: request.method(), headers: request.headers() });
  });
  const to = (path: string) => calls.filter((call) => call.path.startsWith(path));
  await ann.sit(1, 1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.openCart();
  await expect(ann.confirmed).toBeAttached();

  for (const { path, headers } of calls) {
    expect(headers['languagecode'], path).toBe('en-US');
    expect(headers['merchantid'], path).toBe('1001');
  }
  const [anonymous, register, ...rest] = calls
    .filter(({ path }) => !path.includes('/tiny-merchant') && !path.includes('/merchant/home'))
    .filter(({ path }) => !path.includes('products-by-categories'));
  expect(anonymous!.path).toBe('/api/member/token/anonymous');
  expect(register!.path, 'a token comes first').toBe('/api/member/register/guest');
  expect(register!.headers['authorization']).toMatch(/^Bearer \S+$/);
  for (const { path, headers } of rest) expect(headers['authorization'], path).toMatch(/^Bearer \S+$/);
  expect(to('/api/member/register/guest'), 'one shared call').toHaveLength(1);
  const tableId = await page.evaluate(() => localStorage.getItem('table-id'));
  for (const { method, headers } of to('/api/shoppingCart')) {
    expect(headers['tableid']).toBe(tableId);
    // A read does not wait for the fingerprint.
    if (method === 'POST') expect(headers['guest-account-identifier']).toMatch(/^\w+$/);
  }

  // Answers are cached by arguments. All pages share one request for the restaurant in each language.
  await ann.closeCart();
  await ann.openAccount();
  await ann.link(ann.words.t('member:account.membership')).click();
  await expect(ann.heading(ann.words.t('member:card.title'))).toBeVisible();
  expect(to('/api/merchant/tiny-merchant')).toHaveLength(1);
  await page.goBack();
  await ann.link('中文').click();
  await expect.poll(() => to('/api/merchant/tiny-merchant').length).toBe(2);
  expect(to('/api/merchant/tiny-merchant')[1]!.headers['languagecode']).toBe('zh-TW');
});

// CH3, CL16
test('contents for search engines: keywords, and the address of the page', async ({ take, server }) => {
  const ann = await take();
  await ann.open('/merchant/1001?from=poster');
  const { page } = ann;
  await expect(page.locator('meta[name=keywords]')).toHaveAttribute(
    'content',
    'restaurant, food, menu, online ordering',
  );
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${server.url}/merchant/1001`);
});

// CF1, CV1
test('answers: valid only with success and code 0; numbers of more than 15 digits stay whole', async ({
  take,
}) => {
  const ann = await take();
  const { page, words } = ann;
  // When the group connects, the page loads the list again by itself.
  await ann.context.route('**/scan-order-negotiate*', (route) => route.abort());
  const openList = async (body: string) => {
    await page.unrouteAll();
    await page.route('**/api/merchant/order/member-order-list*', (route) =>
      route.fulfill({ contentType: 'application/json', body }),
    );
    await ann.open('/merchant/1001/order-list');
  };
  await ann.sit(2, 1);
  const orders = '[{"id":1234567890123456789,"serial":"BIG"}]';
  await openList(`{"success":true,"code":0,"msg":"","data":{"list":${orders},"total":1}}`);
  await expect(ann.link(/BIG/)).toHaveAttribute('href', /\/order-detail\/1234567890123456789$/);
  await openList('{"success":true,"code":1,"msg":"","data":{"list":[],"total":0}}');
  await expect(ann.button(words.t('common:retry'))).toBeVisible();
  await page.unrouteAll();
  await ann.button(words.t('common:retry')).click();
  await expect(page.getByText(words.t('order:list.empty'))).toBeVisible();
});
