/** What the contract says of storages, pages and popups, where only a browser shows it. */
import { expect } from '@playwright/test';
import { shareServer, test } from './support/test.ts';

shareServer();

// CN1, CN2, CF15, D28
test('the restaurant is remembered as soon as it is known, and / leads there; to the front page before', async ({
  take,
}) => {
  const ann = await take();
  const { page } = ann;
  await ann.open('/');
  await expect(page).toHaveURL(/\/home$/);
  await ann.open('/merchant/1001');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('merchant-id'))).toBe('1001');
  await page.context().clearCookies();
  await ann.open('/');
  await expect(page).toHaveURL(/\/merchant\/1001(\/order)?$/);
});

// CB19
test('an order without a table has no number of guests to choose', async ({ take }) => {
  const ann = await take();
  const { page } = ann;
  const { t } = ann.words;
  await ann.open('/merchant/1001');
  await page.evaluate(() => {
    const table = { merchantId: '1001', tableId: '', tableName: '', qrcodeId: '', sessionId: 's' };
    localStorage.setItem('table', JSON.stringify(table));
  });
  await ann.open('/merchant/1001/select-guests');
  await expect(ann.toast(t('table:guests.noTable'))).toBeVisible();
  await expect(page).toHaveURL(/\/notFound$/);
});

// CE11, CF16, CF17, CF18, CB11, CA21
test('a 401 at the menu leads to the login, and from there back to the table', async ({ take }) => {
  const ann = await take();
  const { page } = ann;
  const { t } = ann.words;
  const initialized = page.waitForRequest('**/api/shoppingCart/initialize');
  await ann.sit(5, 3);
  expect((await initialized).headers()['tableid'], 'at a table too').toBeTruthy();
  const kept = () =>
    page.evaluate(() => [sessionStorage.getItem('order-type'), localStorage.getItem('guest-count')]);
  await expect.poll(kept).toEqual(['0', '3']);
  await page.route('**/api/merchant/order/member-order-list*', (route) =>
    route.fulfill({ status: 401, json: { success: false, code: 401, msg: '', data: null } }),
  );
  await ann.openAccount();
  await ann.link(t('member:account.orders')).click();
  await expect(page).toHaveURL(/\/merchant\/1001\/login$/);
  expect(await kept()).toEqual([null, null]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: t('account:login.skip') }).click();
  await expect(page).toHaveURL(/\/merchant\/1001\/order$/);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await expect(ann.cartBar(1)).toBeVisible();
});

// CN4
test('skipping the login popup leads to no menu before an order type is chosen: the page stays', async ({
  take,
}) => {
  const ann = await take();
  const { page } = ann;
  const { t } = ann.words;
  await ann.open('/merchant/1001/account');
  const orderType = ann.dialog(t('table:orderType.title'));
  await orderType.getByRole('button', { name: t('menu:close') }).click();
  await expect(orderType).toBeHidden();
  await ann.button(t('member:account.logIn')).click();
  await ann.loginPopup.getByRole('button', { name: t('account:login.skip') }).click();
  await expect(orderType).toBeVisible();
  await expect(page).toHaveURL(/\/merchant\/1001\/account$/);
});
