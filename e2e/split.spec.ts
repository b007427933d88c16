import { expect, type Locator } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

/** The shown amounts of the parts, in cents. A line for several people counts for each of them. */
async function readShownParts(sheet: Locator, label: string): Promise<{ parts: number[]; total: number }> {
  const card = sheet.getByRole('region', { name: label });
  const rows = await card.getByRole('listitem').allInnerTexts();
  const parts = rows.flatMap((row) => {
    const people = /^\s*(\d+)\s/.exec(row)?.[1];
    return Array.from({ length: Number(people ?? 1) }, () => parseCents(row));
  });
  return { parts, total: parseCents(await card.locator('p').innerText()) };
}

function parseCents(text: string): number {
  return Number(/([\d,]+)\.(\d\d)\s*$/.exec(text)!.slice(1).join('').replaceAll(',', ''));
}

const sumParts = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

test('two phones split the cart, share a dish, and pay in three parts; then the placed order', async ({
  take,
  takeStaff,
}) => {
  const look = looks['en-light'];
  const permissions = ['clipboard-read', 'clipboard-write'];
  const ann = await take({ ...look, permissions });
  const mei = await take(look);
  const { t, like, translateDish } = ann.words;
  const sheet = ann.dialog(t('split:title'));
  const openSplit = ann.button(t('split:title'));
  const split = () => readShownParts(sheet, t('split:parts'));

  await ann.sit(1, 3);
  await mei.join(1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.addPlain('Braised Tofu and Kelp');
  await ann.openCart();
  await expect(openSplit).toBeHidden();
  await mei.addAs('Mei', 'Smashed Cucumber');
  await expect(ann.linesOf('Mei')).toBeVisible();
  await openSplit.scrollIntoViewIfNeeded();

  await openSplit.click();
  await expect(sheet.getByText(t('split:beforeCharges'))).toBeVisible();
  await expect.poll(split).toEqual({ parts: [800, 425], total: 1225 });

  // The eggs cost 3.25, so one of the two pays a cent more.
  await sheet.getByRole('button', { name: like(translateDish('Soy-Braised Eggs')) }).click();
  const sharers = sheet.getByRole('group', {
    name: t('split:sharedBy', { name: translateDish('Soy-Braised Eggs') }),
  });
  await expect(sharers.getByRole('checkbox', { name: 'Ann' })).toBeDisabled();
  await sharers.getByRole('checkbox', { name: 'Mei' }).check();
  await expect.poll(async () => (await split()).parts.map((part) => part - (part % 10))).toEqual([630, 580]);
  const shared = await split();
  expect(sumParts(shared.parts)).toBe(1225);
  expect(shared.total).toBe(1225);

  await sheet.getByRole('button', { name: t('split:copy') }).click();
  await expect(ann.toast(t('split:copied'))).toBeVisible();
  const copied = await ann.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Ann');
  expect(copied).toContain('12.25');

  // There are three guests, one without a phone. 12.25 leaves a cent.
  await sheet.getByRole('radio', { name: t('split:equal') }).check();
  await expect.poll(split).toEqual({ parts: [409, 408, 408], total: 1225 });
  await sheet.getByRole('button', { name: t('split:onePersonMore') }).click();
  await expect.poll(split).toEqual({ parts: [307, 306, 306, 306], total: 1225 });

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
  // 12.25 plus 10 % service charge plus 5 % tax.
  await expect.poll(async () => (await split()).total).toBe(1414);
  const whole = await split();
  expect(whole.parts).toHaveLength(2);
  expect(sumParts(whole.parts)).toBe(whole.total);
  await sheet.getByRole('radio', { name: t('split:equal') }).check();
  await expect.poll(split).toEqual({ parts: [472, 471, 471], total: 1414 });

  await test.step('the counter sees the same parts, and ticks them off as they are paid', async () => {
    const counter = await takeStaff('Wei');
    const { page } = counter;
    const findPart = (name: string) => counter.sheet.getByRole('button', { name: new RegExp(`^${name}`) });
    const pay = counter.button(t('staff:orders.pay'));
    await pay.click();
    const shown = [await findPart('Ann').innerText(), await findPart('Mei').innerText()].map(parseCents);
    expect(shown.toSorted((a, b) => b - a)).toEqual(whole.parts.toSorted((a, b) => b - a));
    await expectSound(page);
    await findPart('Ann').click();
    await counter.button(t('staff:pay.cash')).click();
    await pay.click();
    await expect(findPart('Ann')).toBeDisabled();
    await expect(findPart('Ann')).toContainText('paid');
    await findPart('Mei').click();
    await expectSound(page);
    await counter.button(t('staff:pay.card')).click();
    await expect(pay).toBeHidden();
    await expect(ann.page.getByText(t('order:paymentStatus.fullyPaid')).first()).toBeVisible();
  });
});
