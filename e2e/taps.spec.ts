import { nameLanguage } from '#ui/i18n/language-name.ts';
/** Counts the taps that a diner needs for each task. Scrolling and typing do not count. */
import { expect } from '@playwright/test';
import type { DinerPhone } from './support/diner.ts';
import { atLength, test } from './support/test.ts';

const dish = { plain: 'Soy-Braised Eggs', other: 'Smashed Cucumber', choices: 'Braised Beef Noodle Soup' };

/** @param most the task may take this number of taps */
type Measure = (name: string, from: string, most: number, act: () => Promise<unknown>) => Promise<void>;

test('each task of a diner has a maximum number of taps', atLength, async ({ take, takeStaff }) => {
  test.slow();
  const [ann, mei] = [await take(), await take()];
  const [taskOfAnn, taskOfMei] = [await measureOn(ann), await measureOn(mei)];
  // The app offers a call only if a staff screen is open.
  await takeStaff('Wei');
  await measureSitting(ann, taskOfAnn, mei, taskOfMei);
  await measureChoosing(ann, taskOfAnn);
  await measureOrdering(ann, taskOfAnn);
});

/** Counts the taps on a phone. After a task with too many taps the test goes on with the next task. */
async function measureOn({ context }: DinerPhone): Promise<Measure> {
  let taps = 0;
  await context.exposeBinding('tapped', () => {
    taps += 1;
  });
  await context.addInitScript(() => {
    const { tapped } = globalThis as unknown as { tapped(): void };
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && tapped(), true);
  });
  return async (name, from, most, act) => {
    await test.step(`${name}, from ${from}: at most ${most}`, async () => {
      const before = taps;
      await act();
      expect.soft(taps - before, name).toBeLessThanOrEqual(most);
      expect.soft(taps - before, `${name} was counted`).toBeGreaterThan(0);
    });
  };
}

async function measureSitting(
  ann: DinerPhone,
  task: Measure,
  mei: DinerPhone,
  taskOfMei: Measure,
): Promise<void> {
  await task('First plain dish, first at the table', 'the scan', 3, async () => {
    await ann.sit(1, 2);
    await ann.addAs('Ann', dish.plain);
    await ann.cartBar(1).waitFor();
  });
  await taskOfMei('First plain dish, later at the table', 'the scan', 2, async () => {
    await mei.join(1);
    await mei.addAs('Mei', dish.other);
    await mei.cartBar(2).waitFor();
  });
}

async function measureChoosing(ann: DinerPhone, task: Measure): Promise<void> {
  const { t, translateDish } = ann.words;
  const name = translateDish(dish.choices);
  const sheet = ann.dialog(name);
  await task('A dish with three choices to be made', 'the menu', 5, async () => {
    await ann.addWithChoices(dish.choices);
    await ann.cartBar(3).waitFor();
  });
  await task('The same again', 'the menu', 2, async () => {
    await ann.button(t('menu:moreOf', { name })).click();
    await sheet.getByRole('button', { name: t('dish:again.action') }).click();
    await ann.cartBar(4).waitFor();
  });
  await task('The same in another way, one choice changed', 'the menu', 3, async () => {
    await ann.button(t('menu:moreOf', { name })).click();
    await sheet.getByRole('radio', { checked: false }).first().check();
    await ann.part(ann.screen.addFromSheet, sheet).click();
    await ann.cartBar(5).waitFor();
  });
  await task('A note for the kitchen', 'the menu', 3, async () => {
    await ann.openCart();
    await ann.writeNotes(dish.plain, 'warm');
    await ann.cart.getByText('warm').waitFor();
  });
  await ann.closeCart();
  await task('A dish taken out', 'the menu', 1, async () => {
    await ann.button(t('menu:remove', { name: translateDish(dish.plain) })).click();
    await ann.cartBar(4).waitFor();
  });
  await task('A dish searched for', 'the menu', 2, async () => {
    await ann.link(t('menu:search.open')).click();
    await ann.fill(ann.page.getByRole('searchbox'), 'eggs');
    await ann.addPlain(dish.plain);
    await ann.cartBar(5).waitFor();
  });
  await ann.page.goBack();
  await task('The other language', 'the menu', 1, async () => {
    await ann.link(nameLanguage('zh-TW')).click();
    await ann.page.waitForURL(/\/zh-tw\//);
  });
  await ann.open('/merchant/1001/order');
  await task('Larger text', 'the menu', 2, async () => {
    await ann.button(t('menu:look')).click();
    await ann.part({ role: 'radio', name: t('member:account.textSizes.large') }).check();
  });
}

async function measureOrdering(ann: DinerPhone, task: Measure): Promise<void> {
  const { t, like } = ann.words;
  await ann.logInOnPage('415-555-9711');
  await ann.open('/merchant/1001/order');
  await task('Somebody called to the table', 'the menu', 2, async () => {
    await ann.openTable();
    await ann.button(like(t('calling:kind.waiter'))).click();
    await ann.button(like(t('calling:state.asked'))).waitFor();
  });
  await ann.closeTable();
  await ann.openReview();
  await task('The best coupon', 'the review', 1, async () => {
    await ann.review.getByRole('button', { name: like(t('cart:coupon.use')) }).click();
    await ann.review.getByText(t('cart:preview.discount')).waitFor();
  });
  await ann.page.goBack();
  await ann.closeCart();
  await task('One’s own dishes ordered, the others’ later', 'the menu', 4, async () => {
    await ann.openReview();
    await ann.button(t('cart:leftOut.onlyMine')).click();
    await ann.placeOrder.click();
    await ann.expectOrdered();
  });
  await ann.open('/merchant/1001/order');
  await task('All ordered', 'the menu', 3, async () => {
    await ann.order();
    await ann.round(2).waitFor();
  });
  await task('The same round again', 'the order', 2, async () => {
    await ann.button(t('order:again.round')).first().click();
    await ann.placeOrder.click();
    await ann.round(3).waitFor();
  });
}
