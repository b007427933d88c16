// @module-tag slow
/** The file for the tax adviser: portions, late changes, two currencies, persons and reasons (CX61). */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { exportAccounting } from '#contract/calls/numbers.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { createItem, createTablePhone, listDishes } from '#testing/phones/table-phone.ts';
import { expectData, fakeClock, startSharedServer, type Caller } from '../server-under-test.ts';
import { act, actOnOrder, createClose } from '../staff/acts.ts';
import { readAccounting, type Row } from './read-accounting.ts';

const dayMs = 24 * 60 * 60_000;
const clock = fakeClock(Date.parse('2026-11-24T18:00:00Z'));
const server = startSharedServer({
  clock,
  environment: { REQUESTS_PER_MINUTE: '0', TOKEN_SECONDS: '86400' },
});
let till: Caller;
let order: Order;

beforeAll(async () => {
  const admin = createAdmin({ db: server.db, now: () => clock.now() });
  const whole = (await admin.readMerchant('1001'))!;
  await admin.writeMerchant({ ...whole, timeZone: 'America/New_York' }, false);
  till = await server.till();
  const phone = createTablePhone(server, await server.seat(await server.member('2125780007')), 'ra');
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!), 4), phone.add(createItem(simple[1]!), 2));
  ({ order } = expectData(await phone.place('for-the-books')) as { order: Order });
});

async function sendAct(fields: { readonly type: string } & Record<string, unknown>): Promise<Order> {
  clock.advance(1_000);
  const { order: now } = await server.ask(actOnOrder, { ...till, ...act(order, fields) });
  return now;
}

async function readRows(from: string, to = from): Promise<Row[]> {
  const { text } = await readAccounting(server, till, { from, to, format: 'json' });
  return (JSON.parse(text) as { rows: Row[] }).rows;
}

const sumOf = (rows: readonly Row[], kind: string) =>
  rows
    .filter((row) => row['kind'] === kind)
    .reduce((all, { amount }) => all + Number(amount), 0)
    .toFixed(2);

test('a change on the next day is a row of the next day, under the order it belongs to', async () => {
  const [line] = order.orderItems;
  await sendAct({ type: 'dishVoided', orderItemId: line!.id, quantity: 1, reason: '=cold' });
  const given = { type: 'orderDiscounted', percent: 50, reason: 'late', actId: 'half-price' };
  const half = await sendAct(given);
  await sendAct({ type: 'orderPaid', amount: '1.00', tip: '0.50', method: 'cash', tendered: '2.00' });
  const monday = await readRows('2026-11-24');
  expect(monday.map(({ kind }) => kind)).toEqual(['sale', 'tax', 'void', 'discount', 'payment']);
  const [sale, tax, voided, discount, payment] = monday;
  expect(sale).toMatchObject({
    day: '2026-11-24', time: '2026-11-24 13:00:00', order: order.id, serial: order.serial, table: '1', currency: 'USD',
    amount: half.totalAmount, tax: half.totalTaxAmount, tip: '0.50',
  }); // prettier-ignore
  expect(tax).toMatchObject({ rate: half.orderTaxes[0]!.rate, tax: half.totalTaxAmount, amount: sale!['amount'] });
  expect(voided).toMatchObject({ person: 'a till', reason: '=cold', dish: line!.name, quantity: '1', amount: line!.price });
  const dishes = half.orderItems.reduce((all, { itemWithAdjustmentAmount: each }) => all + Number(each), 0);
  expect(discount).toMatchObject({ person: 'a till', reason: 'late', amount: (dishes / 2).toFixed(2) });
  expect(payment).toMatchObject({ person: 'a till', method: 'cash', amount: '1.00', tip: '0.50' });
  const csv = await readAccounting(server, till, { from: '2026-11-24', to: '2026-11-24', format: 'csv' });
  const records = parse(csv.text, { bom: true, columns: true }) as Row[];
  expect(records[2]).toMatchObject({ kind: 'void', reason: "'=cold", amount: line!.price });

  clock.advance(dayMs);
  till = await server.till();
  await sendAct({ type: 'discountRemoved', discountId: 'half-price', reason: 'not late' });
  const refund = { type: 'orderRefunded', amount: '0.40', tip: '0.10', method: 'card', reason: 'by mistake' };
  await sendAct(refund);
  expect(await readRows('2026-11-24')).toEqual(monday);
  const tuesday = await readRows('2026-11-25');
  expect(tuesday.every((row) => row['order'] === order.id)).toBe(true);
  expect(tuesday.find(({ kind }) => kind === 'discount')).toMatchObject({ person: 'a till', reason: 'late', amount: `-${discount!['amount']}` });
  expect(tuesday.find(({ kind }) => kind === 'refund')).toMatchObject({ method: 'card', amount: '-0.40', tip: '-0.10', reason: 'by mistake' });
}); // prettier-ignore

