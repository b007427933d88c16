import { expect } from '@playwright/test';
import { startPaymentPage, type PaymentPage } from '#tests/payments/payment-page.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { ownAddress } from './support/table-server.ts';
import { test as journey } from './support/test.ts';
import { looks } from './support/words.ts';

const secret = 'what this house and the page share';

/** Starts a provider's payment page, and a server that is connected to it. */
const test = journey.extend<{ payments: PaymentPage }>({
  // eslint-disable-next-line no-empty-pattern
  payments: async ({}, give) => {
    const page = await startPaymentPage(secret);
    await give(page);
    await page.close();
  },
  environment: async ({ payments }, give) => {
    await give({
      PUBLIC_URL: ownAddress,
      ALLOWED_SITES: payments.url,
      PAYMENT_SECRETS: JSON.stringify({ 1001: secret }),
    });
  },
});

// CX20, A3
test('a share is paid at the payment page, with a tip: both phones and the counter show it; the rest in cash, then an overpayment', async ({
  take,
  takeStaff,
  server,
  payments,
}) => {
  await server.inDatabase(
    "update merchants set body = json_set(body, '$.paymentPage', ?) where id = '1001'",
    payments.url,
  );
  const ann = await take(looks['en-light']);
  const mei = await take(looks['zh-dark']);
  const staff = await takeStaff('Wei');
  const { t } = ann.words;
  const m = mei.words;
  const findParts = (phone: typeof ann) =>
    phone.page.getByRole('region', { name: phone.words.t('order:paying.parts') });

  const findPart = (phone: typeof ann, name: string) =>
    findParts(phone).getByRole('listitem').filter({ hasText: name });
  const pay = staff.button(t('staff:orders.pay'));

  await test.step('two diners order, and choose who shares a dish: both phones show the same parts', async () => {
    await ann.sit(1);
    await mei.join(1);
    await ann.addAs('Ann', 'Soy-Braised Eggs');
    await mei.addAs('Mei', 'Smashed Cucumber');
    await ann.order('415-555-9377');
    await mei.button(m.t('order:submitted.addItem')).click();
    await expectSound(mei.page, 'the bar of an order');
    // The bar below the menu leads to the order.
    await mei.page.getByRole('link', { name: m.like(m.t('cart:live.round', { number: 1 })) }).click();
    await expect(findParts(ann).getByRole('listitem')).toHaveCount(2);
    await expect(findPart(ann, 'Ann')).toContainText('3.75');
    await expect(findPart(mei, 'Mei')).toContainText('4.91');

    await ann.button(t('split:title')).click();
    const sheet = ann.dialog(t('split:title'));
    await sheet
      .getByRole('button', { name: ann.words.like(ann.words.translateDish('Smashed Cucumber')) })
      .click();
    await sheet.getByRole('checkbox', { name: 'Ann' }).check();
    await ann.page.goBack();
    await expect(findPart(ann, 'Mei')).toContainText('2.45');
    await expect(findPart(mei, 'Mei')).toContainText('2.45');
  });

  await test.step('the counter sees these parts', async () => {
    await pay.click();
    await expect(staff.sheet.getByRole('button', { name: /^Mei/ })).toContainText('2.45');
    await expect(staff.sheet.getByRole('button', { name: /^Ann/ })).toContainText('6.21');
    await staff.page.keyboard.press('Escape');
    await staff.button(t('staff:bill.title')).click();
    await staff.button(t('staff:receipt.printBill')).click();
    await expect(staff.sheet.getByText('Smashed Cucumber')).toBeVisible();
    await expect(staff.button(t('staff:receipt.here'))).toBeVisible();
    await expectSound(staff.page, 'a bill at the counter');
    await staff.page.keyboard.press('Escape');
  });

  await test.step('she pays hers at the page, and the table sees that meanwhile', async () => {
    await mei.button(m.t('order:paying.open')).click();
    const sheet = mei.dialog(m.t('order:paying.title'));
    await expectSound(mei.page, 'what to pay');
    // All of 8.66, evenly among three.
    await sheet.getByRole('radio', { name: m.t('order:paying.even') }).check();
    const more = sheet.getByRole('button', { name: m.t('split:onePersonMore') });
    const people = sheet.getByRole('group', { name: m.t('split:people') });
    while (!(await people.textContent())?.includes('3')) await more.click();
    await expect(sheet.getByRole('button', { name: m.like('2.89') })).toBeVisible();
    await sheet.getByRole('radio', { name: m.t('order:paying.part') }).check();
    await sheet.getByRole('button', { name: m.t('split:tip.other') }).click();
    await sheet.getByLabel(m.t('split:tip.howMuch')).fill('0.55');
    await expect(sheet.getByRole('button', { name: m.like('3.00') })).toBeVisible();
    await sheet.getByRole('button', { name: m.like(m.t('split:tip.percent', { percent: 15 })) }).click();
    await sheet.getByRole('button', { name: m.like('2.77') }).click();
    await expect(mei.page.getByRole('heading', { name: '2.77 USD' })).toBeVisible();
    await expect(findParts(ann).getByText(t('split:part.paying'))).toBeVisible();
    const [asked] = payments.visits;
    expect(asked).toMatchObject({ amount: '2.45', tip: '0.32', total: '2.77', language: 'zh-TW' });
    await mei.page.getByRole('link', { name: 'Pay 2.77' }).click();
    const paid = m.t('order:paying.done.youTip', { price: '$2.77', tip: '$0.32' });
    await expect(mei.page.getByText(m.t('order:paying.thanks', { name: 'Mei' }))).toBeVisible();
    await expect(mei.page.getByText(paid)).toBeVisible();
    for (const phone of [ann, mei])
      await expect(findPart(phone, 'Mei')).toContainText(
        phone.words.t('split:part.paid', { price: '$2.45' }),
      );
  });

  await test.step('her receipt shows what she paid and what is left; on paper there is nothing else', async () => {
    await mei.page.getByRole('button', { name: m.t('order:receipt.bill'), exact: true }).click();
    const sheet = mei.dialog(m.t('order:receipt.bill'));
    await expect(sheet).toContainText(m.translateDish('Smashed Cucumber'));
    await expect(
      sheet.getByText(m.like(`Mei${m.t('order:money.separator')}${m.t('order:money.online')}`)),
    ).toBeVisible();
    await expect(sheet.getByText(m.t('order:money.owed'))).toBeVisible();
    await expectSound(mei.page, 'a receipt');
    await mei.page.evaluate(() => {
      window.print = () => undefined;
    });
    await sheet.getByRole('button', { name: m.t('order:receipt.print') }).click();
    await mei.page.emulateMedia({ media: 'print' });
    await expect(mei.page.locator('[data-paper]')).toContainText(m.t('order:money.owed'));
    await expect(sheet).toBeHidden();
    await mei.page.emulateMedia({ media: 'screen' });
    await mei.page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(mei.page.locator('[data-paper]')).toHaveCount(0);
    await mei.page.goBack();
  });

  await test.step('the rest in cash at the counter; a later payment by the page is to be refunded', async () => {
    // Ann goes to the payment page before the counter takes her cash.
    // Her dish still cooks. From the menu it takes two taps: to the sheet, and to the page.
    await ann.link(t('order:detail.addMore')).click();
    await ann.link(ann.words.like(t('cart:live.payShort'))).click();
    const sheet = ann.dialog(t('order:paying.title'));
    await sheet
      .getByRole('button', { name: ann.words.like('6.21') })
      .last()
      .click();
    await expect(ann.page.getByRole('heading', { name: '6.21 USD' })).toBeVisible();

    await pay.click();
    await expect(staff.sheet.getByRole('button', { name: /^Mei/ })).toBeDisabled();
    await staff.sheet.getByRole('button', { name: /^Ann/ }).click();
    await staff.button(t('staff:pay.cash')).click();
    await expect(pay).toBeHidden();

    // Her phone joins the group again only at the end, so no message notifies it of the refund.
    let isOver = false;
    await ann.context.route('**/scan-order-negotiate*', async (route) => {
      await expect.poll(() => isOver, { timeout: 60_000 }).toBe(true);
      await route.fallback();
    });
    await ann.page.getByRole('link', { name: 'Pay 6.21' }).click();
    await expect(ann.page.getByRole('status').filter({ hasText: '6.21' })).toBeVisible();
    const tooMuch = staff.page.getByText(t('staff:orders.tooMuch', { price: '$6.21' }));
    await expect(tooMuch).toBeVisible();
    await staff.page.getByRole('button', { name: t('staff:pay.giveBack') }).click();
    await staff.button(t('staff:refund.reasons.twice')).click();
    await expect(tooMuch).toBeHidden();
    isOver = true;
    await expect(ann.page.getByText(t('order:money.back'), { exact: false })).toBeVisible();
    await ann.button(t('order:receipt.open')).click();
    await expect(ann.dialog(t('order:receipt.title')).getByText('Receipt no. 1')).toBeVisible();
    await ann.page.getByText(t('order:invoice.open'), { exact: true }).click();
    const taxId = ann.page.getByLabel(t('order:invoice.taxId.elsewhere'));
    await taxId.fill('?');
    await ann.button(t('order:invoice.save')).click();
    await expect(ann.page.getByText(t('order:invoice.wrongTaxId.elsewhere'))).toBeVisible();
    await taxId.fill('12-3456789');
    await ann.button(t('order:invoice.save')).click();
    await expect(
      ann.dialog(t('order:receipt.title')).getByText('Tax ID of the guest · 12-3456789'),
    ).toBeVisible();
    await expectSound(ann.page, 'invoice details');
    const saved = ann.page.waitForEvent('download');
    await ann.button(t('order:receipt.pdf')).click();
    expect((await saved).suggestedFilename()).toBe('receipt-1.pdf');
  });
});
