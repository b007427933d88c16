/** The steps of the end-to-end test with two phones, for every kind of server. */
import { expect, test } from '@playwright/test';
import type { DinerPhone } from './diner.ts';

interface Journey {
  /** The path of a free table's QR code. */
  readonly table: string;
  /** A phone number without an account. */
  readonly phone: string;
  /** The name of the account. By default the name that the diner gave before the login. */
  readonly member?: string;
}

/** From the QR code to the order, and back to the menu. Both phones speak one language. */
export async function playScanToOrder(
  ann: DinerPhone,
  mei: DinerPhone,
  { table, phone, member = 'Ann' }: Journey,
): Promise<void> {
  const { t, translateDish, pieces } = ann.words;
  const { screen } = ann;
  const soup = translateDish('Braised Beef Noodle Soup');
  const eggs = translateDish('Soy-Braised Eggs');
  const cucumber = translateDish('Smashed Cucumber');

  await test.step('scan, guests, menu', async () => {
    const registrations: string[] = [];
    ann.page.on('request', (request) => {
      if (request.url().includes('/register/guest')) registrations.push(request.url());
    });
    await ann.scan(table);
    await expect(ann.part(screen.guestsTitle)).toBeVisible();
    await ann.chooseGuests(2);
    expect(registrations, 'one shared call registers the guest').toHaveLength(1);
    await mei.scan(table);
    await mei.expectMenu();
  });

  await test.step('a dish with options and notes; the name is asked at the first add', async () => {
    await ann.addWithChoices('Braised Beef Noodle Soup', 'no cilantro');
    await ann.giveName('Ann');
    await expect(ann.cartBar(1)).toBeVisible();
    await expect(mei.cartBar(1)).toBeVisible();
    const dish = pieces(1, 'Braised Beef Noodle Soup');
    await expect(mei.page.getByText(t('table:notices.peerAdded', { name: 'Ann', dish }))).toBeVisible();
  });

  await test.step("each diner's lines are separate, with the diner's name", async () => {
    await mei.addAs('Mei', 'Soy-Braised Eggs');
    await expect(ann.cartBar(2)).toBeVisible();
    await ann.openCart();
    await mei.openCart();
    for (const phone of [ann, mei]) {
      await expect(phone.linesOf('Ann').getByText(soup)).toBeVisible();
      await expect(phone.linesOf('Mei').getByText(eggs)).toBeVisible();
    }
  });

  await test.step('more, less and new notes show on the other phone', async () => {
    const mine = mei.linesOf('Mei');
    const more = mei.part(screen.oneMore('Soy-Braised Eggs'), mine);
    await more.click();
    await more.click();
    await expect(ann.linesOf('Mei').getByText('× 3')).toBeVisible();
    await mei.part(screen.oneLess('Soy-Braised Eggs'), mine).click();
    await expect(ann.linesOf('Mei').getByText('× 2')).toBeVisible();
    await ann.cart.getByRole('button', { name: t('cart:editNotes') }).click();
    const notes = ann.page.getByRole('dialog', { name: t('cart:notesFor', { name: soup }) });
    await ann.fill(notes.getByRole('textbox'), 'extra cilantro');
    await notes.getByRole('button', { name: t('cart:saveNotes') }).click();
    await expect(mei.cart.getByText('extra cilantro')).toBeVisible();
    await expect(mei.cart.getByText('no cilantro')).toBeHidden();
  });

  await test.step('a reload loses nothing', async () => {
    await ann.page.reload();
    await expect(ann.linesOf('Mei').getByText('× 2')).toBeVisible();
    await expect(ann.cart.getByText('extra cilantro')).toBeVisible();
  });

  await test.step('a phone that was offline catches up, and its own changes go out', async () => {
    await ann.context.setOffline(true);
    await ann.part(screen.oneMore('Braised Beef Noodle Soup'), ann.cart).click();
    await expect(ann.cart.getByText(t('cart:state.onThisPhone')).first()).toBeVisible();
    await mei.closeCart();
    await mei.addPlain('Smashed Cucumber');
    await ann.context.setOffline(false);
    await expect(ann.linesOf('Mei').getByText(cucumber)).toBeVisible();
    await expect(mei.cartBar(5)).toBeVisible({ timeout: 40_000 });
  });

  await test.step('clearing one’s own cart leaves the others’ lines', async () => {
    await mei.openCart();
    await mei.clear('clearMine');
    await expect(ann.linesOf('Mei')).toBeHidden();
    await expect(ann.cart.getByText(soup)).toBeVisible();
    await mei.closeCart();
    await mei.addPlain('Soy-Braised Eggs');
    await expect(ann.linesOf('Mei').getByText(eggs)).toBeVisible();
  });

  await test.step('review with totals, log in, place the order', async () => {
    await ann.part(screen.reviewOrder, ann.cart).click();
    const review = ann.part(screen.review);
    await expect(review.getByText(t('cart:preview.subtotal'))).toBeVisible();
    await expect(review.getByText(t('cart:preview.serviceCharge'))).toBeVisible();
    await expect(review.getByText(t('cart:preview.guests', { count: 2 }))).toBeVisible();
    await ann.part(screen.placeOrder, review).click();
    await ann.logInAndGoOn(phone);
    await ann.expectOrdered();
    await expect(ann.round(1)).toBeVisible();
  });

  await test.step('the other phone sees who submitted it, and the order', async () => {
    const submitted = mei.part(screen.submitted);
    await expect(submitted.getByText(t('order:submitted.by', { name: member }))).toBeVisible();
    await mei.part(screen.viewDetail, submitted).click();
    for (const { page } of [ann, mei]) {
      await expect(page.getByText(soup, { exact: true })).toBeVisible();
      await expect(page.getByText(eggs, { exact: true })).toBeVisible();
    }
    await mei.page.getByRole('link', { name: t('order:detail.addMore') }).click();
    await mei.expectMenu();
    await expect(mei.cartBar()).toBeHidden();
  });
}