test('orders that are closed unpaid or cancelled name the person, even if they are opened again', async () => {
  const serveFirstDish = async () => await sendAct({ type: 'dishServed', orderItemId: order.orderItems[0]!.id, quantity: 1 });
  const now = await serveFirstDish();
  const closing = createClose(now, 'completed');
  const body = { ...closing.body, reason: 'left' };
  await server.ask(actOnOrder, { ...till, body });
  const day = '2026-11-25';
  const unpaid = (await readRows(day)).filter(({ kind }) => kind === 'unpaid');
  expect(unpaid).toMatchObject([{ person: 'a till', reason: 'left', amount: closing.body.owed }]);
  await sendAct({ type: 'orderReopened', reason: 'came back' });
  expect(sumOf(await readRows(day), 'unpaid')).toBe('0.00');
  // A cancelled order must not keep a payment.
  await sendAct({ type: 'orderRefunded', amount: '0.60', method: 'cash', reason: 'fire alarm' });
  const open = await sendAct({ type: 'dishServed', orderItemId: order.orderItems[1]!.id, quantity: 1 });
  const cancels = createClose(open, 'cancelled');
  await server.ask(actOnOrder, { ...till, body: { ...cancels.body, reason: 'fire alarm' } });
  const rows = await readRows('2026-11-24', day);
  expect(rows.filter(({ kind }) => kind === 'cancelled')).toMatchObject([
    { person: 'a till', reason: 'fire alarm', amount: open.totalAmount },
  ]);
  expect(sumOf(rows, 'sale')).toBe('0.00');
}); // prettier-ignore

test('a month of many orders is exported in pages, each row once, in two currencies, as CSV and as JSON', async () => {
  const { db } = server;
  const row = await db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirstOrThrow();
  const { change_no: _drawn, ...copied } = row;
  const at = clock.now() + 2 * dayMs;
  const ids = Array.from({ length: 900 }, (_, n) => `copy-${String(n).padStart(4, '0')}`);
  const copies = ids.map((id, n) => ({
    ...copied,
    id,
    status: orderStatus.progressing,
    payment_status: paymentStatus.unpaid,
    // Several orders are opened at the same moment.
    created_at: at + Math.floor(n / 3),
    updated_at: at + Math.floor(n / 3),
    body: JSON.stringify({
      ...(JSON.parse(row.body) as object),
      id,
      createAt: at,
      orderItems: order.orderItems.map((line) => ({ ...line, placedAt: at })),
      currency: n % 2 === 0 ? 'USD' : 'TWD',
    }),
  }));
  for (const copy of copies) await db.insertInto('orders').values(copy).execute();
  const days = { from: '2026-11-27', to: '2026-11-27' };
  const json = await readAccounting(server, till, { ...days, format: 'json' });
  expect(json.portions).toBeGreaterThan(2);
  expect(json.fileName).toBe('accounting-1001-2026-11-27-2026-11-27.json');
  const file = JSON.parse(json.text) as { from: string; timeZone: string; rows: Row[] };
  expect(file).toMatchObject({ from: '2026-11-27', timeZone: 'America/New_York' });
  const sales = file.rows.filter(({ kind }) => kind === 'sale');
  expect(sales.map((sale) => sale['order'])).toEqual(ids);
  expect(sales.filter(({ currency }) => currency === 'TWD')).toHaveLength(450);
  const csv = await readAccounting(server, till, { ...days, format: 'csv' });
  const records = parse(csv.text, { bom: true, columns: true }) as Row[];
  expect(records.map(({ order: id, kind, amount }) => [id, kind, amount])).toEqual(
    file.rows.map(({ order: id, kind, amount }) => [id, kind, amount]),
  );
  const none = await readAccounting(server, till, { from: '2026-01-01', to: '2026-01-31', format: 'json' });
  expect([JSON.parse(none.text), none.portions]).toMatchObject([{ rows: [] }, 1]);
}); // prettier-ignore

test('days in the wrong order and cursors that no answer named are refused', async () => {
  const readExportCode = async (query: Record<string, string>) =>
    await server.codeOf(exportAccounting, { ...till, query: { format: 'csv', ...query } });
  expect(await readExportCode({ from: '2026-11-25', to: '2026-11-24' })).toBe(400);
  expect(await readExportCode({ from: '2024-11-25', to: '2026-11-24' })).toBe(400);
  expect(await readExportCode({ from: '2026-11-25', to: '2026-11-25', after: 'x' })).toBe(400);
  expect(await readExportCode({ from: '2026-11-25', to: '2026-11-25' })).toBe(0);
});

test('the columns are those that the documentation names', async () => {
  const { text } = await readAccounting(server, till, {
    from: '2026-01-01',
    to: '2026-01-01',
    format: 'csv',
  });
  const documented = readFileSync('docs/integrating.md', 'utf8');
  expect(documented.split('\n')).toContain(text.replace('\uFEFF', '').trim());
});
