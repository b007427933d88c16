import { expect, type Request } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';

/** CA0: what each call carries, what is asked once and kept, and how answers are read. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

const pathOf = (request: Request) => new URL(request.url()).pathname;

// CF17, CB3, CB4, CB12, CA0, CA26
test('headers of every call; what is asked once; the language goes along', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  const { page } = ann;
  const calls: { path: string; method: string; headers: Record<string, string> }[] = [];
  page.on('request', (request) => {
    if (pathOf(request).startsWith('/api/'))
      calls.push({ path: pathOf(request), method: request.method(), headers: request.headers() });
  });
  const to = (path: string) => calls.filter((call) => call.path.startsWith(path));
  await ann.scan('/m/1001/q/1');
  await ann.chooseGuests(1);
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await ann.openCart();
  await expect(ann.cart.getByText(ann.words.t('cart:state.confirmed'))).toBeAttached();

  for (const { path, method, headers } of calls) {
    expect(headers['languagecode'], path).toBe('en-US');
    // What is only read does not wait for it.
    if (method !== 'GET') expect(headers['guest-account-identifier'], path).toMatch(/^\w+$/);
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
  for (const { headers } of to('/api/shoppingCart')) expect(headers['tableid']).toBe(tableId);
  for (const { method, headers } of to('/api/shoppingCart'))
    expect(headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined);
  expect(to('/api/merchant/table/qrcode/info/1')[0]!.headers['tableid'], 'sent only when present').toBe(
    undefined,
  );

  // Kept per arguments: the restaurant is asked for once in each language, whatever page needs it.
  await ann.closeCart();
  await page.getByRole('link', { name: ann.words.t('menu:account') }).click();
  await page.getByRole('link', { name: ann.words.t('member:account.membership') }).click();
  await expect(page.getByRole('heading', { name: ann.words.t('member:card.title') })).toBeVisible();
  expect(to('/api/merchant/tiny-merchant')).toHaveLength(1);
  await page.goBack();
  await page.getByRole('link', { name: '中文' }).click();
  await expect.poll(() => to('/api/merchant/tiny-merchant').length).toBe(2);
  expect(to('/api/merchant/tiny-merchant')[1]!.headers['languagecode']).toBe('zh-TW');
  expect(ann.errors).toEqual([]);
});

// CH3, CL16
test('what search engines read: keywords, and the address of the page', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  await ann.open('/merchant/1001?from=poster');
  const { page } = ann;
  await expect(page.locator('meta[name=keywords]')).toHaveAttribute(
    'content',
    'restaurant, food, menu, online ordering',
  );
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${server.url}/merchant/1001`);
});

// CF1
test('numbers of more than 15 digits are read as they were written', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  const { page } = ann;
  await page.route('**/api/merchant/order/member-order-list*', async (route) => {
    const answer = await route.fetch();
    const order = {
      id: 'ID',
      serial: 'BIG',
      type: 0,
      status: 1,
      sendStatus: 2,
      paymentStatus: 2,
      tableName: '1',
      guests: 1,
      orderItems: [],
      orderTaxes: [],
      orderCoupons: [],
      totalAmount: '1.00',
      rowVersion: 1,
      createAt: 1_700_000_000_000,
      updateAt: 1_700_000_000_000,
      sourceType: 4,
    };
    const body = JSON.stringify({ success: true, code: 0, msg: '', data: { list: [order], total: 1 } });
    await route.fulfill({ response: answer, body: body.replace('"ID"', '1234567890123456789') });
  });
  await ann.scan('/m/1001/q/2');
  await ann.chooseGuests(1);
  await ann.open('/merchant/1001/order-list');
  await expect(page.getByRole('link', { name: /BIG/ })).toHaveAttribute(
    'href',
    /\/order-detail\/1234567890123456789$/,
  );
  expect(ann.errors).toEqual([]);
});

// CV1
test('an answer is good only when it says so twice: success and code 0', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server);
  const { page, words } = ann;
  const envelopes = [
    { success: true, code: 1, msg: '', data: { list: [], total: 0 } },
    { success: false, code: 0, msg: '', data: { list: [], total: 0 } },
    { code: 0, data: { list: [], total: 0 } },
  ];
  await ann.scan('/m/1001/q/3');
  await ann.chooseGuests(1);
  for (const envelope of envelopes) {
    await page.route('**/api/merchant/order/member-order-list*', (route) =>
      route.fulfill({ json: envelope }),
    );
    await ann.open('/merchant/1001/order-list');
    await expect(page.getByRole('button', { name: words.t('common:retry') })).toBeVisible();
    await page.unrouteAll();
  }
  await page.getByRole('button', { name: words.t('common:retry') }).click();
  await expect(page.getByText(words.t('order:list.empty'))).toBeVisible();
  expect(ann.errors).toEqual([]);
});
