import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { listClosings } from '#contract/calls/closing.ts';
import { changeHouse, getHouse } from '#contract/calls/house.ts';
import { expectSound } from './support/screen/expect-sound.ts';
import type { ServerProcess } from './support/table-server.ts';
import { atLength, test } from './support/test.ts';
import { looks } from './support/words.ts';

const eggs = 'Soy-Braised Eggs';
const cucumber = 'Smashed Cucumber';
const lager = 'Draft Lager';
const noodles = 'Danzai Noodles';

/** A time zone where it is between midnight and one o'clock now. */
function getZoneAfterMidnight(): string {
  const hour = new Date().getUTCHours();
  // The names of these zones count westwards: Etc/GMT+3 is three hours behind.
  return hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
}

interface Written {
  readonly type: string;
  readonly quantity?: number;
  readonly item?: { readonly price: string };
  readonly method?: 'card' | 'cash';
  readonly amount?: string;
}

/** The records of a table's log, read as plain JSON. */
function readRecords(server: ServerProcess, table: string) {
  const folder = mkdtempSync(join(tmpdir(), 'night-'));
  const file = join(folder, 'log.jsonl');
  try {
    server.command('tools/export-log.ts', '--merchant', '1001', '--table', table, '--out', file);
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as { readonly event?: Written; readonly service?: Written });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const toCents = (amount: string) => Math.round(Number(amount) * 100);

// A1, CX29, CX30, CX29, CX30
test(
  'four tables until after midnight: one pays before it eats, one pays in parts and orders again, one is served by a waiter alone; the closing agrees with the logs',
  atLength,
  async ({ take, takeStaff, server }) => {
    // Five screens in one browser.
    test.slow();
    const [ann, mei, ben] = [
      await take(looks['en-light']),
      await take(looks['zh-dark']),
      await take(looks['en-light']),
    ];

    await test.step('the restaurant’s day ends at four, and midnight has passed', async () => {
      const { version, settings } = await server.callAsStaff(getHouse);
      const day = { timeZone: getZoneAfterMidnight(), dayEndsAt: '4' };
      await server.callAsStaff(changeHouse, { version, settings: { ...settings, ...day } });
    });
    const counter = await takeStaff('Wei');
    const waiter = await takeStaff('小林', looks['zh-dark']);
    await waiter.show('tables');
    const { t } = counter;

    const pay = async (table: string, method: 'cash' | 'card', amount?: string) => {
      await counter.button(t('staff:orders.pay'), counter.card(table)).click();
      if (amount !== undefined) await counter.sheet.getByLabel(t('staff:pay.amount')).fill(amount);
      await counter.button(t(`staff:pay.${method}`), counter.sheet).click();
      await expect(counter.sheet).toBeHidden();
    };
    const serve = async (table: string, dish: string) => {
      const name = counter.t('staff:dish.serve', { dish: counter.pieces(1, dish) });
      await counter.button(name, counter.card(table)).click();
      await expect(counter.button(name, counter.card(table))).toBeHidden();
    };
    const send = async (table: string, number = 1) => {
      await counter.button(t('staff:orders.send', { number }), counter.card(table)).click();
    };

    await test.step('table 1 orders, pays all of it, and eats later', async () => {
      await ann.logInOnPage('415-555-7710');
      await ann.sit(1);
      await ann.addAs('Ann', eggs);
      await ann.addPlain(cucumber);
      await ann.order();
      await pay('1', 'card');
      await expect(waiter.tile('1'), 'the table is not free').toContainText('Ann');
      await send('1');
      await serve('1', eggs);
      await expect(ann.heading(ann.words.t('table:notices.endedTitle'))).toBeHidden();
      await expect(ann.page, 'she sees the dishes still to come').toHaveURL(/\/order-detail\//);
    });

    await test.step('table 2 pays a part, orders again, and pays the rest', async () => {
      await mei.logInOnPage('415-555-7720');
      await mei.sit(2);
      await mei.addAs('Mei', cucumber);
      await mei.addPlain(lager);
      await mei.order();
      await send('2');
      await pay('2', 'cash', '5');
      await expect(mei.page.getByText('5.00').first()).toBeVisible();
      await mei.link(mei.words.t('order:detail.addMore')).click();
      await mei.addPlain(eggs);
      await mei.order();
      await expect(mei.round(2), 'it joins the order').toBeVisible();
      await expect(counter.card('2')).toContainText(t('staff:orders.round', { number: 2 }));
      await send('2', 2);
      await pay('2', 'card');
      for (const dish of [cucumber, lager, eggs]) await serve('2', dish);
      await expect(counter.card('2')).toContainText(t('staff:orders.state.paid'));
    });

    const add = async (table: string, dish: string) => {
      await waiter.showList();
      await waiter.tile(table).click();
      await waiter.button(waiter.t('staff:orders.add'), waiter.detail).click();
      await waiter.sheet.getByLabel(waiter.t('staff:add.search')).fill(waiter.named(dish));
      await waiter.sheet.getByRole('button', { name: waiter.like(waiter.named(dish)) }).click();
      const required = waiter.sheet.getByRole('radio');
      if ((await required.count()) > 0) await required.first().check();
      const submit = waiter.like(waiter.t('staff:add.submit', { price: '' }).trim());
      await waiter.sheet.getByRole('button', { name: submit }).click();
      await expect(waiter.sheet).toBeHidden();
    };

    await test.step('table 3 orders; the waiter adds a dish by hand; the bill stays open', async () => {
      await ben.logInOnPage('415-555-7730');
      await ben.sit(3);
      await ben.addAs('Ben', eggs);
      await ben.order();
      await send('3');
      await add('3', noodles);
      await expect(ben.page.getByText(ben.words.translateDish(noodles))).toBeVisible();
      await serve('3', eggs);
    });

    await test.step('table 4 has no phone: the waiter takes the order, and it is paid and served', async () => {
      await add('4', lager);
      await expect(counter.card('4')).toContainText(counter.named(lager));
      await pay('4', 'cash');
      await send('4');
      await serve('4', lager);
    });

    await test.step('table 1 eats the rest, and only now is complete', async () => {
      await expect(counter.card('1')).not.toContainText(t('staff:orders.state.paid'));
      await serve('1', cucumber);
      await expect(counter.card('1')).toContainText(t('staff:orders.state.paid'));
    });

    await test.step('after midnight the day is closed; it names the open bill', async () => {
      const { page } = counter;
      await page.getByRole('link', { name: t('staff:owner'), exact: true }).click();
      await page.getByRole('link', { name: t('owner:pages.numbers'), exact: true }).click();
      await page.getByRole('link', { name: t('numbers:parts.closing'), exact: true }).click();
      await expectSound(page);
      await page.getByRole('button', { name: t('numbers:closing.close') }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('3');
      await question.getByRole('button', { name: t('numbers:closing.close') }).click();
      await expect(page.getByText(t('numbers:closing.closed'))).toBeVisible();
    });

    await test.step('the reports equal those of the logs, counted a second time', async () => {
      // Before the commands, during which the server closes the idle connection.
      const [closing] = (await server.callAsStaff(listClosings)).closings;
      const counted = { dishes: 0, card: 0, cash: 0 };
      for (const table of ['1', '2', '3', '4'])
        for (const { event, service } of readRecords(server, table)) {
          const added =
            event?.type === 'itemAdded' || service?.type === 'dishAdded' ? (event ?? service) : undefined;
          if (added) counted.dishes += added.quantity! * toCents(added.item!.price);
          if (service?.type === 'orderPaid') counted[service.method!] += toCents(service.amount!);
        }
      const { counts, money, methods } = closing!.sums;
      const received = Object.fromEntries(methods.map(({ method, paid }) => [method, toCents(paid)]));
      expect({ dishes: toCents(money.dishes), ...received }).toEqual(counted);
      expect(counts).toMatchObject({ orders: 4, rounds: 4, guests: 7, payments: 4, refunds: 0 });
      expect(closing!.open.orders.map(({ tableName }) => tableName)).toEqual(['3']);
      expect(toCents(money.total), 'sold: received or owed').toBe(
        toCents(money.paid) + toCents(closing!.open.owed),
      );
    });
  },
);
