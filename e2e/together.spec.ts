import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { shoot } from './support/shots.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

/** What only the server can decide, with two phones that want it at once. */
let server: ServerProcess;

test.beforeEach(async () => {
  server = await startTableServer();
});
test.afterEach(async () => server.stop());

// CA16
test('two members place the same cart at once: one order, and the other phone shows it', async ({
  browser,
}) => {
  const phones = [
    await DinerPhone.take(browser, server, looks['zh-dark']),
    await DinerPhone.take(browser, server, looks['zh-dark']),
  ];
  const [ann, mei] = phones as [DinerPhone, DinerPhone];
  const { t, like } = ann.words;
  for (const [index, phone] of phones.entries()) {
    await phone.open('/merchant/1001/login');
    await phone.logInOnPage(`415-555-60${index}1`);
    await phone.scan('/m/1001/q/1');
    await phone.chooseGuestsIfAsked(2);
    await phone.addPlain(index === 0 ? 'Soy-Braised Eggs' : 'Smashed Cucumber');
    await phone.giveName(index === 0 ? 'Ann' : 'Mei');
  }
  for (const phone of phones) {
    await expect(phone.cartBar(2)).toBeVisible();
    await phone.openCart();
    await phone.page.getByRole('button', { name: t('cart:reviewOrder') }).click();
  }
  await Promise.all(
    phones.map(({ page }) =>
      // At once, whatever the other phone's dialog covers by then.
      page.getByRole('button', { name: like(t('cart:place.action')) }).dispatchEvent('click'),
    ),
  );
  // One of them is told that the order is in, the other who placed it.
  const isIn = async ({ page }: DinerPhone) => /\/order-detail\//.test(page.url());
  await expect.poll(async () => (await isIn(ann)) || (await isIn(mei))).toBe(true);
  const [first, second] = (await isIn(ann)) ? [ann, mei] : [mei, ann];
  const submitted = second.page.getByRole('alertdialog', { name: t('order:submitted.title') });
  await expect(submitted).toBeVisible();
  await shoot('conflict', { first: first.page, second: second.page });
  await submitted.getByRole('button', { name: t('order:submitted.viewDetail') }).click();
  for (const { page } of phones) {
    await expect(page).toHaveURL(/\/order-detail\//);
    await expect(page.getByText(ann.words.named('Soy-Braised Eggs'), { exact: true })).toHaveCount(1);
    await expect(page.getByText(ann.words.named('Smashed Cucumber'), { exact: true })).toHaveCount(1);
    await expect(page.getByRole('heading', { name: t('order:detail.round', { number: 2 }) })).toBeHidden();
  }
  expect(new URL(ann.page.url()).pathname).toBe(new URL(mei.page.url()).pathname);
  await ann.open('/merchant/1001/order-list');
  await expect(ann.page.getByRole('listitem')).toHaveCount(1);
  expect([...ann.errors, ...mei.errors]).toEqual([]);
});

test('one coupon on two phones at once is used once', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server, looks['en-light']);
  const { t, like } = ann.words;
  await ann.open('/merchant/1001/login');
  await ann.logInOnPage('415-555-6003');
  // The same member on a second phone, at a table of its own.
  const { cookies, origins } = await ann.context.storageState();
  const storageState = { cookies: cookies.filter(({ name }) => name !== 'uuid'), origins };
  const tablet = await DinerPhone.take(browser, server, { ...looks['en-light'], storageState });
  const tenth = 'Neighbors: 10% off';
  for (const [index, phone] of [ann, tablet].entries()) {
    await phone.scan(`/m/1001/q/${5 + index}`);
    await phone.page.waitForURL(/select-guests/);
    if (phone === tablet) await phone.completeLater();
    await phone.chooseGuests(1);
    await phone.addPlain('Soy-Braised Eggs');
    if (phone === ann) await phone.giveName('Ann');
    await phone.openCart();
    await phone.page.getByRole('button', { name: t('cart:reviewOrder') }).click();
    await phone.page.getByRole('button', { name: /1\.05/ }).click();
    const sheet = phone.page.getByRole('dialog', { name: t('cart:coupon.choose') });
    await sheet.getByRole('button', { name: like(tenth) }).click();
    await expect(sheet).toBeHidden();
  }
  const action = ({ page }: DinerPhone) => page.getByRole('button', { name: like(t('cart:place.action')) });
  await Promise.all([action(ann).dispatchEvent('click'), action(tablet).dispatchEvent('click')]);
  const isIn = ({ page }: DinerPhone) => /\/order-detail\//.test(page.url());
  await expect.poll(() => isIn(ann) || isIn(tablet)).toBe(true);
  const [first, second] = isIn(ann) ? [ann, tablet] : [tablet, ann];
  await expect(second.page.getByText(t('cart:place.couponUnusable')).first()).toBeVisible();
  await expect(first.page.getByText(tenth)).toBeVisible();
  // It goes through without, at another total that the diner has seen.
  await expect(second.page.getByText(tenth)).toBeHidden();
  await shoot('coupon-twice', { second: second.page });
  await action(second).click();
  await expect(second.page).toHaveURL(/\/order-detail\//);
  await expect(second.page.getByText(tenth)).toBeHidden();
  await ann.open('/merchant/1001/coupon-used');
  await expect(ann.page.getByText(tenth)).toHaveCount(1);
  expect([...ann.errors, ...tablet.errors]).toEqual([]);
});

