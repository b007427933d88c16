import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { DataOf } from '#contract/http/call.ts';
import { getNumbers } from '#contract/calls/numbers.ts';
import { orderAtTable } from '#contract/calls/service.ts';
import { StaffScreen } from './support/screen/staff-screen.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import { takeSideBySide } from './support/screen/side-by-side.ts';
import { atLength, test } from './support/test.ts';
import { desk, looks } from './support/words.ts';

/** What an owner looks at in the morning: figures, the daily closing, files for the books, and what a till is told. */
const password = 'pass at the counter';

test.use({ environment: { STAFF_PASSWORD: password, WEBHOOK_NETWORKS: '127.0.0.1' } });

// CX29, CX30, CX31
test(
  'an evening in figures, closed once, as a file, and told to a till',
  atLength,
  async ({ take, server }) => {
    const wide = new StaffScreen(await take(desk), server);
    const phone = new StaffScreen(
      await take({ ...looks['zh-dark'], viewport: { width: 390, height: 844 } }),
      server,
    );
    await wide.logIn('Ada', password);
    await phone.logIn('Ada', password);
    const both = [wide, phone];
    const pages = both.map(({ page }) => page);
    const look = async (name: string) => {
      for (const { page } of both) await expectSound(page, name);
      await takeSideBySide(`owner-${name}`, pages);
    };
    const open = async (part: 'figures' | 'closing' | 'orders') => {
      for (const { page, t } of both)
        await page.getByRole('link', { name: t(`numbers:parts.${part}`), exact: true }).click();
    };
    const { page, t } = wide;
    const dish = (await server.menu()).categories
      .flatMap(({ products }) => products)
      .find(({ name }) => name === 'Soy-Braised Eggs')!;
    const { id: productId, categoryId } = dish;
    const ordered = await page.request.post(`${server.url}${orderAtTable.path}`, {
      data: {
        actId: 'a-dish-for-table-1',
        tableId: '1001001',
        item: { productId, categoryId, notes: '', modifiers: [] },
        quantity: 1,
      },
    });
    const { order } = ((await ordered.json()) as { data: DataOf<typeof orderAtTable> }).data;

    await test.step('the figures of today, as bars and as tables', async () => {
      for (const { page: at, t: say } of both) {
        await at.getByRole('link', { name: say('staff:owner'), exact: true }).click();
        await at.getByRole('link', { name: say('owner:pages.numbers'), exact: true }).click();
        await expect(at.getByText(say('numbers:perGuest'))).toBeVisible();
      }
      await look('figures');
      const dishes = t('numbers:asTable', { what: t('numbers:byDish') });
      await page.getByText(dishes).press('Enter');
      await expect(page.getByRole('row', { name: /^Soy-Braised Eggs 1 / })).toBeVisible();
      for (const { page: at, t: say } of both)
        await at.getByRole('radio', { name: say('numbers:range.month') }).check();
      await expect(page.getByRole('heading', { name: t('numbers:byDay') })).toBeVisible();
      await takeSideBySide('owner-month', pages);
    });

    await test.step('a year that nobody has counted yet says how far it is', async () => {
      const year = 366;
      let goOn = () => {};
      const isSeen = new Promise<void>((resolve) => (goOn = resolve));
      await page.getByRole('radio', { name: t('numbers:range.days') }).check();
      const last = Date.parse(await page.getByLabel(t('numbers:range.to'), { exact: true }).inputValue());
      const first = new Date(last - (year - 1) * 24 * 60 * 60_000).toISOString().slice(0, 10);
      const today = new Date(last).toISOString().slice(0, 10);
      await page.route(
        (url) => url.pathname === getNumbers.path && url.searchParams.get('to') === today,
        async (route) => {
          await isSeen;
          await route.continue();
        },
      );
      await page.getByLabel(t('numbers:range.from'), { exact: true }).fill(first);
      await expect(page.getByText(t('numbers:range.counting', { day: 341, count: year }))).toBeVisible();
      await expectSound(page, 'counting');
      goOn();
      await expect(page.getByRole('heading', { name: t('numbers:byDay') })).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
      await page.getByRole('radio', { name: t('numbers:range.month') }).check();
    });

    await test.step('the day is closed with the keyboard, once, and shown again', async () => {
      await open('closing');
      await expect(page.getByRole('button', { name: t('numbers:closing.close') })).toBeVisible();
      await takeSideBySide('owner-closing', pages);
      await page.getByRole('button', { name: t('numbers:closing.close') }).press('Enter');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('numbers:closing.close') })
        .press('Enter');
      await expect(page.getByText(t('numbers:closing.closed'))).toBeVisible();
      await expect(page.getByText(t('numbers:closing.by', { name: 'Ada' }))).toBeVisible();
      await page.getByRole('button', { name: new RegExp(t('numbers:closing.show')) }).press('Enter');
      await expect(page.getByText(t('numbers:closing.openOrders'))).toBeVisible();
      await phone.page.reload();
      await look('closed');
    });

    await test.step('a day’s orders are saved for a spreadsheet', async () => {
      await open('orders');
      await look('files');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: t('numbers:files.csv') }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toMatch(/^orders-1001-\d{4}-\d\d-\d\d\.csv$/);
      expect(readFileSync(await file.path(), 'utf8')).toContain('Soy-Braised Eggs');
    });

    await test.step('an address is named, its secret shown once, and it is told of the payment', async () => {
      const told: string[] = [];
      const receiver = createServer((request, response) => {
        request.on('data', (part: Buffer) => void told.push(String(part)));
        request.on('end', () => void response.writeHead(told.length > 1 ? 200 : 503).end());
      });
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      for (const { page: at, t: say } of both)
        await at.getByRole('link', { name: say('owner:pages.till'), exact: true }).click();
      const address = page.getByLabel(t('till:url'));
      await address.fill('https://10.0.0.1/orders');
      await address.press('Enter');
      await expect(page.getByText(t('till:refused.notPublic'))).toBeVisible();
      await address.fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/orders`);
      await address.press('Enter');
      await expect(page.getByRole('alertdialog').getByText(/^lsw_/)).toBeVisible();
      await expectSound(page);
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('owner:secret.done') })
        .click();

      const { id: orderId, totalAmount: amount = '' } = order;
      await server.act({ type: 'orderPaid', orderId, amount, method: 'cash' });
      await expect.poll(() => told.length).toBe(1);
      for (const { page: at } of both) {
        // Else it looks every quarter of a minute.
        await at.reload();
        await expect(at.getByText(/status 503/)).toBeVisible();
      }
      await look('till');
      await page.getByRole('button', { name: new RegExp(t('till:again')) }).click();
      await expect.poll(() => told.length).toBe(2);
      expect(told[1]).toBe(told[0]);
      receiver.close();
    });
  },
);
