import { expect, type Locator } from '@playwright/test';
import staffTexts from '#locales/en-US/staff.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

const password = 'pass at the till';

test.use({ environment: { STAFF_PASSWORD: password } });

/** Splitting the bill: for what is in the cart, and for the whole order once it is placed. */
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
  take,
  server,
}) => {
  const look = looks['en-light'];
  const permissions = ['clipboard-read', 'clipboard-write'];
  const ann = await take({ ...look, permissions });
  const mei = await take(look);
  const { t, like, named } = ann.words;
  const sheet = ann.dialog(t('split:title'));
  const openSplit = ann.button(t('split:title'));
  const split = () => shownParts(sheet, t('split:parts'));

  await ann.sit(1, 3);
  await mei.join(1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.addPlain('Braised Tofu and Kelp');
  await ann.openCart();
  // Alone there is nobody to split with.
  await expect(openSplit).toBeHidden();
  await mei.addAs('Mei', 'Smashed Cucumber');
  await expect(ann.linesOf('Mei')).toBeVisible();
  await openSplit.scrollIntoViewIfNeeded();

  await openSplit.click();
  await expect(sheet.getByText(t('split:beforeCharges'))).toBeVisible();
  await expect.poll(split).toEqual({ parts: [800, 425], total: 1225 });

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

  await sheet.getByRole('button', { name: t('split:copy') }).click();
  await expect(ann.toast(t('split:copied'))).toBeVisible();
  const copied = await ann.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Ann');
  expect(copied).toContain('12.25');

  // Three guests, one of them without a phone: 12.25 leaves a cent.
  await sheet.getByRole('radio', { name: t('split:equal') }).check();
  await expect.poll(split).toEqual({ parts: [409, 408, 408], total: 1225 });
  await sheet.getByRole('button', { name: t('split:onePersonMore') }).click();
  await expect.poll(split).toEqual({ parts: [307, 306, 306, 306], total: 1225 });

  // Back closes the sheet and leaves the cart open.
  await ann.page.goBack();
  await expect(sheet).toBeHidden();
  await expect(ann.cart).toBeVisible();

  await ann.button(t('cart:reviewOrder')).click();
  await ann.placeOrder.click();
  await ann.logInAndGoOn('415-555-9301');
  await ann.expectOrdered();
  await openSplit.scrollIntoViewIfNeeded();
  await openSplit.click();
  await expect(sheet.getByText(t('split:withCharges'))).toBeVisible();
  // Service charge and tax are in it: 12.25 + 10 % + 5 %.
  await expect.poll(async () => (await split()).total).toBe(1414);
  const whole = await split();
  expect(whole.parts).toHaveLength(2);
  expect(added(whole.parts)).toBe(whole.total);
  await sheet.getByRole('radio', { name: t('split:equal') }).check();
  await expect.poll(split).toEqual({ parts: [472, 471, 471], total: 1414 });

  await test.step('the counter sees the same parts, and ticks them off as they are paid', async () => {
    const { page } = await take({ ...looks['en-light'], ...desk });
    const part = (name: string) =>
      page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${name}`) });
    const pay = page.getByRole('button', { name: staffTexts.orders.pay, exact: true });
    await page.goto(`${server.url}/staff`);
    await page.getByLabel(staffTexts.login.person).fill('Wei');
    await page.getByLabel(staffTexts.login.password).fill(password);
    await page.getByRole('button', { name: staffTexts.login.submit }).click();
    await pay.click();
    const shown = [await part('Ann').innerText(), await part('Mei').innerText()].map(centsIn);
    expect(shown.toSorted((a, b) => b - a)).toEqual(whole.parts.toSorted((a, b) => b - a));
    await expectSound(page);
    await part('Ann').click();
    await page.getByRole('button', { name: staffTexts.pay.cash }).click();
    await pay.click();
    await expect(part('Ann')).toBeDisabled();
    await expect(part('Ann')).toContainText('paid');
    await part('Mei').click();
    await expectSound(page);
    await page.getByRole('button', { name: staffTexts.pay.card }).click();
    await expect(pay).toBeHidden();
    await expect(ann.page.getByText(t('order:paymentStatus.fullyPaid')).first()).toBeVisible();
  });
});
