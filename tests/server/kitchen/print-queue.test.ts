/** Orders on a real server print tickets on simulated printers (CX18). */
import { nanoid } from 'nanoid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { kitchenScreen, printAgain } from '#contract/calls/kitchen.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { staffOrder, staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { sendStatus } from '#contract/states.ts';
import { moveDishes, orderAtTable, type OrderAct } from '#contract/calls/service.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import type { Station } from '#server/menu/whole-merchant.ts';
import { startPrinting } from '#server/service/kitchen/queue/print-queue.ts';
import { usualTimes } from '#server/service/kitchen/printers/send-to-printer.ts';
import { createAdmin } from '#server/back-office/admin/admin.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { startPrinter, type PrinterStandIn } from '#testing/stand-ins/network-printer.ts';
import { createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData, fakeClock, startSharedServer, type Till } from '../server-under-test.ts';
import { act, actOnOrder, createClose } from '../staff/acts.ts';

const clock = fakeClock();
const server = startSharedServer({ clock });
const freeTable = createFreeTables(server);
const times = { ...usualTimes, connectMs: 300, answerMs: 200, ticketMs: 400, lookEveryMs: 20 };
let till: Till;
let kitchen: PrinterStandIn;
let bar: PrinterStandIn;
const workers: ReturnType<typeof startPrinting>[] = [];
const startWorker = (lookEveryMs = times.lookEveryMs) => {
  const worker = startPrinting(server.deps, { ...times, lookEveryMs });
  workers.push(worker);
  return worker;
};

beforeAll(async () => {
  till = await server.till();
  kitchen = await startPrinter();
  bar = await startPrinter();
  const printer = { ...createPrinterSettings(kitchen), language: 'zh-TW' } as const;
  await setStations([
    { ...stationOf.kitchen, printer },
    { id: 'wok', name: { 'en-US': 'Wok', 'zh-TW': '熱炒' }, printer },
    { ...stationOf.bar, printer: createPrinterSettings(bar) },
  ]);
});
afterAll(async () => {
  for (const worker of workers) await worker.close();
  await Promise.all([kitchen.close(), bar.close()]);
});
beforeEach(() => {
  kitchen.set({});
  bar.set({});
});

const stationOf = {
  kitchen: { id: 'kitchen', name: { 'en-US': 'Kitchen', 'zh-TW': '廚房' } },
  bar: { id: 'bar', name: { 'en-US': 'Bar', 'zh-TW': '吧台' } },
};
const createPrinterSettings = ({ address }: PrinterStandIn) =>
  ({ address, charset: 'big5', columns: 48, language: 'en-US' }) as const;

async function setStations(stations: Station[]): Promise<void> {
  const operator = createAdmin({ db: server.db, now: () => clock.now() });
  const whole = (await operator.readMerchant('1001'))!;
  await operator.writeMerchant({ ...whole, stations, timeZone }, false);
}

/** Differs by half an hour from the zones that servers run in. */
const timeZone = 'Asia/Kolkata';

let parties = 0;

/** A member at a free table, with a dish of the kitchen and a drink of the bar. */
async function createParty() {
  parties += 1;
  clock.advance(61_000);
  const seat = await server.seat(await server.member(`21262${String(50_000 + parties)}`), await freeTable());
  const phone = createTablePhone(server, seat, `rp${parties}`);
  const [tea] = await listInCategory('100111');
  const [cucumber] = await listInCategory('100106');
  const order = async (...adds: (readonly [product: typeof tea, quantity: number])[]) => {
    await phone.send(...adds.map(([product, quantity]) => phone.add(createItem(product!), quantity)));
    return (expectData(await phone.place(nanoid())) as { order: Order }).order;
  };
  return { seat, order, tea, cucumber };
}

async function listInCategory(categoryId: string) {
  const { categories } = await readWholeMenu(server.db, '1001', 'en-US');
  const products = categories.find(({ id }) => id === categoryId)!.products;
  return products.filter(({ modifierGroups }) => modifierGroups.every(({ min }) => min === 0));
}

/** The texts of an order's tickets, the oldest first. */
const listTickets = ({ tickets }: PrinterStandIn, { serial }: Order) =>
  tickets
    .map(({ lines }) => lines.map(({ text }) => text.trim()).join('\n'))
    .filter((text) => text.includes(`#${serial}`));
