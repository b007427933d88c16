import { expect, type Locator } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

// O5
test(
  'a friend’s dish sells out while the friend is offline: the table orders without it, and the friend sees that later',
  atLength,
  async ({ take, server }) => {
    const ann = await take();
    const mei = await take(looks['zh-dark']);
    const { t, translateDish } = ann.words;
    await ann.logInOnPage('415-555-6101');
    await ann.sit(1);
    await mei.join(1);
    await ann.addAs('Ann', 'Smashed Cucumber');
    await mei.addAs('Mei', 'Soy-Braised Eggs');
    await expect(ann.cartBar(2)).toBeVisible();
    await mei.context.setOffline(true);
    await server.soldOut('Soy-Braised Eggs', true);

    const eggs = translateDish('Soy-Braised Eggs');
    const { review } = ann;
    await test.step('only the sold-out dish stops the table, and anybody may leave it out', async () => {
      await ann.openReview();
      await expect(review.getByText(t('cart:place.leaveOutBlocked', { dishes: eggs }))).toBeVisible();
      await expect(
        review.getByRole('button', { name: t('cart:leaveOutDish', { name: eggs }) }),
      ).toBeVisible();
      await expect(ann.placeOrder).toBeHidden();
      await ann.button(t('cart:leaveOut'), 'exact').click();
      const left = review.getByRole('region', { name: t('cart:leftOut.title') });
      await expect(left.getByText(eggs)).toBeVisible();
      await expect(left.getByText('Mei')).toBeVisible();
      await expect(ann.placeOrder).toBeEnabled();
      await ann.placeOrder.click();
      await ann.expectOrdered();
      await expect(ann.page.getByRole('log')).toContainText(t('cart:place.placedPart'));
      await expect(
        ann.page.locator('output[aria-live] > div:visible'),
        'nothing covers the order',
      ).toHaveCount(0);
      await expect(ann.link(t('order:again.review', { count: 1 }))).toBeVisible();
      await expect(ann.page.getByText(translateDish('Smashed Cucumber'), { exact: true })).toHaveCount(1);
      await expect(ann.page.getByText(eggs, { exact: true })).toHaveCount(0);
    });

    await test.step('the friend comes back, sees a message, and finds the dish in the cart', async () => {
      const { t: say, translateDish: called } = mei.words;
      const own = called('Soy-Braised Eggs');
      await mei.context.setOffline(false);
      const news = mei.alert(say('order:submitted.title'));
      await expect(news).toBeVisible({ timeout: 40_000 });
      const list = mei.words.pieces(1, 'Soy-Braised Eggs');
      await expect(news.getByText(say('order:news.soldOutMine', { list }))).toBeVisible();
      await news.getByRole('button', { name: say('order:updated.close') }).click();
      await mei.openCart();
      const lines = mei.linesOf('Mei');
      await expect(lines.getByText(own)).toBeVisible();
      await expect(lines.getByText(say('menu:soldOut'))).toBeVisible();
      await lines.getByRole('button', { name: say('cart:more', { name: own }) }).click();
      const story = mei.dialog(own);
      const ownDish = say('together:feed.ownDish', { product: own });
      const left = say('together:feed.orderedWithout', { name: 'Ann', list: ownDish });
      await expect(story.getByText(left)).toBeVisible();
    });

    await test.step('on the menu again, it is ordered with the next round', async () => {
      await server.soldOut('Soy-Braised Eggs', false);
      await mei.part(mei.screen.close, mei.dialog(mei.words.translateDish('Soy-Braised Eggs'))).click();
      await mei.context.setOffline(true);
      await mei.writeNotes('Soy-Braised Eggs', '不要花生');
      await ann.goTo(ann.words.prefix + '/merchant/1001/order');
      await expect(ann.cartBar(1)).toBeVisible();
      await ann.order();
      await expect(ann.round(2)).toBeVisible();
    });

    // O3
    await test.step('a note that came too late is reported as missing, until the diner has read it', async () => {
      const { t: say, translateDish: called } = mei.words;
      const late = mei.alert(say('table:notices.lateNoteTitle'));
      const news = mei.button(say('order:updated.close'));
      await mei.context.setOffline(false);
      await expect(async () => {
        await expect(news.or(late).first()).toBeVisible();
        if (await news.isVisible()) await news.click();
        await expect(late).toBeVisible({ timeout: 1_000 });
      }).toPass({ timeout: 40_000 });
      const product = called('Soy-Braised Eggs');
      await expect(late).toContainText(say('table:notices.lateNote', { product, notes: '不要花生' }));
      await expectSound(mei.page, 'a late note');
      await late.getByRole('button', { name: say('table:notices.lateNoteClose') }).click();
      await expect(late).toBeHidden();
    });
  },
);

