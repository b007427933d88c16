/** The contract's rules on storage, pages and popups that only a browser shows. */
import { expect } from '@playwright/test';
import { createRefusal } from './support/answers.ts';
import { forgetCodes } from './support/table-server.ts';
import { atLength, shareServer, test } from './support/test.ts';

shareServer();

// CN1, CN2, CF15, CN2
test('the restaurant is stored as soon as it is known, and / leads there; before, to the front page', async ({
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

// CE11, CF16, CF17, CF18, CB11, CA21
test('a 401 at the menu leads to the login, and back to the table', async ({ take }) => {
  const ann = await take();
  const { page } = ann;
  const { t } = ann.words;
  const initialized = page.waitForRequest('**/api/shoppingCart/initialize');
  await ann.sit(5, 3);
  expect((await initialized).headers()['tableid'], 'at a table too').toBeTruthy();
  const readStoredChoices = () =>
    page.evaluate(() => [sessionStorage.getItem('order-type'), localStorage.getItem('guest-count')]);
  await expect.poll(readStoredChoices).toEqual(['0', '3']);
  await page.route('**/api/merchant/order/member-order-list*', (route) => route.fulfill(createRefusal(401)));
  await ann.openAccount();
  await ann.link(t('member:account.orders')).click();
  await expect(page).toHaveURL(/\/merchant\/1001\/login$/);
  expect(await readStoredChoices()).toEqual([null, null]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: t('account:login.skip') }).click();
  await expect(page).toHaveURL(/\/merchant\/1001\/order$/);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await expect(ann.cartBar(1)).toBeVisible();
});

// CN4
test(
  'skipping the login popup opens no menu before an order type is chosen: the page stays',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page } = ann;
    const { t } = ann.words;
    await ann.open('/merchant/1001/account');
    const orderType = ann.dialog(t('table:orderType.title'));
    await ann.button(t('member:account.logIn')).click();
    await ann.loginPopup.getByRole('button', { name: t('account:login.skip') }).click();
    await expect(orderType).toBeVisible();
    await expect(page).toHaveURL(/\/merchant\/1001\/account$/);
  },
);

// CV9, CB10
test(
  'a diner without a name is asked for it before an order’s detail: from the home page, the list, and a message',
  atLength,
  async ({ take, takeTwo }) => {
    const [ann, mei] = await takeTwo(6);
    const { page } = mei;
    const { t } = mei.words;
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.order('415-555-8001');
    const orderId = new URL(ann.page.url()).pathname.split('/').at(-1)!;
    const refuse = async () => {
      await expect(mei.namePopup).toBeVisible();
      await mei.part(mei.screen.close, mei.namePopup).click();
      await expect(mei.namePopup).toBeHidden();
      await expect(page).not.toHaveURL(/order-detail/);
    };

    await test.step('news', async () => {
      await mei.part(mei.screen.viewDetail).click();
      await refuse();
    });
    await test.step('home', async () => {
      await mei.open('/merchant/1001');
      await mei.link(t('table:home.yourOrder')).click();
      await refuse();
      await expect(page).toHaveURL(/\/merchant\/1001$/);
    });
    await test.step('list', async () => {
      // The guest has an order from an earlier evening.
      await page.route('**/member-order-list*', (route) =>
        route.fulfill({
          json: { success: true, code: 0, msg: '', data: [{ id: orderId, serial: '7' }] },
        }),
      );
      await mei.open('/merchant/1001/order-list');
      const row = mei.link(t('order:detail.serial', { serial: '7' }));
      await row.click();
      await refuse();
      await row.click();
      await mei.giveName('Mei');
      await expect(page).toHaveURL(/order-detail/);
      await expect(mei.round(1)).toBeVisible();
    });
    const stranger = await take();
    await stranger.open(`/merchant/1001/order-detail/${orderId}`);
    await expect(stranger.namePopup, 'a visitor without a session has no name yet').toBeHidden();
  },
);

// CA11, P5
test(
  'a server that saves a member and answers nothing: the typed values are shown, with a message',
  atLength,
  async ({ take }) => {
    const ann = await take();
    const { page } = ann;
    const { t } = ann.words;
    await page.route('**/api/member', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ json: { success: true, code: 0, msg: '', data: null } })
        : route.fallback(),
    );
    await ann.logInOnPage('415-555-8002');
    await ann.open('/merchant/1001/account/profile');
    await ann.fillMember(page, 'Ann', 'ann@example.com');
    await ann.button(t('member:profile.save')).click();
    await expect(ann.toast(t('member:profile.saved'))).toBeVisible();
    await expect(page.getByLabel(t('member:form.mail'))).toHaveValue('ann@example.com');
    await ann.button(t('common:back')).click();
    await expect(page.getByText('Ann Lin')).toBeVisible();
  },
);

// CB18
test('dine-in without a number of guests shows a message on the account page too', async ({ take }) => {
  const ann = await take();
  const { t, like } = ann.words;
  await ann.scan('/m/1001/q/8');
  await expect(ann.page).toHaveURL(/select-guests$/);
  await ann.open('/merchant/1001');
  await ann
    .dialog(t('table:orderType.title'))
    .getByRole('button', { name: like(t('table:orderType.dineIn')) })
    .click();
  await expect(ann.toast(t('table:guests.invalid'))).toBeVisible();
});

// CE11, CB9
test(
  'a member whose login ended with a 401 logs in again, and is back at the table with their dishes',
  atLength,
  async ({ take, server }) => {
    const ann = await take();
    const { page } = ann;
    const { t } = ann.words;
    const phone = '415-555-8003';
    await ann.logInOnPage(phone);
    await ann.sit(9, 1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await ann.openCart();
    await expect(ann.confirmed).toBeAttached();
    await ann.closeCart();
    await forgetCodes(server);
    await page.route('**/api/merchant/order/member-order-list*', (route) =>
      route.fulfill(createRefusal(401, '', 401)),
    );
    await ann.openAccount();
    await ann.link(t('member:account.orders')).click();
    await expect(page).toHaveURL(/\/merchant\/1001\/login$/);
    const cookies = await ann.context.cookies();
    expect(cookies.filter(({ name, value }) => name === 'token' && value)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await ann.fillLoginOnPage(phone);
    await ann.expectMenu();
    await expect(ann.cartBar(1)).toBeVisible();
    await ann.addPlain('Soy-Braised Eggs', 'more');
    await ann.openCart();
    await expect(
      ann.cart.getByRole('group', { name: 'Soy-Braised Eggs' }).getByText('2', { exact: true }),
    ).toBeVisible();
    await expect(ann.confirmed).toBeAttached();
  },
);
