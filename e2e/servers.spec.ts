import { expect } from '@playwright/test';
import type { DinerPhone } from './support/diner.ts';
import type { ServerProcess } from './support/table-server.ts';
import { atLength, test } from './support/test.ts';

/** The behaviour events that the server printed. */
const readEvents = ({ printed }: ServerProcess) =>
  printed()
    .split('\n')
    .filter((line) => line.startsWith('behaviour '))
    .map((line) => JSON.parse(line.slice('behaviour '.length)) as { name: string; attributes: object });

test.describe('with a collector', () => {
  test.use({
    environment: { BEHAVIOUR_LOG_URL: '/api/system/behaviour-log', BEHAVIOUR_LOG_ENVIRONMENT: 'e2e' },
  });

  // CF17, CA28, CE21, CE22, CA28
  test('the behaviour log: named by environment, user, merchant and table, and only sent where it is configured', async ({
    take,
    server,
  }) => {
    const ann = await take();
    const { page } = ann;
    const chunks: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('faro')) chunks.push(request.url());
    });
    // The fingerprint library fails to load.
    await page.route(/\/assets\/(?:fp|fingerprint|.*esm)[^/]*\.js$/, (route) => route.abort());
    await ann.sit(1, 1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openCart();
    await expect(ann.confirmed).toBeAttached();
    expect(chunks.length).toBeGreaterThan(0);
    const listNamedEvents = (what: string) =>
      readEvents(server).filter(({ name }) => name.startsWith(`${what}_e2e_`));
    await expect.poll(() => listNamedEvents('table-scanned')).toHaveLength(1);
    await expect.poll(() => listNamedEvents('dish-added')).toHaveLength(1);
    await expect.poll(() => listNamedEvents('fingerprint-id-failed').length).toBeGreaterThan(0);
    const userId = await page.evaluate(() => localStorage.getItem('member-id'));
    const tableId = await page.evaluate(() => localStorage.getItem('table-id'));
    expect(listNamedEvents('dish-added')[0]).toMatchObject({
      name: `dish-added_e2e_${userId}_1001_${tableId}`,
      attributes: { quantity: '1' },
    });
    expect(JSON.stringify(readEvents(server)), 'no name, no notes').not.toContain('Ann');

    // An answer that is not JSON causes an event, too.
    await page.route('**/api/merchant/order/member-order-list*', (route) =>
      route.fulfill({ body: '<html>' }),
    );
    await page.goto(`${server.url}/merchant/1001/order-list`);
    await expect.poll(() => listNamedEvents('json-parse-failed').length).toBeGreaterThan(0);
  });
});

// CL9, CA28
test('without a collector nothing of it is loaded or sent; the code of the next page is loaded ahead', async ({
  take,
}) => {
  const ann = await take();
  const asked: string[] = [];
  ann.page.on('request', (request) => asked.push(request.url()));
  await ann.sit(1, 1);
  await expect.poll(() => asked.some((url) => /assets\/OrderDetail/.test(url))).toBe(true);
  await expect(ann.page).toHaveURL(/\/order$/);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await expect(ann.cartBar(1)).toBeVisible();
  expect(asked.filter((url) => /faro|behaviour/.test(url))).toEqual([]);
});

/** Adds the first dish at restaurant 1003, and waits until the server has it. */
async function orderAt1003(ann: DinerPhone): Promise<void> {
  await ann.sit(1, 1, 1003);
  await ann.button(/^Add /).first().click();
  await ann.giveName('Ann');
  await ann.openCart();
  await expect(ann.confirmed).toBeAttached();
}

// CB1
test('local mode: calls go to the restaurant’s own server', async ({ take, server }) => {
  const ann = await take();
  const hosts = new Map<string, Set<string>>();
  ann.page.on('request', (request) => {
    const { host, pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    hosts.set(pathname, (hosts.get(pathname) ?? new Set()).add(host));
  });
  const shared = new URL(server.url).host;
  const own = `1003.${shared}`;
  await orderAt1003(ann);
  expect([...hosts.get('/api/merchant/tiny-merchant')!].toSorted()).toEqual([own, shared].toSorted());
  expect([...hosts.get('/api/shoppingCart')!]).toEqual([own]);
  await expect.poll(() => ann.liveSockets).toBe(1);
  // After a reload the phone knows the restaurant's own server already.
  hosts.clear();
  await ann.page.reload();
  await expect(ann.confirmed).toBeAttached();
  expect([...hosts.get('/api/shoppingCart')!]).toEqual([own]);
});

// CB3
test(
  'local mode: if that server is unreachable, the app warns and uses the shared one',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const warnings: string[] = [];
    ann.page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await ann.page.route(/\/\/1003\./, (route) => route.abort());
    await orderAt1003(ann);
    expect(warnings.join('\n')).toContain('merchant 1003: no settings from its own server');
  },
);