// O5, CB8
test('a guest orders without their own sold-out dish: the choice stays through the login', async ({
  take,
  server,
}) => {
  const ann = await take(looks['en-light']);
  const { t, translateDish } = ann.words;
  const eggs = translateDish('Soy-Braised Eggs');
  await ann.sit(4);
  await ann.addAs('Ann', 'Smashed Cucumber');
  await ann.addPlain('Soy-Braised Eggs');
  await ann.openReview();
  await server.soldOut('Soy-Braised Eggs', true);
  await ann.button(t('cart:leaveOut'), 'exact').last().click();
  await expect(ann.placeOrder).toBeEnabled();
  const readBackground = (button: Locator) =>
    button.evaluate((each) => getComputedStyle(each).backgroundColor);
  const loud = await readBackground(ann.placeOrder);
  await ann.placeOrder.click();
  await ann.logInAndGoOn('415-555-6104');
  await ann.expectOrdered();
  await expect(ann.page.getByText(translateDish('Smashed Cucumber'), { exact: true })).toHaveCount(1);
  await expect(ann.page.getByText(eggs, { exact: true })).toHaveCount(0);
  const review = ann.link(t('order:again.review', { count: 1 }));
  await expect(review).toBeVisible();
  expect(await readBackground(review), 'no dish can be ordered').not.toBe(loud);
  expect(await readBackground(ann.link(t('order:detail.addMore')))).toBe(loud);
  await server.soldOut('Soy-Braised Eggs', false);
});

// O5
test('one diner orders only their dishes while the other still chooses, and can change that', async ({
  take,
}) => {
  const ann = await take(looks['zh-dark']);
  const mei = await take(looks['zh-dark']);
  const { t, translateDish, pieces } = ann.words;
  await ann.logInOnPage('415-555-6102');
  await ann.sit(2);
  await mei.join(2);
  await ann.addAs('Ann', 'Smashed Cucumber');
  await mei.addAs('Mei', 'Soy-Braised Eggs');
  await expect(ann.cartBar(2)).toBeVisible();
  await ann.openReview();
  const { review } = ann;
  const onlyMine = review.getByRole('button', { name: t('cart:leftOut.onlyMine') });
  const left = review.getByRole('region', { name: t('cart:leftOut.title') });
  await onlyMine.click();
  await expect(left.getByText(translateDish('Soy-Braised Eggs'))).toBeVisible();
  await left.getByRole('button', { name: t('cart:leftOut.orderAll') }).click();
  await expect(left).toBeHidden();
  await onlyMine.click();

  // The dish that the other diner adds now stays in the cart, too.
  await mei.addPlain('Smashed Cucumber');
  await expect(left.getByText(translateDish('Smashed Cucumber'))).toBeVisible();
  await ann.placeOrder.click();
  await ann.expectOrdered();
  await expect(ann.page.getByText(translateDish('Smashed Cucumber'), { exact: true })).toHaveCount(1);
  const news = mei.alert(t('order:submitted.title'));
  const list = ['Soy-Braised Eggs', 'Smashed Cucumber']
    .map((dish) => pieces(1, dish))
    .join(t('cart:separator'));
  await expect(news.getByText(t('order:news.leftMine', { list }))).toBeVisible();
  await news.getByRole('button', { name: t('order:updated.close') }).click();
  await expect(mei.cartBar(2)).toBeVisible();
});
