// @module-tag slow
/**
 * The printer at the counter when a bill is paid: the cash drawer opens (CX55), and the receipt is printed (CX57). The
 * printers were written from the makers' documentation.
 */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { moveCash, type MovementKind } from '#contract/calls/cash.ts';
import { listPrinters, savePrinter, type PrinterSettings } from '#contract/calls/printers.ts';
import { printReceipt } from '#contract/calls/receipt.ts';
import { actOnOrder } from '#contract/calls/service.ts';
import type { Order } from '#contract/order-fields.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import { startCloudPrntPrinter } from '#testing/stand-ins/cloudprnt-printer.ts';
import { startEpsonSdpPrinter } from '#testing/stand-ins/epson-sdp-printer.ts';
import { expectData } from '../server-under-test.ts';
import { act } from '../staff/acts.ts';
import { createNetworkPrinter, createPrintingServer, openDrawer } from './printers-for-tests.ts';

const { clock, server, owner, createPlacedOrder } = createPrintingServer();
const counter = createNetworkPrinter(server);

async function add(more: Partial<PrinterSettings> = {}): Promise<string> {
  const printer: PrinterSettings = {
    name: '', way: 'network', address: '', charset: 'big5', columns: 48, language: 'en-US', stations: [], bills: true, drawer: true, ...more,
  }; // prettier-ignore
  const { secretPath = '' } = expectData(await server.call(savePrinter, { ...owner, body: { printer } }));
  return server.address + secretPath;
}
const addCounter = async (more: Partial<PrinterSettings> = {}) =>
  await add({ address: counter.address, ...more });
/** Adds a printer that prints receipts by itself. */
const addReceiptPrinter = async (more: Partial<PrinterSettings> = {}) =>
  await addCounter({ drawer: false, autoReceipt: true, ...more });

const sendAct = async (
  order: Order,
  fields: { readonly type: string; readonly actId?: string; readonly [name: string]: unknown },
) => expectData(await server.call(actOnOrder, { ...owner, ...act(order, fields) })).order;
const payOrder = async (order: Order, method: string, actId = nanoid(), amount = calculateOwed(order)) =>
  await sendAct(order, { type: 'orderPaid', amount, method, actId });
const listReceipts = () => counter.text().filter((line) => /Receipt no\. \d+/i.test(line));
const readJobs = async () => await server.db.selectFrom('print_jobs').selectAll().execute();

// CX55
test('cash opens the drawer once and prints nothing; a card payment does not', async () => {
  await addCounter();
  const [first, second] = [await createPlacedOrder(), await createPlacedOrder()];
  await payOrder(first, 'cash', 'once');
  await payOrder(first, 'cash', 'once');
  await expect.poll(() => counter.pulses, { timeout: 5_000 }).toEqual([openDrawer]);
  expect(counter.text()).toEqual([]);
  await payOrder(second, 'card');
  expect(await readJobs()).toHaveLength(1);
});

// CX55
test('refunded cash opens it, too', async () => {
  await addCounter();
  const order = await createPlacedOrder();
  await payOrder(order, 'card');
  await sendAct(order, {
    type: 'orderRefunded',
    amount: calculateOwed(order),
    method: 'cash',
    reason: 'cold',
  });
  await expect.poll(() => counter.pulses.length, { timeout: 5_000 }).toBe(1);
});

// CX55
test('a pay-in and a pay-out open it once each; a float and a count do not', async () => {
  await addCounter();
  const move = async (kind: MovementKind, actId = nanoid()) => {
    const reason = kind === 'payIn' || kind === 'payOut' ? { reason: 'market' } : {};
    await server.ask(moveCash, { ...owner, body: { actId, kind, amount: '20.00', ...reason } });
  };
  for (const kind of ['float', 'count'] as const) await move(kind);
  expect(await readJobs()).toEqual([]);
  for (const actId of ['paid-in', 'paid-in']) await move('payIn', actId);
  await move('payOut');
  await expect.poll(() => counter.pulses.length, { timeout: 5_000 }).toBe(2);
  expect(await readJobs()).toHaveLength(2);
  expect(counter.text()).toEqual([]);
});

