// @module-tag slow
/** Each act around a daily closing counts in one closing (CX30). */
import { expect, test } from 'vitest';
import { closeDay, dayNotClosable, listClosings } from '#contract/calls/closing.ts';
import { getNumbers } from '#contract/calls/numbers.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { endPaidSessions } from '#server/service/fulfilment/tables/end-paid-sessions.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { expectData, fakeClock, startTestServer } from '../server-under-test.ts';
import { act, actOnOrder, createFullPayment, logInStaff } from '../staff/acts.ts';

const dayMs = 24 * 60 * 60_000;

async function createEvening() {
  const clock = fakeClock(Date.parse('2026-11-25T18:00:00Z'));
  const server = await startTestServer({
    clock,
    environment: { STAFF_PASSWORDS: JSON.stringify({ '1001': 'counter 1001' }) },
  });
  const logInAda = () => logInStaff(server, { merchantId: '1001', password: 'counter 1001', name: 'Ada' });
  const till = await server.till();
  const phone = createTablePhone(server, await server.seat(await server.member('2125710001')), 'rz');
  const { simple } = await listDishes(server);
  await phone.send(phone.add(createItem(simple[0]!), 4));
  const { order } = expectData(await phone.place('closed-with')) as { order: Order };
  const readNextClosing = async () => (await server.ask(listClosings, await logInAda())).next;
  const close = async () => {
    const day = (await readNextClosing())!.day;
    return await server.ask(closeDay, { ...(await logInAda()), body: { day } });
  };
  clock.advance(1_000);
  return { clock, server, logInAda, till, order, readNextClosing, close };
}

test('if two people close a day at once, one does, and its number is the only one', async () => {
  const { server, logInAda, readNextClosing } = await createEvening();
  const body = { day: (await readNextClosing())!.day };
  const ada = await logInAda();
  const answers = await Promise.all([1, 2, 3].map(() => server.call(closeDay, { ...ada, body })));
  const codes = answers.map(({ code }) => code).toSorted((a, b) => a - b);
  expect(codes).toEqual([0, dayNotClosable, dayNotClosable]);
  const { closings, next: after } = await server.ask(listClosings, ada);
  expect([closings.map(({ number }) => number), after]).toEqual([[1], null]);
});

test('CX30: a payment that is undone after the closing is subtracted in the next one', async () => {
  const { clock, server, till, order, close } = await createEvening();
  const pays = createFullPayment(order);
  await server.ask(actOnOrder, { ...till, ...pays });
  clock.advance(1_000);
  const first = await close();
  expect(first.sums.money.paid).toBe(order.totalAmount);
  clock.advance(20_000);
  await server.ask(actOnOrder, { ...till, ...act(order, { type: 'takenBack', actId: pays.body.actId }) });
  clock.advance(dayMs);
  const second = await close();
  expect(second.sums.money).toMatchObject({ paid: `-${order.totalAmount}`, total: '0.00' });
  const cash = { method: 'cash', payments: -1, paid: `-${order.totalAmount}` };
  expect(second.sums.methods).toMatchObject([cash]);
});

test('CX30: an act in progress during the closing is in the next one, once', async () => {
  const { clock, server, till, order, close } = await createEvening();
  const first = await close();
  // The payment began before the closing and was committed after it.
  await server.ask(actOnOrder, { ...till, ...createFullPayment(order) });
  const before = first.to - 50;
  const events = server.db.selectFrom('service_events').selectAll().where('order_id', '=', order.id);
  const { body, seq } = await events.orderBy('seq', 'desc').executeTakeFirstOrThrow();
  const event = JSON.stringify({ ...(JSON.parse(body) as object), at: before });
  const changed = server.db.updateTable('service_events').set({ at: before, body: event });
  await changed.where('order_id', '=', order.id).where('seq', '=', seq).execute();
  expect(first.sums.money.paid).toBe('0.00');
  clock.advance(dayMs);
  expect((await close()).sums.money.paid).toBe(order.totalAmount);
  clock.advance(dayMs);
  const third = await close();
  expect([third.sums.money.paid, third.sums.methods]).toEqual(['0.00', []]);
});

