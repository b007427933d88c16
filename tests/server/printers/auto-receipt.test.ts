// @module-tag slow
/** The receipt that is printed as soon as a bill is paid (CX57). The printer was written from the maker's documentation. */
import { nanoid } from 'nanoid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listPrinters, savePrinter, type PrinterSettings } from '#contract/calls/printers.ts';
import { actOnOrder } from '#contract/calls/service.ts';
import type { Order } from '#contract/order-fields.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import { startPrinting } from '#server/service/kitchen/queue/print-queue.ts';
import { usualTimes } from '#server/service/kitchen/printers/send-to-printer.ts';
import { startEscPosPrinter, type EscPosPrinter } from '#testing/stand-ins/escpos-printer.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData, fakeClock, startSharedServer, type Caller } from '../server-under-test.ts';
import { act, logInStaff } from '../staff/acts.ts';

const clock = fakeClock();
const server = startSharedServer({
  clock,
  environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }), PRINTER_PORTS: '1024-65535' },
});
const freeTable = createFreeTables(server);
let owner: Caller;
let counter: EscPosPrinter;
let worker: ReturnType<typeof startPrinting>;
beforeAll(async () => {
  owner = await logInStaff(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
  counter = await startEscPosPrinter({ wide: 'big5' });
  worker = startPrinting(server.deps, { ...usualTimes, connectMs: 300, answerMs: 200, lookEveryMs: 20 });
});
afterAll(async () => {
  await worker.close();
  await counter.close();
});
beforeEach(async () => {
  await server.db.deleteFrom('printers').execute();
  await server.db.deleteFrom('print_jobs').execute();
  counter.jobs.length = 0;
});

async function addCounter(more: Partial<PrinterSettings> = {}) {
  const paper = { charset: 'big5', columns: 48, language: 'en-US', stations: [], drawer: false } as const;
  const address = `127.0.0.1:${counter.port}`;
  const printer = { name: '', way: 'network' as const, address, bills: true, ...paper, ...more };
  return expectData(await server.call(savePrinter, { ...owner, body: { printer } }));
}

let parties = 0;
async function createPlacedOrder(): Promise<Order> {
  parties += 1;
  clock.advance(61_000);
  const seat = await server.seat(await server.member(`21266${String(60_000 + parties)}`), await freeTable());
  const phone = createTablePhone(server, seat, `ar${parties}`);
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!), 1));
  return await phone.order(nanoid());
}
const sendAct = async (
  order: Order,
  fields: { readonly type: string; readonly actId?: string; readonly [name: string]: unknown },
) => expectData(await server.call(actOnOrder, { ...owner, ...act(order, fields) })).order;
const payOrder = async (order: Order, amount = calculateOwed(order), actId = nanoid()) =>
  await sendAct(order, { type: 'orderPaid', amount, method: 'card', actId });
const listReceipts = () => counter.text().filter((line) => /Receipt no\. \d+/i.test(line));
const readJobs = async () => await server.db.selectFrom('print_jobs').select('body').execute();

// CX57
test('receipts are not printed automatically by default', async () => {
  await addCounter();
  await payOrder(await createPlacedOrder());
  expect(await readJobs()).toEqual([]);
});

// CX57
test('the payment that settles the bill prints its receipt, once', async () => {
  const { setUp } = await addCounter({ autoReceipt: true });
  expect(setUp.printers[0]).toMatchObject({ autoReceipt: true });
  expect((await server.ask(listPrinters, owner)).printers[0]).toMatchObject({ autoReceipt: true });
  const order = await createPlacedOrder();
  const left = await payOrder(order, '1.00');
  expect(await readJobs()).toEqual([]);
  await payOrder(left, calculateOwed(left), 'rest');
  await payOrder(left, calculateOwed(left), 'rest');
  await expect.poll(listReceipts, { timeout: 5_000 }).toHaveLength(1);
  expect(await readJobs()).toHaveLength(1);
});

// CX57
test('a payment that was undone and is made again prints a copy', async () => {
  await addCounter({ autoReceipt: true });
  const order = await createPlacedOrder();
  await payOrder(order, calculateOwed(order), 'mistaken');
  await payOrder(await sendAct(order, { type: 'takenBack', actId: 'mistaken' }));
  await expect.poll(listReceipts, { timeout: 5_000 }).toHaveLength(2);
  expect(counter.text().filter((line) => /copy \d/i.test(line))).toEqual(['Copy 1']);
});

// CX57
test('a printer without bills prints none automatically, and a cancelled order has none', async () => {
  await addCounter({ autoReceipt: true, bills: false });
  await payOrder(await createPlacedOrder());
  expect(await readJobs()).toEqual([]);
  await server.db.deleteFrom('printers').execute();
  await addCounter({ autoReceipt: true });
  const order = await createPlacedOrder();
  await sendAct(order, {
    type: 'orderClosed',
    outcome: 'cancelled',
    reason: '',
    owed: calculateOwed(order),
    unsent: 1,
  });
  expect(await readJobs()).toEqual([]);
});
