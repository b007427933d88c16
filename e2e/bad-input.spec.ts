import { expect } from '@playwright/test';
import { shareServer, test } from './support/test.ts';

shareServer();

// CP3, CN7, CB19, CE19, CE20
test('unknown addresses: the diner sees what to do; a page that does not exist has status 404', async ({
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
  await phone.open('/merchant/1001/select-guests');
  await expect(page.getByText(phone.words.t('table:guests.noTable'))).toBeVisible();
  await expect(phone.heading('Page Not Found')).toBeVisible();
});

// CB21
test('an unknown order, or another diner’s, is not shown', async ({ take }) => {
  const phone = await take();
  await phone.sit(5, 1);
  await phone.open('/merchant/1001/order-detail/4711');
  await expect(phone.heading(phone.words.t('order:detail.closedTitle'))).toBeVisible();
});

test('the link to an order, for a visitor whom the server does not know, shows what to do', async ({
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

for (const [storage, table] of [
  ['indexedDB', 2],
  ['localStorage', 6],
] as const)
  test(`without ${storage}, the diner is at the table with the cart after a reload`, async ({ take }) => {
    const phone = await take();
    await phone.context.addInitScript((denied) => {
      Object.defineProperty(globalThis, denied, {
        get() {
          throw new DOMException('The user denied permission to access the storage.', 'SecurityError');
        },
      });
    }, storage);
    await phone.sit(table, 1);
    await phone.addAs('Ann', 'Soy-Braised Eggs');
    await phone.openCart();
    if (storage === 'indexedDB') await expect(phone.cart.getByText(/can’t store anything/)).toBeVisible();
    await expect(phone.confirmed).toBeAttached();
    await phone.page.reload();
    await expect(phone.cart.getByText('Soy-Braised Eggs')).toBeVisible();
    await phone.closeCart();
    await phone.addPlain('Smashed Cucumber');
    await expect(phone.cartBar(2)).toBeVisible();
  });

test('an invalid token logs the diner out; a new scan starts a new visit', async ({ take, server }) => {
  const phone = await take();
  await phone.sit(3);
  await phone.context.addCookies([{ name: 'token', value: 'forged', url: server.url }]);
  await phone.page.reload();
  await expect
    .poll(async () => (await phone.context.cookies()).find(({ name }) => name === 'token')?.value)
    .not.toBe('forged');
  await phone.join(3);
});