test('a day without a closing is closed first, up to its own end', async () => {
  const { clock, server, logInAda, till, order, close, readNextClosing } = await createEvening();
  await close();
  await server.ask(actOnOrder, { ...till, ...createFullPayment(order) });
  clock.advance(dayMs);
  const refund = { type: 'orderRefunded', amount: '1.00', method: 'cash', reason: 'cold' };
  await server.ask(actOnOrder, { ...(await server.till()), ...act(order, refund) });
  clock.advance(dayMs);
  // The rest of the 25th comes first, then the 26th, then the 27th.
  const readNextDay = async () => {
    const { day, sums } = (await readNextClosing())!;
    return [day, sums.money.paid, sums.money.refunded];
  };
  expect(await readNextDay()).toEqual(['2026-11-25', order.totalAmount, '0.00']);
  await close();
  expect(await readNextDay()).toEqual(['2026-11-26', '0.00', '1.00']);
  const refused = await server.call(closeDay, { ...(await logInAda()), body: { day: '2026-11-27' } });
  expect([refused.code, refused.data]).toEqual([dayNotClosable, { next: '2026-11-26' }]);
  await close();
  expect((await readNextClosing())!.day).toBe('2026-11-27');
});

// CX30, CX29
test('a sale after a closing is closed under its own day, so that closings and days agree', async () => {
  const { clock, server, logInAda, order, till, readNextClosing, close } = await createEvening();
  const first = await close();
  expect(await readNextClosing()).toBeNull();
  clock.advance(60_000);
  await server.ask(actOnOrder, { ...till, ...createFullPayment(order) });
  clock.advance(dayMs);
  const late = (await readNextClosing())!;
  expect([late.day, late.from]).toEqual([first.day, first.to]);
  await close();
  const after = (await readNextClosing())!;
  expect(after.day > first.day).toBe(true);
  const { closings } = await server.ask(listClosings, await logInAda());
  const query = { from: first.day, to: first.day };
  const { sums } = await server.ask(getNumbers, { ...(await logInAda()), query });
  const paid = closings.map((closing) => Number(closing.sums.money.paid));
  expect(paid.reduce((all, each) => all + each, 0)).toBe(Number(sums.money.paid));
});

test('CX77: the checklist shows unpaid orders, unserved dishes and tables, until all is done', async () => {
  const { clock, server, till, order, readNextClosing } = await createEvening();
  const open = async () => {
    const { orders, unserved, tables } = (await readNextClosing())!.open;
    return { owing: orders.length, unserved, tables };
  };
  const { serial, tableName } = order;
  const none = { owing: 0, unserved: [], tables: [] };
  const left = (pieces: number) => ({
    owing: 1,
    unserved: [{ serial, tableName, pieces }],
    tables: [tableName],
  });
  expect(await open()).toEqual(left(4));
  const [line] = order.orderItems;
  const serves = (quantity: number) => act(order, { type: 'dishServed', orderItemId: line!.id, quantity });
  await server.ask(actOnOrder, { ...till, ...serves(3) });
  expect(await open()).toEqual(left(1));
  await server.ask(actOnOrder, { ...till, ...serves(1) });
  expect(await open()).toEqual({ ...left(0), unserved: [] });
  await server.ask(actOnOrder, { ...till, ...createFullPayment(order) });
  clock.advance(61_000);
  await endPaidSessions(server.deps);
  expect(await open()).toEqual(none);
});

// CX30
test('a closing ends each party that leaves nothing open, and asks about the others', async () => {
  const { clock, server, logInAda, order, readNextClosing } = await createEvening();
  const readSessions = async () =>
    (await server.ask(staffOverview, await logInAda())).tables.flatMap(({ name, session }) =>
      session ? [{ name, id: session.id }] : [],
    );
  const idle = await server.seat(await server.member('2125710002'), '2');
  clock.advance(1_000);
  const sheet = (await readNextClosing())!;
  const owing = (await readSessions()).find(({ id }) => id !== idle.sessionId)!;
  expect(sheet.open.parties).toEqual([
    { sessionId: owing.id, tableName: owing.name, owed: order.totalAmount, unserved: 4 },
  ]);
  await server.ask(closeDay, { ...(await logInAda()), body: { day: sheet.day } });
  expect(await readSessions()).toEqual([owing]);

  // Somebody sits down on the next day, before the late closing.
  const part = { type: 'orderPaid', amount: '1.00', method: 'cash' };
  await server.ask(actOnOrder, { ...(await logInAda()), ...act(order, part) });
  clock.advance(dayMs);
  const fresh = await server.seat(await server.member('2125710003'), '3');
  const late = (await readNextClosing())!;
  const body = { day: late.day, ends: late.open.parties!.map(({ sessionId }) => sessionId) };
  await server.ask(closeDay, { ...(await logInAda()), body });
  expect((await readSessions()).map(({ id }) => id)).toEqual([fresh.sessionId]);
  const { orders } = await server.ask(staffOverview, await logInAda());
  expect(orders.find(({ id }) => id === order.id)?.owed, 'it stays among the open ones').not.toBe('0.00');
});
