/** The steps of the two-phone journey: the same whatever kind of server stands behind the table. */
import { expect, test, type Locator } from '@playwright/test';
import type { DinerPhone } from './diner.ts';
import { shoot } from './shots.ts';

/**
 * From the QR code to the order, and back to the menu. Pictures of each step are named `<shots>-NN-…`.
 */
export async function fromScanToOrder(ann: DinerPhone, mei: DinerPhone, shots: string): Promise<void> {
  const shootStep = (step: string) => shoot(`${shots}-${step}`, { ann: ann.page, mei: mei.page });
  const addPlain = (phone: DinerPhone, dish: string) =>
    phone.page.getByRole('button', { name: `Add ${dish}`, exact: true }).click();

  await test.step('scan, guests, menu', async () => {
    const registrations: string[] = [];
    ann.page.on('request', (request) => {
      if (request.url().includes('/register/guest')) registrations.push(request.url());
    });
    await ann.scan();
    await expect(ann.page.getByRole('heading', { name: /How many of you/ })).toBeVisible();
    await shootStep('01-guests');
    await ann.chooseGuests(2);
    expect(registrations, 'one shared call registers the guest').toHaveLength(1);
    await mei.scan();
    await mei.expectMenu();
    await shootStep('02-menu');
  });

  await test.step('a dish with options and notes; the name is asked at the first add', async () => {
    await ann.page.getByRole('button', { name: 'Choose options for Braised Beef Noodle Soup' }).click();
    const sheet = ann.page.getByRole('dialog', { name: 'Braised Beef Noodle Soup' });
    await shootStep('03-options');
    await chooseRequired(sheet);
    await sheet.getByLabel('Notes for the kitchen').fill('no cilantro');
    await sheet.getByRole('button', { name: /^Add · / }).click();
    await shootStep('04-name');
    await ann.giveName('Ann');
    await expect(ann.page.getByRole('button', { name: /1 item.*View cart/ })).toBeVisible();
    await expect(mei.page.getByRole('button', { name: /1 item.*View cart/ })).toBeVisible();
    await expect(mei.page.getByText('Ann added 1 × Braised Beef Noodle Soup')).toBeVisible();
    await shootStep('05-added');
  });

  await test.step("each diner's lines are kept apart, with the diner's name", async () => {
    await addPlain(mei, 'Soy-Braised Eggs');
    await mei.giveName('Mei');
    await expect(ann.page.getByRole('button', { name: /2 items.*View cart/ })).toBeVisible();
    await ann.openCart();
    await mei.openCart();
    for (const { cart } of [ann, mei]) {
      await expect(
        cart.getByRole('region', { name: /Ann/ }).getByText('Braised Beef Noodle Soup'),
      ).toBeVisible();
      await expect(cart.getByRole('region', { name: /Mei/ }).getByText('Soy-Braised Eggs')).toBeVisible();
    }
    await shootStep('06-carts');
  });

  await test.step('more, less and new notes show on the other phone', async () => {
    const mine = mei.cart.getByRole('region', { name: /Mei/ });
    await mine.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
    await mine.getByRole('button', { name: 'One more Soy-Braised Eggs' }).click();
    await expect(ann.cart.getByRole('region', { name: /Mei/ }).getByText('× 3')).toBeVisible();
    await mine.getByRole('button', { name: 'One less Soy-Braised Eggs' }).click();
    await expect(ann.cart.getByRole('region', { name: /Mei/ }).getByText('× 2')).toBeVisible();
    await ann.cart.getByRole('button', { name: 'Edit notes' }).click();
    const notes = ann.page.getByRole('dialog', { name: 'Notes for Braised Beef Noodle Soup' });
    await notes.getByRole('textbox').fill('extra cilantro');
    await notes.getByRole('button', { name: 'Save notes' }).click();
    await expect(mei.cart.getByText('extra cilantro')).toBeVisible();
    await expect(mei.cart.getByText('no cilantro')).toBeHidden();
    await shootStep('07-changed');
  });

  await test.step('a reload loses nothing', async () => {
    await ann.page.reload();
    await expect(ann.cart.getByRole('region', { name: /Mei/ }).getByText('× 2')).toBeVisible();
    await expect(ann.cart.getByText('extra cilantro')).toBeVisible();
  });

  await test.step('a phone that was offline catches up, and its own changes go out', async () => {
    await ann.context.setOffline(true);
    await ann.cart.getByRole('button', { name: /^One more Braised Beef/ }).click();
    await expect(ann.cart.getByText('On this phone').first()).toBeVisible();
    await shootStep('08-offline');
    await mei.closeCart();
    await addPlain(mei, 'Smashed Cucumber');
    await ann.context.setOffline(false);
    await expect(ann.cart.getByRole('region', { name: /Mei/ }).getByText('Smashed Cucumber')).toBeVisible();
    await expect(mei.page.getByRole('button', { name: /5 items.*View cart/ })).toBeVisible({
      timeout: 40_000,
    });
    await shootStep('09-back-online');
  });

  await test.step("clearing one's own cart leaves the others' lines", async () => {
    await mei.openCart();
    await mei.cart.getByRole('button', { name: 'Clear', exact: true }).click();
    await mei.page.getByRole('button', { name: 'Clear my items' }).click();
    await expect(ann.cart.getByRole('region', { name: /Mei/ })).toBeHidden();
    await expect(ann.cart.getByText('Braised Beef Noodle Soup')).toBeVisible();
    await mei.closeCart();
    await addPlain(mei, 'Soy-Braised Eggs');
    await expect(ann.cart.getByRole('region', { name: /Mei/ }).getByText('Soy-Braised Eggs')).toBeVisible();
  });

  await test.step('review with totals, log in, place the order', async () => {
    await ann.cart.getByRole('button', { name: 'Review order' }).click();
    const review = ann.page.getByRole('dialog', { name: 'Review your order' });
    await expect(review.getByText('Subtotal')).toBeVisible();
    await expect(review.getByText('Service charge')).toBeVisible();
    await expect(review.getByText('2 guests')).toBeVisible();
    await shootStep('10-review');
    await review.getByRole('button', { name: /Place order/ }).click();
    await shootStep('11-login');
    await ann.logIn('415-555-2671');
    await expect(ann.page).toHaveURL(/\/order-detail\//);
    await expect(ann.page.getByRole('heading', { name: 'Round 1' })).toBeVisible();
    await shootStep('12-ordered');
  });

  await test.step('the other phone sees who submitted it, and the order', async () => {
    const submitted = mei.page.getByRole('alertdialog', { name: 'Your order is in' });
    await expect(submitted.getByText('Ann placed the order for your table.')).toBeVisible();
    await shootStep('13-submitted');
    await submitted.getByRole('button', { name: 'View detail' }).click();
    for (const { page } of [ann, mei]) {
      await expect(page.getByText('Braised Beef Noodle Soup')).toBeVisible();
      await expect(page.getByText('Soy-Braised Eggs', { exact: true })).toBeVisible();
    }
    await shootStep('14-detail');
    await mei.page.getByRole('link', { name: 'Add more' }).click();
    await mei.expectMenu();
    await expect(mei.page.getByRole('button', { name: /View cart/ })).toBeHidden();
  });

  expect([...ann.errors, ...mei.errors]).toEqual([]);
}

/** Takes the first choice of every group that needs one. */
async function chooseRequired(sheet: Locator): Promise<void> {
  for (const group of await sheet.getByRole('group').filter({ hasText: 'Required' }).all()) {
    const radios = group.getByRole('radio');
    if ((await radios.count()) > 0) await radios.first().check();
    else await group.getByRole('checkbox').first().check();
  }
}