const waitForTickets = async (printer: PrinterStandIn, order: Order, count: number) => {
  await expect.poll(() => listTickets(printer, order).length, { interval: 10, timeout: 5_000 }).toBe(count);
  return listTickets(printer, order);
};
const expectTicketCount = async (printer: PrinterStandIn, order: Order, count: number) => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(listTickets(printer, order)).toHaveLength(count);
};
type Fields = OrderAct extends infer Each
  ? Each extends OrderAct
    ? Omit<Each, 'actId' | 'orderId'> & { actId?: string }
    : never
  : never;
const sendAct = async (order: Order, fields: Fields) =>
  expectData(await server.call(actOnOrder, { ...till, ...act(order, fields) })).order;
const findOnBoard = async ({ id }: Order) =>
  (await server.ask(staffOverview, till)).orders.find((each) => each.id === id);
const createPlainItem = (product: Product | undefined) => ({ ...createItem(product!), modifiers: [] });
const expectAllSent = async (order: Order) => {
  const all = { sendStatus: sendStatus.allSent, newPieces: 0, waitsSince: null };
  await expect.poll(() => findOnBoard(order), { timeout: 5_000 }).toMatchObject(all);
};
const readPrinters = async () => (await server.ask(staffOverview, till)).printers;
const expectBarState = async (state: object, beforeEachLook = () => {}) => {
  const findBar = async () =>
    (beforeEachLook(), await readPrinters()).find(({ station }) => station === 'bar');
  await expect.poll(findBar, { timeout: 5_000 }).toMatchObject(state);
};

// CX18
test('each station gets its part of each round, once, in its language; then the round counts as sent', async () => {
  const { seat, order: place, tea, cucumber } = await createParty();
  const order = await place([tea, 2], [cucumber, 1]);
  // Two processes find the same ticket at once.
  for (const worker of [startWorker(60_000), startWorker(60_000)]) worker.wake();
  const [atBar] = await waitForTickets(bar, order, 1);
  expect(atBar).toContain('Bar');
  expect(atBar).toContain(`2 x   ${tea!.name}`);
  expect(atBar).not.toContain(cucumber!.name);
  const time = new Intl.DateTimeFormat('sv-SE', { timeStyle: 'short', timeZone });
  expect(atBar, 'the restaurant’s own time').toContain(time.format(clock.now()));
  const [atKitchen] = await waitForTickets(kitchen, order, 1);
  expect(atKitchen).toContain('廚房');
  expect(atKitchen).toContain('涼拌小黃瓜');
  await expect
    .poll(async () =>
      (await readFulfilment(server.db, seat.sessionId)).map(({ type, by }) => [type, by.kind]),
    )
    .toEqual([['roundSent', 'server']]);
  await expectTicketCount(bar, order, 1);
  startWorker();
  const second = await place([tea, 1]);
  expect((await waitForTickets(bar, second, 2))[1]).toContain('Round 2');
  await expectTicketCount(kitchen, order, 1);
});

// CX18
test('a dish that the staff add counts as sent once its ticket is printed, not before', async () => {
  const { order: place, tea, cucumber } = await createParty();
  const order = await place([tea, 1]);
  await expectAllSent(order);
  const addDish = (product: typeof tea) =>
    sendAct(order, { type: 'dishAdded', item: createPlainItem(product), quantity: 1, userId: '' });
  await addDish(cucumber);
  await waitForTickets(kitchen, order, 1);
  await expectAllSent(order);

  await bar.switchOff();
  await addDish(tea);
  await addDish(cucumber);
  await waitForTickets(kitchen, order, 2);
  await expectBarState({ state: 'unreachable' });
  expect(await findOnBoard(order)).toMatchObject({ sendStatus: sendStatus.partiallySent, newPieces: 2 });
  await bar.switchOn();
  clock.advance(60_000);
  await waitForTickets(bar, order, 2);
  await expectAllSent(order);
});

