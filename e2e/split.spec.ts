import { expect, type Locator } from '@playwright/test';
import { DinerPhone } from './support/diner.ts';
import { shoot } from './support/shots.ts';
import { startTableServer, type ServerProcess } from './support/table-server.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

/** Splitting the bill: for what is in the cart, and for the whole order once it is placed. */
let server: ServerProcess;

test.beforeEach(async () => {
  server = await startTableServer();
});
test.afterEach(async () => server.stop());

/** The amounts of the parts as they are shown, in cents; a line of several people counts for each. */
async function shownParts(sheet: Locator, label: string): Promise<{ parts: number[]; total: number }> {
  const card = sheet.getByRole('region', { name: label });
  const rows = await card.getByRole('listitem').allInnerTexts();
  const parts = rows.flatMap((row) => {
    const people = /^\s*(\d+)\s/.exec(row)?.[1];
    return Array.from({ length: Number(people ?? 1) }, () => centsIn(row));
  });
  return { parts, total: centsIn(await card.locator('p').innerText()) };
}

function centsIn(text: string): number {
  return Number(/([\d,]+)\.(\d\d)\s*$/.exec(text)!.slice(1).join('').replaceAll(',', ''));
}

const added = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

test('two phones split what is in the cart, share a dish, pay in three; then the placed order', async ({
  browser,
}) => {
  const look = looks['en-light'];
  const permissions = ['clipboard-read', 'clipboard-write'];
  const ann = await DinerPhone.take(browser, server, { ...look, permissions });
  const mei = await DinerPhone.take(browser, server, look);
  const { t, like, named } = ann.words;
  const sheet = ann.page.getByRole('dialog', { name: t('split:title') });
  const openSplit = ann.page.getByRole('button', { name: t('split:title') });
  const split = () => shownParts(sheet, t('split:parts'));

  await ann.scan('/m/1001/q/1');
  await ann.chooseGuests(3);
  await mei.scan('/m/1001/q/1');
  await mei.expectMenu();
  await ann.addPlain('Soy-Braised Eggs');
  await ann.giveName('Ann');
  await ann.addPlain('Braised Tofu and Kelp');
  await ann.openCart();
  // Alone there is nobody to split with.
  await expect(openSplit).toBeHidden();
  await mei.addPlain('Smashed Cucumber');
  await mei.giveName('Mei');
  await expect(ann.cart.getByRole('region', { name: 'Mei' })).toBeVisible();
  await openSplit.scrollIntoViewIfNeeded();
  await shoot('split-button', { ann: ann.page });

  await openSplit.click();
  await expect(sheet.getByText(t('split:beforeCharges'))).toBeVisible();
  await expect.poll(split).toEqual({ parts: [800, 425], total: 1225 });
  await shoot('split-own', { ann: ann.page });

  // The eggs cost 3.25: one of the two bears a cent more.
  await sheet.getByRole('button', { name: like(named('Soy-Braised Eggs')) }).click();
  const sharers = sheet.getByRole('group', {
    name: t('split:sharedBy', { name: named('Soy-Braised Eggs') }),
  });
  await expect(sharers.getByRole('checkbox', { name: 'Ann' })).toBeDisabled();
  await sharers.getByRole('checkbox', { name: 'Mei' }).check();
  await expect.poll(async () => (await split()).parts.map((part) => part - (part % 10))).toEqual([630, 580]);
  const shared = await split();
  expect(added(shared.parts)).toBe(1225);
  expect(shared.total).toBe(1225);
  await shoot('split-shared', { ann: ann.page });

  await sheet.getByRole('button', { name: t('split:copy') }).click();
  await expect(ann.toast(t('split:copied'))).toBeVisible();
  const copied = await ann.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Ann');
  expect(copied).toContain('12.25');

  // Three guests, one of them without a phone: 12.25 leaves a cent.
  await sheet.getByRole('radio', { name: t('split:equal') }).check();
  await expect.poll(split).toEqual({ parts: [409, 408, 408], total: 1225 });
  await shoot('split-equal', { ann: ann.page });
  await sheet.getByRole('button', { name: t('split:onePersonMore') }).click();
  await expect.poll(split).toEqual({ parts: [307, 306, 306, 306], total: 1225 });

  // Back closes the sheet and leaves the cart open.
  await ann.page.goBack();
  await expect(sheet).toBeHidden();
  await expect(ann.cart).toBeVisible();

  await ann.page.getByRole('button', { name: t('cart:reviewOrder') }).click();
  await ann.page.getByRole('button', { name: like(t('cart:place.action')) }).click();
  await ann.logIn('415-555-9301');
  await expect(ann.page).toHaveURL(/\/order-detail\//);
  await openSplit.scrollIntoViewIfNeeded();
  await shoot('split-order-button', { ann: ann.page });
  await openSplit.click();
  await expect(sheet.getByText(t('split:withCharges'))).toBeVisible();
  // Service charge and tax are in it: 12.25 + 10 % + 5 %.
  await expect.poll(async () => (await split()).total).toBe(1414);
  const whole = await split();
  expect(whole.parts).toHaveLength(2);
  expect(added(whole.parts)).toBe(whole.total);
  await shoot('split-order', { ann: ann.page });
  await sheet.getByRole('radio', { name: t('split:equal') }).check();
  await expect.poll(split).toEqual({ parts: [472, 471, 471], total: 1414 });
  expect([...ann.errors, ...mei.errors]).toEqual([]);
});
