import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { expectSound } from './support/screen/expect-sound.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

/** The owner's reports: figures, the daily closing, exports, webhooks. */
test.use({ environment: { WEBHOOK_NETWORKS: '127.0.0.1' } });

// CX29, CX30, CX31
test(
  'an evening’s report, closed once, as a file, and sent to a POS',
  atLength,
  async ({ takeStaff, server }) => {
    const wide = await takeStaff('Ada');
    const phone = await takeStaff('Ada', looks['zh-dark']);
    const both = [wide, phone];
    const look = async (name: string) => {
      for (const { page } of both) await expectSound(page, name);
    };
    const open = async (part: 'figures' | 'closing' | 'orders') => {
      for (const screen of both) await screen.link(screen.t(`numbers:parts.${part}`)).click();
    };
    const { page, t } = wide;
    const order = await server.orderForTable('Soy-Braised Eggs');

    let due = '';

    await test.step('today’s report, as bars and as tables', async () => {
      for (const screen of both) {
        await screen.openOwners('numbers');
        await expect(screen.page.getByText(screen.t('numbers:perGuest'))).toBeVisible();
      }
      await look('figures');
      const dishes = t('numbers:asTable', { what: t('numbers:byDish') });
      await page.getByText(dishes).press('Enter');
      await expect(page.getByRole('row', { name: /^Soy-Braised Eggs 1 / })).toBeVisible();
      for (const { page: at, t: say } of both)
        await at.getByRole('radio', { name: say('numbers:range.month') }).check();
      await expect(page.getByRole('heading', { name: t('numbers:byDay') })).toBeVisible();
    });

    await test.step('discounts are listed by person and by reason', async () => {
      const { id: orderId } = order;
      const reason = 'Birthday';
      const less = await server.act({ type: 'orderDiscounted', orderId, amount: '1.00', reason });
      due = less.totalAmount ?? '';
      for (const screen of both) {
        await screen.page.reload();
        await expect(screen.page.getByText(screen.t('numbers:losses.byReason'))).toBeVisible();
      }
      const ofReason = page.getByRole('row', {
        name: new RegExp(`^Birthday ${t('numbers:losses.kinds.discount')} `),
      });
      await expect(ofReason).toBeVisible();
      await look('losses');
    });

    await test.step('the day is closed with the keyboard, once, and shown again', async () => {
      await open('closing');
      await expect(page.getByRole('button', { name: t('numbers:closing.close') })).toBeVisible();
      await page.getByRole('button', { name: t('numbers:closing.close') }).press('Enter');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('numbers:closing.close') })
        .press('Enter');
      await expect(page.getByText(t('numbers:closing.closed'))).toBeVisible();
      await expect(page.getByText(t('numbers:closing.by', { name: 'Ada' }))).toBeVisible();
      await page.getByRole('button', { name: new RegExp(t('numbers:closing.show')) }).press('Enter');
      await expect(page.getByText(t('numbers:closing.openOrders'))).toBeVisible();
      await expect(page.getByRole('columnheader', { name: t('numbers:taxes.net') })).toBeVisible();
      const saved = page.waitForEvent('download');
      const ofClosing = { number: 1, format: t('numbers:files.csv') };
      await page.getByRole('button', { name: t('numbers:closing.fileOf', ofClosing) }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe('closing-1001-1.csv');
      expect(readFileSync(await file.path(), 'utf8')).toContain('taxes,rate,,0.05,');
      await phone.page.reload();
      await look('closed');
    });

    await test.step('a day’s orders are saved for a spreadsheet', async () => {
      await open('orders');
      await look('files');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: t('numbers:files.csv'), exact: true }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toMatch(/^orders-1001-\d{4}-\d\d-\d\d\.csv$/);
      expect(readFileSync(await file.path(), 'utf8')).toContain('Soy-Braised Eggs');
      const forAdviser = page.waitForEvent('download');
      await page.getByRole('button', { name: t('numbers:accounting.csvOf') }).click();
      const books = await forAdviser;
      expect(books.suggestedFilename()).toMatch(/^accounting-1001-(\d{4}-\d\d-01)-\d{4}-\d\d-\d\d\.csv$/);
      expect(readFileSync(await books.path(), 'utf8')).toContain(`,sale,${order.id},`);
    });

    await test.step('an address is added, its secret shown once, and it is notified of the payment', async () => {
      const received: string[] = [];
      const receiver = createServer((request, response) => {
        request.on('data', (part: Buffer) => void received.push(String(part)));
        request.on('end', () => void response.writeHead(received.length > 1 ? 200 : 503).end());
      });
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      for (const screen of both) await screen.link(screen.t('owner:pages.till')).click();
      const address = page.getByLabel(t('till:url'));
      await address.fill('https://10.0.0.1/orders');
      await address.press('Enter');
      await expect(page.getByText(t('till:refused.notPublic'))).toBeVisible();
      await address.fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/orders`);
      await address.press('Enter');
      await expect(page.getByRole('alertdialog').getByText(/^whsec_/)).toBeVisible();
      await expectSound(page);
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('owner:secret.done') })
        .click();

      await server.act({ type: 'orderPaid', orderId: order.id, amount: due, method: 'cash' });
      await expect.poll(() => received.length).toBe(1);
      for (const { page: at } of both) {
        // Without a reload the page asks every 15 seconds.
        await at.reload();
        await expect(at.getByText(/status 503/)).toBeVisible();
      }
      await look('till');
      await page.getByRole('button', { name: new RegExp(t('till:again')) }).click();
      await expect.poll(() => received.length).toBe(2);
      expect(received[1]).toBe(received[0]);
      receiver.close();
    });
  },
);
