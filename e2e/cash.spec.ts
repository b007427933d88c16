import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

// CX75, CX76, CX77
test(
  'a float, a payment, a pay-out and a count that is 2.00 short; a checklist, the closing, its file',
  atLength,
  async ({ takeStaff, server }) => {
    const staff = await takeStaff('Ada', looks['zh-dark']);
    const { page, t } = staff;
    const order = await server.orderForTable('Soy-Braised Eggs');
    const owed = order.totalAmount!;
    const choose = async (kind: 'float' | 'payOut' | 'count') =>
      await page.getByRole('radio', { name: t(`numbers:cash.kinds.${kind}`) }).check();
    const save = async (kind: 'float' | 'payOut' | 'count') =>
      await page.getByRole('button', { name: t(`numbers:cash.save.${kind}`) }).click();
    const closeButton = page.getByRole('button', { name: t('numbers:closing.close') });
    const checklist = page.getByRole('alertdialog');

    await test.step('staff enter the float, and pay for a delivery', async () => {
      await staff.openOwners('numbers');
      await staff.link(t('numbers:parts.cash')).click();
      await page.getByLabel(t('numbers:cash.amount')).fill('100');
      await save('float');
      await choose('payOut');
      await page.getByLabel(t('numbers:cash.amount')).fill('20.50');
      await save('payOut');
      await expect(page.getByText(t('numbers:cash.reasonMissing'))).toBeVisible();
      await page.getByLabel(t('numbers:cash.reason')).fill('Flowers');
      await save('payOut');
      await expect(page.getByText('Flowers', { exact: true })).toBeVisible();
      await expectSound(page, 'cash');
    });

    await test.step('the checklist names what is open, and links to it', async () => {
      await staff.link(t('numbers:parts.closing')).click();
      await closeButton.click();
      await expect(checklist.getByText(t('numbers:closing.check.unserved'))).toBeVisible();
      await expect(checklist.getByText(t('numbers:closing.check.uncounted'))).toBeVisible();
      await expect(checklist.getByText(t('numbers:closing.check.seated'))).toBeVisible();
      await expectSound(page, 'checklist');
      await checklist.getByRole('link', { name: t('numbers:closing.check.toOrders') }).click();
      await expect(page.getByRole('radio', { name: t('staff:views.orders') })).toBeChecked();
      const { id: orderId } = order;
      await server.act({ type: 'dishServed', orderId, orderItemId: order.orderItems[0]!.id, quantity: 1 });
      await server.act({ type: 'orderPaid', orderId, amount: owed, method: 'cash' });
    });

    await test.step('the count is 2.00 short', async () => {
      await page.goto(`${server.url}${staff.device.words.prefix}/staff/numbers?part=closing`);
      await closeButton.click();
      await expect(checklist.getByText(t('numbers:closing.check.paid'))).toBeVisible();
      await checklist.getByRole('link', { name: t('numbers:closing.check.toCash') }).click();
      await choose('count');
      await page.getByRole('radio', { name: t('numbers:cash.ways.sum') }).check();
      const there = Number(owed) + 100 - 20.5 - 2;
      await page.getByLabel(t('numbers:cash.amount')).fill(there.toFixed(2));
      await save('count');
      await expect(page.getByText(t('numbers:cash.short', { price: '$2.00' }))).toBeVisible();
    });

    await test.step('the closing contains the count, also in its file', async () => {
      await staff.link(t('numbers:parts.closing')).click();
      await closeButton.click();
      await expect(checklist.getByText(t('numbers:closing.check.counted'))).toBeVisible();
      await checklist.getByRole('button', { name: t('numbers:closing.close') }).click();
      await expect(page.getByText(t('numbers:closing.closed'))).toBeVisible();
      await page.getByRole('button', { name: new RegExp(t('numbers:closing.show')) }).click();
      await expect(page.getByText(t('numbers:cash.short', { price: '$2.00' }))).toBeVisible();
      const saved = page.waitForEvent('download');
      const ofClosing = { number: 1, format: t('numbers:files.csv') };
      await page.getByRole('button', { name: t('numbers:closing.fileOf', ofClosing) }).click();
      const text = readFileSync(await (await saved).path(), 'utf8');
      expect(text).toContain('cash,difference,,,,,-2.00');
      expect(text).toContain('cash,paid out,,,,,20.50');
    });
  },
);
