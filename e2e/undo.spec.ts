import { expect } from '@playwright/test';
import { atLength, shareServer, test } from './support/test.ts';
import { looks } from './support/words.ts';

shareServer();

test('a removed dish and a cleared cart can be restored', async ({ take }) => {
  const ann = await take();
  const { page, words } = ann;
  const { t, translateDish } = words;
  const eggs = translateDish('Soy-Braised Eggs');
  const soup = 'Braised Beef Noodle Soup';
  const sheet = ann.part(ann.screen.dishSheet(soup));
  await ann.sit(1, 1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.addPlain('Smashed Cucumber');
  await expect(ann.cartBar(2)).toBeVisible();

  await test.step('on the menu', async () => {
    await ann.button(t('menu:remove', { name: eggs })).click();
    const bar = page.getByRole('group', { name: t('cart:undo.removed', { name: eggs }) });
    await expect(bar).toBeVisible();
    await expect(ann.cartBar(1)).toBeVisible();
    await bar.getByRole('button', { name: t('cart:undo.action') }).click();
    await expect(bar).toBeHidden();
    await expect(ann.cartBar(2)).toBeVisible();
  });

  await test.step('in the cart, with the notes for the kitchen', async () => {
    await ann.openCart();
    const mine = ann.linesOf('Ann');
    await ann.writeNotes('Soy-Braised Eggs', 'extra soft');
    await mine.getByRole('button', { name: t('menu:remove', { name: eggs }) }).click();
    await expect(mine.getByText('extra soft')).toBeHidden();
    await ann.cart.getByRole('button', { name: t('cart:undo.action') }).click();
    await expect(mine.getByText('extra soft')).toBeVisible();
    await ann.clear('clearMine');
    await expect(ann.cart.getByText(t('cart:undo.cleared', { count: 2 }))).toBeVisible();
    await ann.cart.getByRole('button', { name: t('cart:undo.action') }).click();
    await expect(mine.getByText(eggs)).toBeVisible();
    await expect(mine.getByText('extra soft')).toBeVisible();
    await expect(mine.getByText(t('cart:state.confirmed'))).toHaveCount(2);
  });

  await test.step('changing the options of a dish is one step, there and back; the dish keeps its note', async () => {
    await ann.closeCart();
    await ann.addWithChoices(soup, 'no cilantro');
    await ann.openCart();
    const line = ann.cart.getByRole('listitem').filter({ hasText: translateDish(soup) });
    const before = await line.getByRole('paragraph').first().innerText();
    await line.getByRole('button', { name: t('cart:changeOptions') }).click();
    await sheet.getByRole('group').first().locator('input').last().check();
    await sheet.getByRole('button', { name: words.like(t('dish:changeFor', { price: '' }).trim()) }).click();
    await expect(sheet).toBeHidden();
    await expect(line).toHaveCount(1);
    await expect(line.getByText(before, { exact: true })).toBeHidden();
    await expect(line.getByText('no cilantro')).toBeVisible();
    await expect(ann.cart.getByText(t('cart:undo.changed', { name: translateDish(soup) }))).toBeVisible();
    await ann.cart.getByRole('button', { name: t('cart:undo.action') }).click();
    await expect(line).toHaveCount(1);
    await expect(line.getByText(before, { exact: true })).toBeVisible();
    await expect(ann.cart.getByRole('button', { name: t('cart:undo.action') })).toBeHidden();
    await ann.button(t('menu:remove', { name: translateDish(soup) })).click();
    await ann.cart.getByRole('button', { name: t('cart:undo.dismiss') }).click();
  });

  await test.step('a dish opens with the options that it had last', async () => {
    await ann.closeCart();
    await ann.part(ann.screen.chooseDish(soup)).click();
    await expect(sheet.getByRole('group').first().locator('input').last()).toBeChecked();
    await ann.part(ann.screen.close, sheet).click();
  });

  await test.step('a diner can dismiss the offer', async () => {
    await ann.button(t('menu:remove', { name: eggs })).click();
    await ann.button(t('cart:undo.dismiss')).click();
    await expect(page.getByRole('group', { name: t('cart:undo.removed', { name: eggs }) })).toBeHidden();
    await expect(ann.cartBar(1)).toBeVisible();
  });
});

test(
  'after a diner clears the whole table, each diner may restore their own dishes',
  atLength,
  async ({ takeTwo }) => {
    const [ann, mei] = await takeTwo(2, looks['zh-dark']);
    const { t, translateDish } = ann.words;
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await test.step('a diner without a name is asked for it before others’ dishes are removed', async () => {
      await expect(mei.cartBar(1)).toBeVisible();
      await mei.openCart();
      await mei.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
      await expect(mei.page.getByText(t('cart:clearPart', { name: 'Ann', count: 1 }))).toBeVisible();
      await mei.button(t('cart:clearTable')).click();
      await expect(mei.page.getByRole('textbox')).toBeFocused();
      await expect(mei.button(t('cart:clearTable'))).toHaveCount(0);
      await mei.page.keyboard.press('Escape');
      await expect(mei.page.getByRole('textbox')).toBeHidden();
      await expect(mei.cart.getByText(translateDish('Soy-Braised Eggs'))).toBeVisible();
      await mei.closeCart();
      await mei.page.goForward();
      await expect(mei.cart.getByText(translateDish('Soy-Braised Eggs'))).toBeVisible();
      await mei.closeCart();
    });
    await mei.addAs('Mei', 'Smashed Cucumber');
    await expect(ann.cartBar(2)).toBeVisible();
    await expect(mei.cartBar(2)).toBeVisible();
    await mei.openCart();
    await test.step('the turntable turns under a finger, and a tap on a plate shows whose it is', async () => {
      const plate = mei.cart.locator('[aria-hidden] img').first();
      const box = (await plate.boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await mei.page.mouse.move(x, y);
      await mei.page.mouse.down();
      await mei.page.mouse.move(x + 20, y - 10, { steps: 5 });
      await mei.page.mouse.move(x + 40, y - 40, { steps: 5 });
      await mei.page.mouse.up();
      const after = (await plate.boundingBox())!;
      expect(Math.hypot(after.x - box.x, after.y - box.y)).toBeGreaterThan(10);
      const countAnimated = () =>
        mei.cart
          .getByRole('listitem')
          .evaluateAll((lines) => lines.filter((line) => line.getAnimations().length > 0).length);
      expect(await countAnimated(), 'a turn is not a tap').toBe(0);
      const hint = mei.cart.getByText(mei.words.t('together:disc.hint'));
      await expect(hint, 'nor does it choose the plate').toBeVisible();
      await plate.click();
      await expect(hint).toBeHidden();
      const dish = mei.words.pieces(1, 'Smashed Cucumber');
      await expect(mei.cart.getByText(new RegExp(`[:：] ?${dish}$`))).toBeVisible();
      await plate.click();
      expect(await countAnimated(), 'a second tap leads to the line').toBe(1);
    });
    await mei.clear('clearTable');
    const bar = ann.page.getByRole('group', { name: t('cart:undo.clearedBy', { name: 'Mei' }) });
    await expect(bar).toBeVisible();
    await expect(ann.cartBar()).toBeHidden();
    await expect(mei.cart.getByText(t('cart:undo.clearedTable'))).toBeVisible();
    await ann.button(t('cart:undo.putBack')).click();
    await expect(ann.cartBar(1)).toBeVisible();
    await expect(mei.linesOf('Ann').getByText(translateDish('Soy-Braised Eggs'))).toBeVisible();
    await expect(mei.cart.getByText(translateDish('Smashed Cucumber'))).toBeHidden();
  },
);

test(
  'a half-written note survives a reload, Back, and the end of its line',
  atLength,
  async ({ takeTwo }) => {
    const [ann, mei] = await takeTwo(3);
    const { page } = ann;
    const { t, translateDish } = ann.words;
    const name = t('cart:notesFor', { name: translateDish('Soy-Braised Eggs') });
    const notes = page.getByRole('dialog', { name });
    const finish = ann.cart.getByRole('button', { name: t('cart:continueNotes') });
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await expect(mei.cartBar(1)).toBeVisible();
    await ann.openCart();
    await ann.cart.getByRole('button', { name: t('cart:addNotes') }).click();
    await notes.getByRole('textbox').fill('soft, no');
    await page.goBack();
    await expect(notes).toBeHidden();
    await page.reload();
    await finish.click();
    await expect(notes.getByRole('textbox')).toHaveValue('soft, no');
    await notes.getByRole('textbox').fill('soft, no garlic');

    await mei.openCart();
    await mei.clear('clearTable');
    await mei.giveName('Mei');
    await expect(notes.getByText(t('cart:noteGone.takenOut'))).toBeVisible();
    await expect(notes.getByRole('textbox')).toHaveValue('soft, no garlic');
    await expect(notes.getByRole('button', { name: t('cart:noteGone.copy') })).toBeVisible();
    await notes.getByRole('button', { name: t('menu:close') }).click();
    await expect(ann.cart.getByRole('heading', { name: t('cart:emptyTitle') })).toBeVisible();
  },
);

test(
  'a popup that opens while another layer is closing stays, and Back closes it alone',
  atLength,
  async ({ take }) => {
    const moving = { ...looks['en-light'], reducedMotion: 'no-preference' } as const;
    const ann = await take(moving);
    const mei = await take(moving);
    const { t, translateDish } = ann.words;
    // On a slow phone a step back in the history takes long.
    await mei.page.addInitScript(() => {
      const go = history.go.bind(history);
      history.go = (steps) => void setTimeout(() => go(steps), 400);
    });
    await ann.sit(4);
    await mei.join(4);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await expect(mei.cartBar(1)).toBeVisible();
    await mei.openCart();
    const clearTable = async () => {
      await mei.clear('clearTable');
      await expect(mei.namePopup.getByRole('textbox')).toBeFocused();
      // Wait longer than the step back takes.
      await mei.page.waitForTimeout(1_000);
      await expect(mei.namePopup).toBeVisible();
    };
    await clearTable();
    await mei.page.goBack();
    await expect(mei.namePopup).toBeHidden();
    await expect(mei.cart.getByText(translateDish('Soy-Braised Eggs'))).toBeVisible();
    await clearTable();
    await mei.giveName('Mei');
    await expect(mei.cart.getByRole('heading', { name: t('cart:emptyTitle') })).toBeVisible();
    await expect(ann.cartBar()).toBeHidden();
  },
);
