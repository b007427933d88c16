import { expect } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { shoot } from './support/shots.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

/** Every removal can be taken back, by new events like any other. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await startTableServer();
});
test.afterAll(async () => server.stop());

test('a dish that was taken out, and a cart that was cleared, come back', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server, looks['en-light']);
  const { page, words } = ann;
  const { t, named } = words;
  const eggs = named('Soy-Braised Eggs');
  await ann.scan('/m/1001/q/1');
  await ann.chooseGuests(1);
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await ann.addPlain('Smashed Cucumber');
  await expect(ann.cartBar(2)).toBeVisible();

  await test.step('on the menu', async () => {
    await page.getByRole('button', { name: t('menu:remove', { name: eggs }) }).click();
    const bar = page.getByRole('group', { name: t('cart:undo.removed', { name: eggs }) });
    await expect(bar).toBeVisible();
    await expect(ann.cartBar(1)).toBeVisible();
    await shoot('undo-menu', { ann: page });
    await bar.getByRole('button', { name: t('cart:undo.action') }).click();
    await expect(bar).toBeHidden();
    await expect(ann.cartBar(2)).toBeVisible();
  });

  await test.step('in the cart, with what the kitchen was told', async () => {
    await ann.openCart();
    const mine = ann.cart.getByRole('region', { name: /Ann/ });
    const row = mine.getByRole('listitem').filter({ hasText: eggs });
    await row.getByRole('button', { name: t('cart:addNotes') }).click();
    const notes = page.getByRole('dialog', { name: t('cart:notesFor', { name: eggs }) });
    await notes.getByRole('textbox').fill('extra soft');
    await notes.getByRole('button', { name: t('cart:saveNotes') }).click();
    await mine.getByRole('button', { name: t('menu:remove', { name: eggs }) }).click();
    await expect(mine.getByText('extra soft')).toBeHidden();
    await ann.cart.getByRole('button', { name: t('cart:undo.action') }).click();
    await expect(mine.getByText('extra soft')).toBeVisible();
    await ann.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
    await page.getByRole('button', { name: t('cart:clearMine') }).click();
    await expect(ann.cart.getByText(t('cart:undo.cleared', { count: 2 }))).toBeVisible();
    await shoot('undo-cart', { ann: page });
    await ann.cart.getByRole('button', { name: t('cart:undo.action') }).click();
    await expect(mine.getByText(eggs)).toBeVisible();
    await expect(mine.getByText('extra soft')).toBeVisible();
    await expect(mine.getByText(t('cart:state.confirmed'))).toHaveCount(2);
  });

  await test.step('who does not want it back sends it away', async () => {
    await ann.closeCart();
    await page.getByRole('button', { name: t('menu:remove', { name: eggs }) }).click();
    await page.getByRole('button', { name: t('cart:undo.dismiss') }).click();
    await expect(page.getByRole('group', { name: t('cart:undo.removed', { name: eggs }) })).toBeHidden();
    await expect(ann.cartBar(1)).toBeVisible();
  });
  expect(ann.errors).toEqual([]);
});

test('somebody clears the whole table: each diner may put their own back', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server, looks['zh-dark']);
  const mei = await DinerPhone.take(browser, server, looks['zh-dark']);
  const { t, named } = ann.words;
  await ann.scan('/m/1001/q/2');
  await ann.chooseGuests(2);
  await mei.scan('/m/1001/q/2');
  await mei.expectMenu();
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await test.step('who has no name yet is asked for it before others’ dishes go', async () => {
    await expect(mei.cartBar(1)).toBeVisible();
    await mei.openCart();
    await mei.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
    await expect(mei.page.getByText(t('cart:clearPart', { name: 'Ann', count: 1 }))).toBeVisible();
    await shoot('clear-table', { mei: mei.page });
    await mei.page.getByRole('button', { name: t('cart:clearTable') }).click();
    await expect(mei.page.getByRole('textbox')).toBeFocused();
    await expect(mei.page.getByRole('button', { name: t('cart:clearTable') })).toHaveCount(0);
    await mei.page.keyboard.press('Escape');
    await expect(mei.page.getByRole('textbox')).toBeHidden();
    await expect(mei.cart.getByText(named('Soy-Braised Eggs'))).toBeVisible();
    await mei.closeCart();
  });
  await mei.addPlain('Smashed Cucumber');
  await mei.giveName('Mei');
  await expect(ann.cartBar(2)).toBeVisible();
  await expect(mei.cartBar(2)).toBeVisible();
  await mei.openCart();
  await mei.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
  await mei.page.getByRole('button', { name: t('cart:clearTable') }).click();
  await expect(
    ann.page.getByRole('group', { name: t('cart:undo.clearedBy', { name: 'Mei' }) }),
  ).toBeVisible();
  await expect(ann.cartBar()).toBeHidden();
  await expect(mei.cart.getByText(t('cart:undo.clearedTable'))).toBeVisible();
  await shoot('undo-table', { ann: ann.page, mei: mei.page });
  await ann.page.getByRole('button', { name: t('cart:undo.putBack') }).click();
  await expect(ann.cartBar(1)).toBeVisible();
  await expect(
    mei.cart.getByRole('region', { name: /Ann/ }).getByText(named('Soy-Braised Eggs')),
  ).toBeVisible();
  await expect(mei.cart.getByText(named('Smashed Cucumber'))).toBeHidden();
  expect([...ann.errors, ...mei.errors]).toEqual([]);
});

test('a half-written note outlives a reload, Back, and the line itself', async ({ browser }) => {
  const ann = await DinerPhone.take(browser, server, looks['en-light']);
  const mei = await DinerPhone.take(browser, server, looks['en-light']);
  const { page } = ann;
  const { t, named } = ann.words;
  const name = t('cart:notesFor', { name: named('Soy-Braised Eggs') });
  const notes = page.getByRole('dialog', { name });
  const finish = ann.cart.getByRole('button', { name: t('cart:continueNotes') });
  await ann.scan('/m/1001/q/3');
  await ann.chooseGuests(2);
  await mei.scan('/m/1001/q/3');
  await mei.expectMenu();
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
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
  await mei.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
  await mei.page.getByRole('button', { name: t('cart:clearTable') }).click();
  await mei.giveName('Mei');
  await expect(notes.getByText(t('cart:noteGone.takenOut'))).toBeVisible();
  await expect(notes.getByRole('textbox')).toHaveValue('soft, no garlic');
  await expect(notes.getByRole('button', { name: t('cart:noteGone.copy') })).toBeVisible();
  await shoot('undo-note', { ann: page });
  await notes.getByRole('button', { name: t('menu:close') }).click();
  await expect(ann.cart.getByRole('heading', { name: t('cart:emptyTitle') })).toBeVisible();
  expect([...ann.errors, ...mei.errors]).toEqual([]);
});

test('a popup that opens while another layer is still being left stays, and Back closes it alone', async ({
  browser,
}) => {
  const moving = { ...looks['en-light'], reducedMotion: 'no-preference' } as const;
  const ann = await DinerPhone.take(browser, server, moving);
  const mei = await DinerPhone.take(browser, server, moving);
  const { t, named } = ann.words;
  // A slow phone takes its time for a step back.
  await mei.page.addInitScript(() => {
    const go = history.go.bind(history);
    history.go = (steps) => void setTimeout(() => go(steps), 400);
  });
  await ann.scan('/m/1001/q/4');
  await ann.chooseGuests(2);
  await mei.scan('/m/1001/q/4');
  await mei.expectMenu();
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await expect(mei.cartBar(1)).toBeVisible();
  await mei.openCart();
  const clearTable = async () => {
    await mei.cart.getByRole('button', { name: t('cart:clear'), exact: true }).click();
    await mei.page.getByRole('button', { name: t('cart:clearTable') }).click();
    await expect(mei.namePopup.getByRole('textbox')).toBeFocused();
    // Longer than the step back takes.
    await mei.page.waitForTimeout(1_000);
    await expect(mei.namePopup).toBeVisible();
  };
  await clearTable();
  await mei.page.goBack();
  await expect(mei.namePopup).toBeHidden();
  await expect(mei.cart.getByText(named('Soy-Braised Eggs'))).toBeVisible();
  await clearTable();
  await mei.giveName('Mei');
  await expect(mei.cart.getByRole('heading', { name: t('cart:emptyTitle') })).toBeVisible();
  await expect(ann.cartBar()).toBeHidden();
  expect([...ann.errors, ...mei.errors]).toEqual([]);
});
