import { expect, type Locator } from '@playwright/test';
import staffTexts from '#locales/en-US/staff.ts';
import { expectSound } from './support/expect-sound.ts';
import { test } from './support/test.ts';
import { looks } from './support/words.ts';

const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password } });

// A1, A2, A3, CX19
test('a waiter’s phone: what is done every few minutes takes few taps, and each is taken back with one', async ({
  take,
  server,
}) => {
  const ann = await take(looks['zh-dark']);
  const { page } = await take(looks['en-light']);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Table 1' }) });
  const sheet = page.getByRole('dialog');
  const bar = page.getByRole('region', { name: staffTexts.acts.bar });
  const undo = bar.getByRole('button', { name: staffTexts.acts.undo });
  const dish = (name: string) => card.getByRole('button', { name: new RegExp(`^\\d+ × ${name}`) });
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  /** What so many taps do. */
  const expectTaps = async (most: number, steps: () => Promise<void>) => {
    taps = 0;
    await steps();
    expect(taps).toBe(most);
  };

  await ann.logInOnPage('415-555-8802');
  await ann.sit(1);
  await ann.addAs('Ann', 'Soy-Braised Eggs');
  await ann.addPlain('Smashed Cucumber');
  await ann.openReview();
  await ann.placeOrder.click();
  await ann.expectOrdered();
  await page.goto(`${server.url}/staff`);
  await page.getByLabel(staffTexts.login.person).fill('Wei');
  await page.getByLabel(staffTexts.login.password).fill(password);
  await page.getByRole('button', { name: staffTexts.login.submit }).click();

  await test.step('what came before the page was opened rings, until somebody has seen it', async () => {
    await expect(page).toHaveTitle(/^\(1\) /);
    await page.getByRole('button', { name: staffTexts.bell.seen }).click();
    await expect(page).toHaveTitle(/^[^(]/);
  });

  await test.step('a table that calls is answered with 1 tap, and hears by whom', async () => {
    const { t } = ann.words;
    const calling = ann.page.getByRole('region', { name: t('calling:title') });
    await calling.getByRole('button', { name: t('calling:kind.bill') }).click();
    await expect(page).toHaveTitle(/^\(1\) /);
    const calls = page.getByRole('region', { name: staffTexts.calls.title });
    await expectSound(page);
    await expectTaps(1, () => tap(calls.getByRole('button', { name: 'On my way: Table 1 wants the bill' })));
    await expect(calls).toBeHidden();
    await expect(page).toHaveTitle(/^[^(]/);
    await expect(calling.getByText(t('calling:answered.billBy', { name: 'Wei' }))).toBeVisible();
    await expectSound(ann.page);
  });

  await test.step('sent with 1 tap, served with 1, taken back with 1', async () => {
    await expectTaps(1, () => tap(card.getByRole('button', { name: 'Send round 1' })));
    await expectTaps(1, () => tap(card.getByRole('button', { name: 'Served: 1 × Smashed Cucumber' })));
    await expect(dish('Smashed Cucumber')).toContainText(staffTexts.dish.stage.served);
    await expect(bar).toContainText('Served: 1 × Smashed Cucumber');
    await expectTaps(1, () => tap(undo));
    await expect(dish('Smashed Cucumber')).toContainText(staffTexts.dish.stage.inKitchen);
    await expectSound(page);
  });

  await test.step('void with 3 taps; sold out for everybody with 2', async () => {
    await expectTaps(3, async () => {
      await tap(dish('Smashed Cucumber'));
      await tap(sheet.getByRole('button', { name: staffTexts.dish.void }));
      await expectSound(page);
      await tap(sheet.getByRole('button', { name: staffTexts.void.reasons.none }));
    });
    await expect(card.getByText(`1 voided: ${staffTexts.void.reasons.none}`)).toBeVisible();
    await expectTaps(2, async () => {
      await tap(dish('Soy-Braised Eggs'));
      await tap(sheet.getByRole('button', { name: staffTexts.dish.soldOut }));
    });
    await expect(bar).toContainText('Sold out: Soy-Braised Eggs');
  });

  await test.step('a dish is added with what it comes with, and is a round to be sent', async () => {
    await card.getByRole('button', { name: staffTexts.orders.add }).click();
    await sheet.getByLabel(staffTexts.add.search).fill('danzai');
    await sheet.getByRole('button', { name: /Danzai Noodles/ }).click();
    await sheet.getByLabel('Soy-braised egg').check();
    await sheet.getByRole('button', { name: /^Add for/ }).click();
    await expect(dish('Danzai Noodles')).toContainText('Soy-braised egg');
    await card.getByRole('button', { name: 'Send round 1' }).click();
    await card.getByRole('button', { name: /^Served: 1 × Danzai/ }).click();
    await card.getByRole('button', { name: /^Served: 1 × Soy/ }).click();
    await expect(card.getByText(staffTexts.orders.toSettle)).toBeVisible();
  });

  await test.step('closing names what is owed; whoever closed it opens it again', async () => {
    await card.getByRole('button', { name: staffTexts.orders.more }).click();
    await sheet.getByRole('button', { name: staffTexts.close.open }).click();
    await expect(sheet.getByText(/is not paid$/)).toBeVisible();
    await expectSound(page);
    await sheet.getByRole('button', { name: staffTexts.close.reasons.left }).click();
    await expect(card.getByText(staffTexts.orders.state.completed)).toBeVisible();
    await card.getByRole('button', { name: staffTexts.orders.more }).click();
    await sheet.getByRole('button', { name: staffTexts.close.reopen }).click();
    await expect(card.getByText(staffTexts.orders.toSettle)).toBeVisible();
  });

  await test.step('CX19: the table is closed with 3 taps where it owes, and opened again with one', async () => {
    const table = page.getByRole('button', { name: /^Manage table 1\b/ });
    const closing = page.getByRole('dialog', { name: 'Close table 1?' });
    const view = (name: string) => page.getByRole('radio', { name });
    await view(staffTexts.views.tables).check();
    await expect(table).toContainText('Ann');
    await expect(table).toContainText('owed');
    await expectSound(page);
    await expectTaps(3, async () => {
      await tap(table);
      await tap(sheet.getByRole('button', { name: staffTexts.tables.close }));
      await expect(closing.getByText(/is not paid$/)).toBeVisible();
      await expectSound(page);
      await tap(closing.getByRole('button', { name: staffTexts.close.reasons.left }));
    });
    await expect(table).toContainText(staffTexts.tables.free);
    await expect(table).toContainText('left unpaid');
    await expectTaps(1, () => tap(undo));
    await expect(table).toContainText('Ann');
    await view(staffTexts.views.orders).check();
  });

  await test.step('part of it is paid, never more than is owed; all of it with 2 taps', async () => {
    await card.getByRole('button', { name: staffTexts.orders.pay }).click();
    await sheet.getByLabel(staffTexts.pay.amount).fill('500');
    await sheet.getByRole('button', { name: staffTexts.pay.card }).click();
    await expect(sheet.getByText(/^Only \$[\d.]+ is owed\./)).toBeVisible();
    await sheet.getByLabel(staffTexts.pay.amount).fill('1,50');
    await sheet.getByRole('button', { name: staffTexts.pay.card }).click();
    await expect(card.getByText(/owed of/)).toBeVisible();
    await expectTaps(2, async () => {
      await tap(card.getByRole('button', { name: staffTexts.orders.pay }));
      await expect(sheet.getByText('$1.50')).toBeVisible();
      await tap(sheet.getByRole('button', { name: staffTexts.pay.cash }));
    });
    await expect(card.getByText(staffTexts.orders.state.paid)).toBeVisible();
    await expectSound(page);
  });
});
