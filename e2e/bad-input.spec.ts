import { expect } from '@playwright/test';
import { atLength, shareServer, test } from './support/test.ts';

shareServer();

// CP3, CN7, CB19, CE19, CE20
test('addresses that lead nowhere: the diner is told, and what to do; a page that is none says so by status 404', async ({
  take,
  server,
}) => {
  const phone = await take();
  const { page } = phone;
  for (const [what, path] of [
    ['a QR code that is nobody’s', '/m/1001/q/999'],
    ['an unknown merchant', '/m/4711/q/1'],
    ['a malformed link', '/m/1001/q/one'],
  ] as const)
    await test.step(what, async () => {
      await phone.scan(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        /This QR code does not lead to a table|Page Not Found/,
      );
      await expect(page.getByText(/scan the/i).first()).toBeVisible();
    });
  const answer = await page.goto(`${server.url}/merchant/1001/nowhere`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText('Page Not Found')).toBeVisible();
  await expect(page.getByText('/merchant/1001/nowhere')).toBeVisible();
  // Guests without a table.
  await phone.open('/merchant/1001/select-guests');
  await expect(page.getByText(phone.words.t('table:guests.noTable'))).toBeVisible();
  await expect(phone.heading('Page Not Found')).toBeVisible();
});

// CB21
test('an order that is not there, or somebody else’s, is closed', async ({ take }) => {
  const phone = await take();
  await phone.sit(5, 1);
  await phone.open('/merchant/1001/order-detail/4711');
  await expect(phone.heading(phone.words.t('order:detail.closedTitle'))).toBeVisible();
});

test('the link to an order, for somebody whom the server does not know: what to do, in words', async ({
  take,
}) => {
  const phone = await take();
  const { t } = phone.words;
  await phone.open('/merchant/1001/order-detail/4711');
  await expect(phone.heading(t('order:detail.hiddenTitle'))).toBeVisible();
  await expect(phone.page.getByText(t('order:detail.hiddenText'))).toBeVisible();
  await phone.link(t('account:login.title')).click();
  await expect(phone.page).toHaveURL(/\/merchant\/1001\/login$/);
  await phone.open('/merchant/1001/order-list');
  await expect(phone.page.getByText(t('order:list.empty'))).toBeVisible();
});

test('IndexedDB is blocked: the cart goes on in memory, with a banner', async ({ take }) => {
  const phone = await take();
  await phone.context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', {
      get() {
        throw new DOMException('The user denied permission to access the database.', 'SecurityError');
      },
    });
  });
  await phone.sit(2, 1);
  await phone.addAs('Ann', 'Soy-Braised Eggs');
  await phone.openCart();
  await expect(phone.cart.getByText(/can’t store anything/)).toBeVisible();
  await expect(phone.confirmed).toBeAttached();
  // What the server has confirmed is there again after a reload.
  await phone.page.reload();
  await expect(phone.cart.getByText('Soy-Braised Eggs')).toBeVisible();
});

test('localStorage is denied: after a reload the diner sits at the table, with the cart', async ({
  take,
}) => {
  const phone = await take();
  await phone.context.addInitScript(() => {
    Object.defineProperty(globalThis, 'localStorage', {
      get() {
        throw new DOMException('The user denied permission to access the storage.', 'SecurityError');
      },
    });
  });
  await phone.sit(6, 1);
  await phone.addAs('Ann', 'Soy-Braised Eggs');
  await expect(phone.cartBar(1)).toBeVisible();
  await phone.page.reload();
  await expect(phone.cartBar(1)).toBeVisible();
  await phone.addPlain('Smashed Cucumber');
  await expect(phone.cartBar(2)).toBeVisible();
});

test('a token that is no good logs the diner out; scanning again starts anew', async ({ take, server }) => {
  const phone = await take();
  await phone.sit(3);
  await phone.context.addCookies([{ name: 'token', value: 'forged', url: server.url }]);
  await phone.page.reload();
  await expect
    .poll(async () => (await phone.context.cookies()).find(({ name }) => name === 'token')?.value)
    .not.toBe('forged');
  await phone.join(3);
});

test(
  'the server is killed between two changes: nothing that was accepted is missing',
  atLength,
  async ({ takeTwo, server }) => {
    const [ann, mei] = await takeTwo(4);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openCart();
    await expect(ann.confirmed).toBeAttached();
    await server.kill();
    await ann.cart.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
    await expect(ann.cart.getByText('On this phone only')).toBeVisible();
    await server.restart();
    await expect(ann.confirmed).toBeAttached({ timeout: 40_000 });
    await mei.openCart();
    await expect(mei.linesOf('Ann').getByText('× 2')).toBeVisible({
      timeout: 40_000,
    });
  },
);
