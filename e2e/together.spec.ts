import { expect } from '@playwright/test';
import type { DinerPhone } from './support/diner.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** Two phones that want different things at the same time. */
const isIn = ({ page }: DinerPhone) => /\/order-detail\//.test(page.url());

/** Finds both buttons before it presses one, because the first answer covers the other phone's button. */
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
    await expect.poll(() => isIn(ann) || isIn(mei)).toBe(true);
    const second = isIn(ann) ? mei : ann;
    await second.part(second.screen.viewDetail).click();
    for (const phone of phones) {
      await phone.expectOrdered();
      for (const dish of ['Soy-Braised Eggs', 'Smashed Cucumber'])
        await expect(phone.page.getByText(ann.words.translateDish(dish), { exact: true })).toHaveCount(1);
      await expect(phone.round(2)).toBeHidden();
    }
    expect(new URL(ann.page.url()).pathname).toBe(new URL(mei.page.url()).pathname);
    await ann.open('/merchant/1001/order-list');
    await expect(ann.page.getByRole('listitem')).toHaveCount(1);
  },
);

// CE6
test(
  'sold out while in the cart: a message, a mark on both phones, removed, ordered without',
  atLength,
  async ({ take, server }) => {
    const ann = await take(looks['zh-dark']);
    const mei = await take(looks['zh-dark']);
    const { t, translateDish } = ann.words;
    const eggs = translateDish('Soy-Braised Eggs');
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

    // The cart leads to similar dishes on the menu.
    await ann.cart.getByRole('button', { name: t('cart:swapDish', { name: eggs }) }).click();
    await expect(ann.cart).toBeHidden();
    await expect(ann.heading(translateDish('From the Braising Pot'), 'exact')).toBeInViewport();
    await expect(ann.part(ann.screen.addDish('Soy-Braised Eggs'))).toBeHidden();

    // The review names the dish, and does not offer to order it.
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

    // The other phone offers the dish again when it is back.
    await mei.button(t('order:submitted.addItem')).click();
    const add = mei.part(mei.screen.addDish('Soy-Braised Eggs'));
    await expect(add).toBeHidden();
    await server.soldOut('Soy-Braised Eggs', false);
    await expect(add).toBeVisible();
  },
);
