// @module-tag slow
/** Bills and receipts on the printer that a restaurant chose for them (CX37). */
import { nanoid } from 'nanoid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getReceipt, printReceipt } from '#contract/calls/receipt.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Station } from '#server/menu/whole-merchant.ts';
import { startPrinting } from '#server/service/kitchen/queue/print-queue.ts';
import { usualTimes } from '#server/service/kitchen/printers/send-to-printer.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { startPrinter, type PrinterStandIn } from '#testing/stand-ins/network-printer.ts';
import { fakeClock, startSharedServer, type Till } from '../server-under-test.ts';
import { actOnOrder, createFullPayment } from '../staff/acts.ts';

const clock = fakeClock(Date.parse('2026-11-25T18:00:00Z'));
const server = startSharedServer({ clock });
const freeTable = createFreeTables(server);
let till: Till;
let counter: PrinterStandIn;
let worker: ReturnType<typeof startPrinting>;
let people = 0;

async function setStations(stations: Station[]): Promise<void> {
  const operator = createAdmin({ db: server.db, now: () => clock.now() });
  const whole = (await operator.readMerchant('1001'))!;
  await operator.writeMerchant({ ...whole, stations, timeZone: 'Asia/Taipei' }, false);
}

const kitchen: Station = { id: 'kitchen', name: { 'en-US': 'Kitchen', 'zh-TW': '廚房' } };

beforeAll(async () => {
  till = await server.till();
  counter = await startPrinter();
  worker = startPrinting(server.deps, { ...usualTimes, connectMs: 300, answerMs: 200, lookEveryMs: 20 });
  const printer = { address: counter.address, charset: 'big5', columns: 48, language: 'zh-TW' } as const;
  const station = { id: 'counter', name: { 'en-US': 'Counter', 'zh-TW': '櫃台' } };
  await setStations([kitchen, { ...station, printer: { ...printer, bills: true } }]);
});
afterAll(async () => {
  await worker.close();
  await counter.close();
});

/** An order of a diner who reads English. */
async function createPlacedOrder() {
  people += 1;
  clock.advance(61_000);
  const seat = await server.seat(await server.member(`21263${String(50_000 + people)}`), await freeTable());
  const phone = createTablePhone(server, seat, `pr${people}`);
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!), 2));
  return { seat, order: await phone.order(nanoid()), dish: simple[0]! };
}

const print = async ({ id: orderId }: Order, actId = nanoid()) =>
  await server.ask(printReceipt, { ...till, body: { orderId, actId } });

/** The texts of an order's bills and receipts, the oldest first. */
async function onPaper({ serial }: Order, count: number): Promise<string[][]> {
  const listReceipts = () =>
    counter.tickets
      .map(({ lines }) => lines.map(({ text }) => text.trim()))
      .filter((lines) => lines.some((line) => line.includes(`訂單 ${serial}`)));
  await expect.poll(() => listReceipts().length, { interval: 10, timeout: 5_000 }).toBe(count);
  return listReceipts();
}

// CX37
test('a bill, then the receipt, then a copy of it are printed; a repeated act prints once', async () => {
  const { order, seat, dish } = await createPlacedOrder();
  expect(await print(order, 'bill')).toEqual({ queued: true });
  expect(await print(order, 'bill')).toEqual({ queued: true });
  const [bill] = await onPaper(order, 1);
  expect(bill!.slice(0, 3)).toEqual(['燈巷小館', '帳單', '2026年11月26日 凌晨2:01']);
  // In the printer's language, and below it in the guest's.
  expect(bill).toContain(dish.name);
  expect(bill!.some((line) => line.startsWith('2 × ') && !line.includes(dish.name))).toBe(true);

  await server.ask(actOnOrder, { ...till, ...createFullPayment(order) });
  await print(order);
  await print(order);
  const [, receipt, copy] = await onPaper(order, 3);
  expect(receipt![1]).toBe('消費明細 第 1 號');
  expect(copy!.slice(1, 3)).toEqual(['消費明細 第 1 號', '副本 1']);
  expect(receipt).not.toContain('副本 1');
  const shown = await server.ask(getReceipt, { ...seat, body: { orderId: order.id } });
  expect(shown.number).toBe(1);
  // The page has the restaurant's names below the reader's.
  const notes = shown.rows.flatMap((row) => (row.kind === 'note' ? row.text : []));
  expect(notes.some((note) => /\p{Script=Han}/u.test(note))).toBe(true);
});

test('staff see which printer prints bills; without one nothing is queued', async () => {
  const { order } = await createPlacedOrder();
  const { printers } = await server.ask(staffOverview, till);
  expect(printers.map(({ station, bills }) => [station, bills])).toEqual([['counter', true]]);
  await server.db.deleteFrom('printers').execute();
  expect(await print(order)).toEqual({ queued: false });
  expect(
    await server.db.selectFrom('print_jobs').selectAll().where('order_id', '=', order.id).execute(),
  ).toEqual([]);
});