// CX86
test('a held course is not on the ticket of its round and has one when it is fired; a late hold prints a notice', async () => {
  const { order: place, tea, cucumber } = await createParty();
  const drinks = '100111';
  const starters = '100106';
  const setCourses = async (courses: Readonly<Record<string, number | undefined>>) => {
    const operator = createAdmin({ db: server.db, now: () => clock.now() });
    const whole = (await operator.readMerchant('1001'))!;
    const categories = whole.categories.map(({ course: _course, ...category }) => {
      const course = courses[category.id];
      return { ...category, ...(course !== undefined && { course }) };
    });
    await operator.writeMerchant(
      { ...whole, categories, holdCourses: Object.keys(courses).length > 0 },
      false,
    );
  };
  await setCourses({ [drinks]: 2, [starters]: 1 });
  const order = await place([cucumber, 1], [tea, 2]);
  await setCourses({});
  await waitForTickets(kitchen, order, 1);
  await expectTicketCount(bar, order, 0);
  expect(await findOnBoard(order)).toMatchObject({ newPieces: 2 });
  const fired = { type: 'courseFired', course: 2, actId: nanoid() } as const;
  await sendAct(order, fired);
  const [course] = await waitForTickets(bar, order, 1);
  expect(course).toContain('Course 2');
  expect(course).toContain(`2 x   ${tea!.name}`);
  await expectAllSent(order);
  await sendAct(order, { type: 'takenBack', actId: fired.actId });
  expect((await waitForTickets(bar, order, 2))[1]).toContain('WAIT: course 2');
  await sendAct(order, { type: 'courseFired', course: 2 });
  await waitForTickets(bar, order, 3);
  await sendAct(order, { type: 'courseHeld', round: 1, course: 2 });
  expect((await waitForTickets(bar, order, 4))[3]).toContain('WAIT: course 2');
  await sendAct(order, { type: 'dishVoided', orderItemId: '1-1', quantity: 1, reason: '' });
  await waitForTickets(kitchen, order, 2);
});

// CX86
test('a held dish that the kitchen never received is voided without a ticket', async () => {
  const { order: place, tea, cucumber } = await createParty();
  const operator = createAdmin({ db: server.db, now: () => clock.now() });
  const whole = (await operator.readMerchant('1001'))!;
  const courses = new Map([
    ['100111', 2],
    ['100106', 1],
  ]);
  const categories = whole.categories.map((category) => ({
    ...category,
    course: courses.get(category.id) ?? 9,
  }));
  await operator.writeMerchant({ ...whole, categories, holdCourses: true }, false);
  const order = await place([cucumber, 1], [tea, 1]);
  await operator.writeMerchant(whole, false);
  await waitForTickets(kitchen, order, 1);
  const { id } = order.orderItems.find(({ productId }) => productId === tea!.id)!;
  await sendAct(order, { type: 'dishVoided', orderItemId: id, quantity: 1, reason: '' });
  await expectTicketCount(bar, order, 0);
});

// CX22, CX18
test('an order that the staff open is sent once it is printed', async () => {
  const { tea } = await createParty();
  const tableId = `1001${(await freeTable()).padStart(3, '0')}`;
  const body = { actId: nanoid(), tableId, item: createPlainItem(tea), quantity: 1 };
  const { order } = expectData(await server.call(orderAtTable, { ...till, body }));
  await waitForTickets(bar, order, 1);
  await expectAllSent(order);
});

// CX18
test('a printer that does not answer delays no other printer', async () => {
  // Only the server's own worker prints here.
  for (const worker of workers.splice(0)) await worker.close();
  const { order: place, tea, cucumber } = await createParty();
  kitchen.set({ hangs: true });
  const { ever } = kitchen.connections();
  const slow = await place([cucumber, 1]);
  await expect.poll(() => kitchen.connections().ever, { timeout: 5_000 }).toBeGreaterThan(ever);
  const begun = Date.now();
  await waitForTickets(bar, await place([tea, 1]), 1);
  expect(Date.now() - begun).toBeLessThan(3_000);
  expect(listTickets(kitchen, slow)).toEqual([]);

  kitchen.set({});
  await kitchen.switchOff();
  await kitchen.switchOn();
  startWorker();
  await expect
    .poll(() => (clock.advance(60_000), listTickets(kitchen, slow).length), { timeout: 5_000 })
    .toBe(1);
});

