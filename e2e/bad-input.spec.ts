import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { shoot } from './support/shots.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';

let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

for (const [what, path] of [
  ['a QR code that is nobody’s', '/m/1001/q/999'],
  ['an unknown merchant', '/m/4711/q/1'],
  ['a malformed link', '/m/1001/q/one'],
] as const)
  // CP3, CE19
  test(`${what}: the diner is told, and what to do`, async ({ browser }) => {
    const phone = await DinerPhone.take(browser, server);
    await phone.scan(path);
    await expect(phone.page.getByRole('heading', { level: 1 })).toHaveText(
      /This QR code does not lead to a table|Page Not Found/,
    );
    await expect(phone.page.getByText(/scan the/i).first()).toBeVisible();
    await shoot(`30-bad-link-${path.replaceAll('/', '_')}`, { phone: phone.page });
    expect(phone.errors).toEqual([]);
  });

// CN7, CE20
test('a page that does not exist says so with its path, and status 404', async ({ browser }) => {
  const phone = await DinerPhone.take(browser, server);
  const answer = await phone.page.goto(`${server.url}/merchant/1001/nowhere`);
  expect(answer?.status()).toBe(404);
  await expect(phone.page.getByText('Page Not Found')).toBeVisible();
  await expect(phone.page.getByText('/merchant/1001/nowhere')).toBeVisible();
});

// CB19
test('guests without a table: scan first, and not-found', async ({ browser }) => {
  const phone = await DinerPhone.take(browser, server);
  await phone.open('/merchant/1001/select-guests');
  await expect(phone.page.getByText(phone.words.t('table:guests.noTable'))).toBeVisible();
  await expect(phone.page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

// CB21
test('an order that is not there, or somebody else’s, is closed', async ({ browser }) => {
  const phone = await DinerPhone.take(browser, server);
  await phone.scan('/m/1001/q/5');
  await phone.chooseGuests(1);
  await phone.open('/merchant/1001/order-detail/4711');
  await expect(
    phone.page.getByRole('heading', { name: phone.words.t('order:detail.closedTitle') }),
  ).toBeVisible();
});

test('IndexedDB is blocked: the cart goes on in memory, with a banner', async ({ browser }) => {
  const phone = await DinerPhone.take(browser, server);
  await phone.context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      get() {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError');
      },
    });
  });
  await phone.scan('/m/1001/q/2');
  await phone.chooseGuests(1);
  await phone.page.getByRole('button', { name: 'Add Soy-Braised Eggs', exact: true }).click();
  await phone.giveName('Ann');
  await phone.openCart();
  await expect(phone.cart.getByText(/can’t store anything/)).toBeVisible();
  await expect(phone.cart.getByText('Confirmed')).toBeAttached();
  await shoot('31-memory-only', { phone: phone.page });
  // What the server has confirmed is there again after a reload.
  await phone.page.reload();
  await expect(phone.cart.getByText('Soy-Braised Eggs')).toBeVisible();
  expect(phone.errors).toEqual([]);
});

test('a token that is no good logs the diner out; scanning again starts anew', async ({ browser }) => {
  const phone = await DinerPhone.take(browser, server);
  await phone.scan('/m/1001/q/3');
  await phone.chooseGuests(2);
  await phone.context.addCookies([{ name: 'token', value: 'forged', url: server.url }]);
  await phone.page.reload();
  await expect
    .poll(async () => (await phone.context.cookies()).find(({ name }) => name === 'token')?.value)
    .not.toBe('forged');
  await phone.scan('/m/1001/q/3');
  await phone.expectMenu();
  expect(phone.errors).toEqual([]);
});

test('the server is killed between two changes: nothing that was accepted is missing', async ({
  browser,
}) => {
  const [ann, mei] = [await DinerPhone.take(browser, server), await DinerPhone.take(browser, server)];
  await ann.scan('/m/1001/q/4');
  await ann.chooseGuests(2);
  await mei.scan('/m/1001/q/4');
  await mei.expectMenu();
  await ann.page.getByRole('button', { name: 'Add Soy-Braised Eggs', exact: true }).click();
  await ann.giveName('Ann');
  await ann.openCart();
  await expect(ann.cart.getByText('Confirmed')).toBeAttached();
  await server.kill();
  await ann.cart.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
  await expect(ann.cart.getByText('On this phone only')).toBeVisible();
  await server.restart();
  await expect(ann.cart.getByText('Confirmed')).toBeAttached({ timeout: 40_000 });
  await mei.openCart();
  await expect(mei.cart.getByRole('region', { name: /Ann/ }).getByText('× 2')).toBeVisible({
    timeout: 40_000,
  });
  expect([...ann.errors, ...mei.errors]).toEqual([]);
});
