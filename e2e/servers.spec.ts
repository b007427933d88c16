import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';

/** Where calls and behaviour events go. */
let server: ServerProcess | undefined;

test.afterEach(async () => server?.stop());

/** What the server printed of the phones' behaviour. */
const eventsOf = ({ printed }: ServerProcess) =>
  printed()
    .split('\n')
    .filter((line) => line.startsWith('behaviour '))
    .map((line) => JSON.parse(line.slice('behaviour '.length)) as { name: string; attributes: object });

// CF17, CA28, CE21, CE22, D14
test('the behaviour log: named by environment, user, merchant and table, and only where it is told to go', async ({
  browser,
}) => {
  server = await startTableServer({
    BEHAVIOUR_LOG_URL: '/api/system/behaviour-log',
    BEHAVIOUR_LOG_ENVIRONMENT: 'e2e',
  });
  const { url } = server;
  const ann = await DinerPhone.take(browser, server);
  const { page } = ann;
  const chunks: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('faro')) chunks.push(request.url());
  });
  // No fingerprint is to be had: its library does not load.
  await page.route(/\/assets\/(?:fp|fingerprint|.*esm)[^/]*\.js$/, (route) => route.abort());
  await ann.scan('/m/1001/q/1');
  await ann.chooseGuests(1);
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await ann.openCart();
  await expect(ann.cart.getByText(ann.words.t('cart:state.confirmed'))).toBeAttached();
  expect(chunks.length).toBeGreaterThan(0);
  const running = server;
  const named = (what: string) => eventsOf(running).filter(({ name }) => name.startsWith(`${what}_e2e_`));
  await expect.poll(() => named('table-scanned')).toHaveLength(1);
  await expect.poll(() => named('dish-added')).toHaveLength(1);
  await expect.poll(() => named('fingerprint-id-failed').length).toBeGreaterThan(0);
  const userId = await page.evaluate(() => localStorage.getItem('member-id'));
  const tableId = await page.evaluate(() => localStorage.getItem('table-id'));
  expect(named('dish-added')[0]).toMatchObject({
    name: `dish-added_e2e_${userId}_1001_${tableId}`,
    attributes: { quantity: '1' },
  });
  expect(JSON.stringify(eventsOf(running)), 'no name, no notes').not.toContain('Ann');

  // An answer that is no JSON is an event too.
  await page.route('**/api/merchant/order/member-order-list*', (route) => route.fulfill({ body: '<html>' }));
  await page.goto(`${url}/merchant/1001/order-list`);
  await expect.poll(() => named('json-parse-failed').length).toBeGreaterThan(0);
  expect(ann.errors).toEqual([]);
});

// D14
test('without a collector nothing of it is loaded or sent', async ({ browser }) => {
  server = await startTableServer();
  const ann = await DinerPhone.take(browser, server);
  const asked: string[] = [];
  ann.page.on('request', (request) => asked.push(request.url()));
  await ann.scan('/m/1001/q/1');
  await ann.chooseGuests(1);
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await expect(ann.cartBar(1)).toBeVisible();
  expect(asked.filter((url) => /faro|behaviour/.test(url))).toEqual([]);
});

// CL9
test('the code of the next page is there before it is asked for', async ({ browser }) => {
  server = await startTableServer();
  const ann = await DinerPhone.take(browser, server);
  await ann.scan('/m/1001/q/1');
  await ann.chooseGuests(1);
  await ann.page.waitForResponse((response) => /assets\/OrderDetail/.test(response.url()));
  await expect(ann.page).toHaveURL(/\/order$/);
});

// CB1
test('local mode: the calls of a restaurant with a server of its own go there', async ({ browser }) => {
  server = await startTableServer();
  const ann = await DinerPhone.take(browser, server);
  const hosts = new Map<string, Set<string>>();
  ann.page.on('request', (request) => {
    const { host, pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    hosts.set(pathname, (hosts.get(pathname) ?? new Set()).add(host));
  });
  const shared = new URL(server.url).host;
  const own = `1003.${shared}`;
  await ann.scan('/m/1003/q/1');
  await ann.chooseGuestsIfAsked(1);
  await ann.page.getByRole('button', { name: /^Add / }).first().click();
  await ann.giveName('Ann');
  await ann.openCart();
  await expect(ann.cart.getByText(ann.words.t('cart:state.confirmed'))).toBeAttached();
  expect([...hosts.get('/api/merchant/tiny-merchant')!].toSorted()).toEqual([own, shared].toSorted());
  expect([...hosts.get('/api/shoppingCart')!]).toEqual([own]);
  await expect.poll(() => ann.liveSockets).toBe(1);
  // The start after a reload knows it before the restaurant is asked.
  hosts.clear();
  await ann.page.reload();
  await expect(ann.cart.getByText(ann.words.t('cart:state.confirmed'))).toBeAttached();
  expect([...hosts.get('/api/shoppingCart')!]).toEqual([own]);
  expect(ann.errors).toEqual([]);
});

// CB3
test('local mode: a server that can not be reached is warned of, and the shared one serves', async ({
  browser,
}) => {
  server = await startTableServer();
  const ann = await DinerPhone.take(browser, server);
  const warnings: string[] = [];
  ann.page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await ann.page.route(/\/\/1003\./, (route) => route.abort());
  await ann.scan('/m/1003/q/2');
  await ann.chooseGuestsIfAsked(1);
  await ann.page.getByRole('button', { name: /^Add / }).first().click();
  await ann.giveName('Ann');
  await ann.openCart();
  await expect(ann.cart.getByText(ann.words.t('cart:state.confirmed'))).toBeAttached();
  expect(warnings.join('\n')).toContain('merchant 1003: no settings from its own server');
  expect(ann.errors).toEqual([]);
});
