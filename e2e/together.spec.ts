import { expect } from '@playwright/test';
import type { DinerPhone } from './support/diner.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** What only the server can decide, with two phones that want it at once. */
const isIn = ({ page }: DinerPhone) => /\/order-detail\//.test(page.url());

/**
 * Both buttons are found before either is pressed: the first answer covers the other phone's button. A click that is
 * dispatched while the total is worked out would be lost.
 */
async function placeAtOnce(phones: readonly DinerPhone[]): Promise<void> {
  for (const { placeOrder } of phones) await expect(placeOrder).toBeEnabled();
  const buttons = await Promise.all(phones.map(({ placeOrder }) => placeOrder.elementHandle()));
  await Promise.all(buttons.map((button) => button.dispatchEvent('click')));
}

// CA16
test(
  'two members place the same cart at once: one order, and the other phone shows it',
  atLength,
  async ({ take }) => {
    const phones = [await take(looks['zh-dark']), await take(looks['zh-dark'])];
    const [ann, mei] = phones as [DinerPhone, DinerPhone];
    const { t } = ann.words;
    for (const [index, phone] of phones.entries()) {
      await phone.logInOnPage(`415-555-60${index}1`);
      await phone.sit(1);
      await phone.addAs(['Ann', 'Mei'][index]!, ['Soy-Braised Eggs', 'Smashed Cucumber'][index]!);
    }
    for (const phone of phones) {
      await expect(phone.cartBar(2)).toBeVisible();
      await phone.openReview();
    }
    await placeAtOnce(phones);
    // One of them is told that the order is in, the other who placed it.
    await expect.poll(() => isIn(ann) || isIn(mei)).toBe(true);
    const second = isIn(ann) ? mei : ann;
    const submitted = second.alert(t('order:submitted.title'));
    await expect(submitted).toBeVisible();
    await submitted.getByRole('button', { name: t('order:submitted.viewDetail') }).click();
    for (const phone of phones) {
      await phone.expectOrdered();
      for (const dish of ['Soy-Braised Eggs', 'Smashed Cucumber'])
        await expect(phone.page.getByText(ann.words.named(dish), { exact: true })).toHaveCount(1);
      await expect(phone.round(2)).toBeHidden();
    }
    expect(new URL(ann.page.url()).pathname).toBe(new URL(mei.page.url()).pathname);
    await ann.open('/merchant/1001/order-list');
    await expect(ann.page.getByRole('listitem')).toHaveCount(1);
  },
);

test('one coupon on two phones at once is used once', atLength, async ({ take }) => {
  const ann = await take();
  const { t, like } = ann.words;
  await ann.logInOnPage('415-555-6003');
  // The same member on a second phone, at a table of its own.
  const { cookies, origins } = await ann.context.storageState();
  const storageState = { cookies: cookies.filter(({ name }) => name !== 'uuid'), origins };
  const tablet = await take({ ...looks['en-light'], storageState });
  const tenth = 'Neighbors: 10% off';
  for (const [index, phone] of [ann, tablet].entries()) {
    await phone.scan(`/m/1001/q/${5 + index}`);
    await phone.page.waitForURL(/select-guests/);
    // How many they are comes first.
    await phone.part(phone.screen.guests(1)).click();
    if (phone === tablet) await phone.completeLater();
    await phone.expectMenu();
    await phone.addPlain('Soy-Braised Eggs');
    if (phone === ann) await phone.giveName('Ann');
    await phone.openReview();
    await phone.button(/off −/).click();
    const sheet = phone.dialog(t('cart:coupon.choose'));
    await sheet.getByRole('button', { name: like(tenth) }).click();
    await expect(sheet).toBeHidden();
  }
  await placeAtOnce([ann, tablet]);
  await expect.poll(() => isIn(ann) || isIn(tablet)).toBe(true);
  const [first, second] = isIn(ann) ? [ann, tablet] : [tablet, ann];
  await expect(second.page.getByText(t('cart:place.couponUnusable')).first()).toBeVisible();
  await expect(first.page.getByText(tenth)).toBeVisible();
  // It goes through without, at another total that the diner has seen.
  await expect(second.page.getByText(tenth)).toBeHidden();
  await second.placeOrder.click();
  await second.expectOrdered();
  await expect(second.page.getByText(tenth)).toBeHidden();
  await ann.open('/merchant/1001/coupon-used');
  await expect(ann.page.getByText(tenth)).toHaveCount(1);
});

// CE6
test(
  'sold out while it is in the cart: told, marked on both phones, taken out, ordered without',
  atLength,
  async ({ take, server }) => {
    const ann = await take(looks['zh-dark']);
    const mei = await take(looks['zh-dark']);
    const { t, named } = ann.words;
    const eggs = named('Soy-Braised Eggs');
    await ann.logInOnPage('415-555-6004');
    await ann.sit(1);
    await mei.join(1);
    await ann.addAs('Ann', 'Smashed Cucumber');
    await ann.addPlain('Soy-Braised Eggs');
    await expect(mei.cartBar(2)).toBeVisible();
    await ann.openCart();
    await mei.openCart();
    await server.soldOut('Soy-Braised Eggs', true);
    for (const phone of [ann, mei])
      await expect(phone.linesOf('Ann').getByText(t('menu:soldOut'))).toBeVisible();
    await expect(ann.cart.getByText(t('cart:soldOutCounted'))).toBeVisible();
    await mei.closeCart();

    // Another one of the kind is at hand, on the menu that has said so by then.
    await ann.cart.getByRole('button', { name: t('cart:swapDish', { name: eggs }) }).click();
    await expect(ann.cart).toBeHidden();
    await expect(ann.heading(named('From the Braising Pot'), 'exact')).toBeInViewport();
    await expect(ann.button(t('menu:addDish', { name: eggs }))).toBeHidden();

    // Who wants to order it all the same is told what is the matter, before the kitchen has to.
    await ann.openReview();
    await expect(ann.page.getByText(t('cart:place.leaveOutBlocked', { dishes: eggs }))).toBeVisible();
    await expect(ann.placeOrder).toBeHidden();
    const { review } = ann;
    await expect(review.getByText(t('menu:soldOut'), { exact: true })).toBeVisible();
    await review.getByRole('button', { name: t('menu:remove', { name: eggs }) }).click();
    await expect(ann.placeOrder).toBeEnabled();
    await ann.placeOrder.click();
    await ann.expectOrdered();
    await expect(ann.page.getByRole('heading', { level: 1, name: t('order:detail.title') })).toBeVisible();
    await expect(ann.page.getByText(eggs, { exact: true })).toHaveCount(0);

    // The other phone offers it no more, until it is back.
    await mei
      .alert(t('order:submitted.title'))
      .getByRole('button', { name: t('order:submitted.addItem') })
      .click();
    const add = mei.button(t('menu:addDish', { name: eggs }));
    await expect(add).toBeHidden();
    await server.soldOut('Soy-Braised Eggs', false);
    await expect(add).toBeVisible();
  },
);