// CX55
test('without a drawer nothing opens, and a late job does not open one', async () => {
  await addCounter({ drawer: false });
  await payOrder(await createPlacedOrder(), 'cash');
  expect(await readJobs()).toEqual([]);
  await server.db.deleteFrom('printers').execute();
  await addCounter();
  await counter.switchOff();
  await payOrder(await createPlacedOrder(), 'cash');
  // The next attempt is counted from the first one, so the clock moves after it.
  await expect.poll(async () => (await readJobs())[0]?.problem).toEqual(expect.any(String));
  clock.advance(10 * 60_000);
  await counter.switchOn();
  await expect.poll(async () => (await readJobs())[0]?.printed_at, { timeout: 20_000 }).not.toBeNull();
  expect(counter.pulses).toEqual([]);
});

// CX55
test('polling printers open it at once and once', async () => {
  const star = await startCloudPrntPrinter({ url: await add({ way: 'star' }) });
  await payOrder(await createPlacedOrder(), 'cash');
  star.switches.loseConfirmation = true;
  expect(await star.poll()).toBe(true);
  expect(star.printed[0]!.headers).toMatchObject({ 'x-star-cashdrawer': 'start', 'x-star-cut': 'none' });
  clock.advance(30_000);
  expect(await star.poll()).toBe(false);
  await star.close();
  await server.db.deleteFrom('printers').execute();

  const epson = await startEpsonSdpPrinter({ url: await add({ way: 'epson' }) });
  await payOrder(await createPlacedOrder(), 'cash');
  expect(await epson.poll()).toBe(1);
  expect(epson.printed[0]).toMatchObject({ pulses: 1, cuts: 0, images: 0, lines: [] });
  expect(await epson.poll()).toBe(0);
  await epson.close();
});

// CX37
test('a receipt goes to a polling printer', async () => {
  const star = await startCloudPrntPrinter({ url: await add({ way: 'star', drawer: false }), mediaTypes: ['text/plain'] });
  const order = await createPlacedOrder();
  await payOrder(order, 'card');
  expect(await server.ask(printReceipt, { ...owner, body: { orderId: order.id, actId: nanoid() } })).toEqual({ queued: true });
  expect(await star.poll()).toBe(true);
  expect(star.printed[0]!.body.toString('utf8')).toMatch(/Receipt no\. \d+/i);
  expect(star.printed[0]!.headers).not.toHaveProperty('x-star-cashdrawer');
  await star.close();
}); // prettier-ignore

// CX57
test('receipts are not printed automatically by default', async () => {
  await addCounter({ drawer: false });
  await payOrder(await createPlacedOrder(), 'card');
  expect(await readJobs()).toEqual([]);
});

// CX57
test('the payment that settles the bill prints its receipt, once', async () => {
  await addReceiptPrinter();
  expect((await server.ask(listPrinters, owner)).printers[0]).toMatchObject({ autoReceipt: true });
  const order = await createPlacedOrder();
  const left = await payOrder(order, 'card', nanoid(), '1.00');
  expect(await readJobs()).toEqual([]);
  await payOrder(left, 'card', 'rest');
  await payOrder(left, 'card', 'rest');
  await expect.poll(listReceipts, { timeout: 5_000 }).toHaveLength(1);
  expect(await readJobs()).toHaveLength(1);
});

// CX57
test('a payment that was undone and is made again prints a copy', async () => {
  await addReceiptPrinter();
  const order = await createPlacedOrder();
  await payOrder(order, 'card', 'mistaken');
  await payOrder(await sendAct(order, { type: 'takenBack', actId: 'mistaken' }), 'card');
  await expect.poll(listReceipts, { timeout: 5_000 }).toHaveLength(2);
  expect(counter.text().filter((line) => /copy \d/i.test(line))).toEqual(['Copy 1']);
});

// CX57
test('a printer without bills prints none automatically, and a cancelled order has none', async () => {
  await addReceiptPrinter({ bills: false });
  await payOrder(await createPlacedOrder(), 'card');
  expect(await readJobs()).toEqual([]);
  await server.db.deleteFrom('printers').execute();
  await addReceiptPrinter();
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