// CE6
test('sold out while it is in the cart: told, marked on both phones, taken out, ordered without', async ({
  browser,
}) => {
  const ann = await DinerPhone.take(browser, server, looks['zh-dark']);
  const mei = await DinerPhone.take(browser, server, looks['zh-dark']);
  const { t, like, named } = ann.words;
  const eggs = named('Soy-Braised Eggs');
  await ann.open('/merchant/1001/login');
  await ann.logInOnPage('415-555-6004');
  await ann.scan('/m/1001/q/1');
  await ann.chooseGuests(2);
  await mei.scan('/m/1001/q/1');
  await mei.expectMenu();
  await ann.addPlain('Smashed Cucumber');
  await ann.giveName('Ann');
  await ann.addPlain('Soy-Braised Eggs');
  await expect(mei.cartBar(2)).toBeVisible();
  await ann.openCart();
  await mei.openCart();
  await server.soldOut('Soy-Braised Eggs', true);
  const mine = ann.cart.getByRole('region', { name: /Ann/ });
  for (const { cart } of [ann, mei])
    await expect(cart.getByRole('region', { name: /Ann/ }).getByText(t('menu:soldOut'))).toBeVisible();
  await shoot('sold-out-cart', { ann: ann.page, mei: mei.page });
  await mei.closeCart();

  // Another one of the kind is at hand, on the menu that has said so by then.
  await mine.getByRole('button', { name: t('cart:swapDish', { name: eggs }) }).click();
  await expect(ann.cart).toBeHidden();
  await expect(
    ann.page.getByRole('heading', { name: named('From the Braising Pot'), exact: true }),
  ).toBeInViewport();
  await expect(ann.page.getByRole('button', { name: t('menu:addDish', { name: eggs }) })).toBeHidden();
  await shoot('sold-out-swap', { ann: ann.page });

  // Who wants to order it all the same is told what is the matter, before the kitchen has to.
  await ann.openCart();
  await ann.page.getByRole('button', { name: t('cart:reviewOrder') }).click();
  await expect(ann.page.getByText(t('cart:place.takeOutSoldOut'))).toBeVisible();
  await expect(ann.page.getByRole('button', { name: like(t('cart:place.action')) })).toBeDisabled();
  const review = ann.page.getByRole('dialog', { name: t('cart:preview.title') });
  await expect(review.getByText(t('menu:soldOut'), { exact: true })).toBeVisible();
  await shoot('sold-out', { ann: ann.page });
  await review.getByRole('button', { name: t('menu:close') }).click();
  await mine.getByRole('button', { name: t('menu:remove', { name: eggs }) }).click();
  await expect(mine.getByText(eggs)).toBeHidden();
  await ann.page.getByRole('button', { name: t('cart:reviewOrder') }).click();
  await ann.page.getByRole('button', { name: like(t('cart:place.action')) }).click();
  await expect(ann.page).toHaveURL(/\/order-detail\//);
  await expect(ann.page.getByRole('heading', { level: 1, name: t('order:detail.title') })).toBeVisible();
  await expect(ann.page.getByText(eggs, { exact: true })).toHaveCount(0);

  // The other phone offers it no more, until it is back.
  await mei.page
    .getByRole('alertdialog', { name: t('order:submitted.title') })
    .getByRole('button', { name: t('order:submitted.addItem') })
    .click();
  const add = mei.page.getByRole('button', { name: t('menu:addDish', { name: eggs }) });
  await expect(add).toBeHidden();
  await server.soldOut('Soy-Braised Eggs', false);
  await expect(add).toBeVisible();
  expect([...ann.errors, ...mei.errors]).toEqual([]);
});