// CX18
test('a printer that is off or without paper is reported, and prints everything in order once it is back', async () => {
  const { order: place, tea } = await createParty();
  await expectBarState({ state: 'ok', waiting: 0 });
  await bar.switchOff();
  const order = await place([tea, 1]);
  await expectBarState({ state: 'unreachable', waiting: 1, since: clock.now() });
  await bar.switchOn();
  const second = await place([tea, 2]);
  // It waits for the first ticket, whose next try is later.
  await expectTicketCount(bar, second, 0);
  bar.set({ hasPaper: false });
  clock.advance(60_000);
  await expectBarState({ state: 'noPaper', waiting: 2 });
  expect(listTickets(bar, order)).toEqual([]);
  bar.set({});
  clock.advance(60_000);
  const [first, last] = await waitForTickets(bar, second, 2);
  expect([first, last].map((text) => /Round \d/.exec(text!)?.[0])).toEqual(['Round 1', 'Round 2']);
  expect(first).not.toContain('twice');
  await expectBarState({ state: 'ok', waiting: 0, since: null });
});

test('half a ticket is printed again, and says so; also if its process died', async () => {
  const { order: place, tea } = await createParty();
  bar.set({ breaksAfterBytes: 60 });
  const order = await place([tea, 1]);
  await expectBarState({ state: 'cutOff' });
  bar.set({});
  clock.advance(60_000);
  const texts = await waitForTickets(bar, order, 1);
  expect(texts[0]).toContain('may be printed twice');
  await expectBarState({ state: 'ok', waiting: 0 });

  const begun = { printed_at: null, begun_at: clock.now(), next_at: clock.now() + 60_000 };
  const jobs = server.db.updateTable('print_jobs').set(begun).where('station', '=', 'bar');
  await jobs.where('order_id', '=', order.id).execute();
  await expectTicketCount(bar, order, 1);
  clock.advance(60_000);
  expect((await waitForTickets(bar, order, 2))[1]).toContain('may be printed twice');
});

test('dishes added or voided after the ticket have a ticket of their own; before it, the ticket is right', async () => {
  const { order: place, tea } = await createParty();
  const order = await place([tea, 2]);
  await waitForTickets(bar, order, 1);
  const actId = nanoid();
  const voids = { type: 'dishVoided', orderItemId: '1-1', quantity: 1, reason: 'late', actId } as const;
  await sendAct(order, voids);
  const [, gone] = await waitForTickets(bar, order, 2);
  expect(gone).toContain('CANCELLED');
  expect(gone).toContain(`1 x   ${tea!.name}`);
  await sendAct(order, { type: 'takenBack', actId });
  expect((await waitForTickets(bar, order, 3))[2]).toContain('ADDED');

  await expectBarState({ state: 'ok', waiting: 0 });
  await bar.switchOff();
  clock.advance(3_000);
  await place([tea, 3]);
  await sendAct(order, { ...voids, orderItemId: '2-1', quantity: 2, actId: nanoid() });
  await expectBarState({ state: 'unreachable' });
  await bar.switchOn();
  clock.advance(60_000);
  const texts = await waitForTickets(bar, order, 4);
  expect(texts[3]).toContain(`1 x   ${tea!.name}`);
  clock.advance(60_000);
  await expectTicketCount(bar, order, 4);
});

// CX85
test('a dish that moves to another table has a ticket there; on a new bill of its table it has none', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  const order = await ann.order([ann.tea, 2], [ann.cucumber, 1]);
  const other = await bob.order([bob.tea, 1]);
  await waitForTickets(bar, order, 1);
  await waitForTickets(bar, other, 1);
  await expectAllSent(order);
  const { id: orderItemId } = order.orderItems.find(({ productId }) => productId === ann.tea!.id)!;
  const moves = async (to: object) => {
    const body = { actId: nanoid(), orderId: order.id, dishes: [{ orderItemId, quantity: 1 }], ...to };
    return await server.ask(moveDishes, { ...till, body });
  };
  await moves({ toOrderId: other.id });
  const [, moved] = await waitForTickets(bar, other, 2);
  expect(moved).toContain('MOVED');
  expect(moved).toContain(`Before: Table ${order.tableName}.`);
  expect(moved).toContain(`1 x   ${ann.tea!.name}`);
  const { to } = await moves({});
  await expectTicketCount(bar, { ...order, serial: to.serial }, 0);
  await expectTicketCount(bar, order, 1);
});

// CX18
test('a dish voided while its ticket is being printed has a ticket of its own', async () => {
  const { order: place, tea } = await createParty();
  bar.set({ answersAfter: 150 });
  const order = await place([tea, 2]);
  await waitForTickets(bar, order, 1);
  clock.advance(5_000);
  await sendAct(order, { type: 'dishVoided', orderItemId: '1-1', quantity: 1, reason: 'late' });
  bar.set({});
  expect((await waitForTickets(bar, order, 2))[1]).toContain('CANCELLED');
});

