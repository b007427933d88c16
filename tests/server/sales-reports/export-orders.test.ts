// @module-tag slow
/** Exported orders, read by another project's CSV parser (CX29). */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportOrders } from '#contract/calls/numbers.ts';
import type { Order } from '#contract/order-fields.ts';
import { toCsv, type Cell } from '#server/back-office/csv.ts';
import { randomIds } from '#server/platform/lifecycle/clock.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { act, actOnOrder } from '../staff/acts.ts';
import { expectData, fakeClock, startSharedServer } from '../server-under-test.ts';

const clock = fakeClock(Date.parse('2026-11-25T17:00:00Z'));
const server = startSharedServer({ clock });

const read = (text: string): string[][] => parse(text, { bom: true, relax_column_count: false });

test('any text in a cell is read as it was written, and never as a formula', () => {
  const some = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'),
    fc.constantFrom('a,b', 'say "hi"', 'two\nlines', '牛肉麵', ''),
  );
  const rows = fc
    .integer({ min: 1, max: 5 })
    .chain((width) =>
      fc.array(fc.array(some, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
    );
  fc.assert(
    fc.property(rows, (cells) => {
      // The parser skips a row with one empty cell.
      const filled = cells.map(([first = '', ...rest]) => [`.${first}`, ...rest]);
      const got = read(toCsv(filled));
      expect(got.map((row) => row.map((cell) => cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')))).toEqual(
        filled,
      );
      expect(got.flat().some((cell) => /^[=+\-@\t\r]/.test(cell))).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test('numbers stay numbers, also below zero; lines end as the standard says, and Chinese is readable', () => {
  const cells: Cell[][] = [
    ['dish', 'amount'],
    ['=HYPERLINK("http://evil.example")', { figure: '-12.50' }],
  ];
  expect(toCsv(cells)).toBe('\uFEFFdish,amount\r\n"\'=HYPERLINK(""http://evil.example"")",-12.50\r\n');
});

test('an id of the server is unchanged in a file, because none begins like a formula', () => {
  // Enough ids that one would begin with `-` by chance.
  const ids = Array.from({ length: 2_000 }, () => randomIds.next());
  expect(read(toCsv(ids.map((id) => [id]))).flat()).toEqual(ids);
});

test('CX29: the orders that were opened on a day: one row for each line as CSV, whole as JSON', async () => {
  const till = await server.till('1001', ['readOrders']);
  const phone = createTablePhone(server, await server.seat(await server.member('2125780001')), 'rx');
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!, '=no salt, "please"'), 2), phone.add(createItem(simple[1]!)));
  const { order } = expectData(await phone.place('exported')) as { order: Order };
  const mo = await server.till('1001', ['settle']);
  const createDiscount = (fields: object) => ({
    ...mo,
    ...act(order, { type: 'orderDiscounted', ...fields }),
  });
  await server.ask(actOnOrder, createDiscount({ amount: '1.5', reason: '=late' }));
  const { order: less } = await server.ask(actOnOrder, createDiscount({ amount: '0.25', reason: '' }));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(
    clock.now() - 4 * 3_600_000,
  );

  const csv = await server.ask(exportOrders, { ...till, query: { day, format: 'csv' } });
  expect([csv.fileName, csv.mediaType]).toEqual([`orders-1001-${day}.csv`, 'text/csv']);
  const [head, ...rows] = read(csv.text);
  const asRecords = rows.map((row) => Object.fromEntries(head!.map((name, n) => [name, row[n]])));
  const [one, other] = order.orderItems;
  const amount = other!.itemWithAdjustmentAmount;
  expect(asRecords).toMatchObject([
    { order: order.id, dish: one!.name, notes: `'=no salt, "please"`, pieces: '2', 'order total': less.totalAmount, 'order discounts given': '1.50: =late (a till); 0.25 (a till)' },
    { dish: other!.name, notes: '', pieces: '1', amount, 'order total': '', 'order discounts given': '' },
  ]);

  const json = await server.ask(exportOrders, { ...till, query: { day, format: 'json' } });
  const file = JSON.parse(json.text) as { day: string; currency: string; orders: Order[] };
  expect([file.day, file.currency, file.orders.map(({ id }) => id)]).toEqual([day, 'USD', [order.id]]);
  expect(file.orders[0]!.priceAdjustments?.slice(0, 2)).toMatchObject([
    { amount: '-1.50', reason: '=late', by: 'a till' },
    { amount: '-0.25', reason: '', by: 'a till' },
  ]);
  expect(file.orders[0]!.orderItems[0]!.notes).toBe('=no salt, "please"');
  const before = { day: '2026-11-01', format: 'json' };
  const { text: none } = await server.ask(exportOrders, { ...till, query: before });
  expect(JSON.parse(none)).toMatchObject({ orders: [] });
}); // prettier-ignore