test('a ticket that cannot be made delays no other, and is reported', async () => {
  const { order: place, tea } = await createParty();
  await bar.switchOff();
  const order = await place([tea, 1]);
  await server.db.updateTable('print_jobs').set({ body: '{' }).where('order_id', '=', order.id).execute();
  const second = await place([tea, 2]);
  await bar.switchOn();
  // A try that had begun before the printer came back delays the next one.
  await expectBarState({ state: 'unreadable', waiting: 1 }, () => clock.advance(60_000));
  clock.advance(60_000);
  expect((await waitForTickets(bar, second, 1))[0]).toContain('Round 2');
  await server.db.deleteFrom('print_jobs').where('order_id', '=', order.id).execute();
});

// CX18, A3
test('a round is printed again on demand, numbered, once for a repeated tap', async () => {
  const { order: place, tea } = await createParty();
  const order = await place([tea, 1]);
  await waitForTickets(bar, order, 1);
  const again = { actId: nanoid(), orderId: order.id, round: 1, station: 'bar' };
  const printTicketAgain = async (body: typeof again) => await server.call(printAgain, { ...till, body });
  expect(expectData(await printTicketAgain(again))).toEqual({ tickets: 1 });
  await printTicketAgain(again);
  expect((await waitForTickets(bar, order, 2))[1]).toContain('REPRINT 1');
  await printTicketAgain({ ...again, actId: nanoid() });
  expect((await waitForTickets(bar, order, 3))[2]).toContain('REPRINT 2');
  expect(expectData(await printTicketAgain({ ...again, actId: nanoid(), station: 'wok' }))).toEqual({
    tickets: 0,
  });
});

// CX18
test('the screen shows rounds, oldest first, until all dishes are served or the order is closed', async () => {
  const { order: placed, cucumber } = await createParty();
  const place = async (quantity: number) => {
    clock.advance(1_000);
    return await placed([cucumber, quantity]);
  };
  const readTickets = async () => {
    const { tickets: all } = await server.ask(kitchenScreen, till);
    return all.filter(({ serial }) => serial === first.serial);
  };
  const first = await place(2);
  await place(1);
  const { stations } = await server.ask(kitchenScreen, till);
  expect(stations.map(({ id }) => id)).toEqual(['kitchen', 'wok', 'bar']);
  expect((await readTickets()).map(({ round, placedAt }) => [round, clock.now() - placedAt])).toEqual([
    [1, 1_000],
    [2, 0],
  ]);
  expect((await readTickets())[0]!.dishes.map(({ station, line }) => [station, line.quantity])).toEqual([
    ['kitchen', 2],
  ]);
  const one = { type: 'dishServed', orderItemId: '1-1', quantity: 1 };
  const serveOne = async () => (await server.ask(actOnOrder, { ...till, ...act(first, one) })).order;
  await serveOne();
  expect(await readTickets()).toHaveLength(2);
  await serveOne();
  expect((await readTickets()).map(({ round }) => round)).toEqual([2]);
  // A ticket that is printed at this moment changes which dishes are unsent, and the order cannot be closed as it was read.
  const tryToClose = async () => {
    const now = await server.ask(staffOrder, { ...till, params: { id: first.id } });
    return (await server.call(actOnOrder, { ...till, ...createClose(now, 'completed') })).success;
  };
  await expect.poll(tryToClose).toBe(true);
  expect(await readTickets()).toEqual([]);
});

// CX18
test('staff send a round with a dish of a station without a printer by hand; tickets send any other', async () => {
  const { order: place, tea, cucumber } = await createParty();
  const ofKitchen = server.db.deleteFrom('printers').where('body', 'like', `%${kitchen.address}%`);
  await ofKitchen.execute();
  const order = await place([tea, 1], [cucumber, 1]);
  await waitForTickets(bar, order, 1);
  expect(await findOnBoard(order)).toMatchObject({ sendStatus: sendStatus.unSend });
  const second = await place([tea, 1]);
  await expect.poll(() => findOnBoard(second)).toMatchObject({ sendStatus: sendStatus.partiallySent });
});
