/** CX19, D49: two parties that the staff made one are two again, on a real server and database. */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { actRefused } from '#contract/calls/service.ts';
import { getCart } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import { answerHelp, askHelp, getHelp } from '#contract/calls/help.ts';
import { takeBackMs } from '#contract/limits.ts';
import { getPlacement } from '#contract/calls/order.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { removeDiner, staffLogin, staffOverview } from '#contract/calls/staff.ts';
import { mergeTables, takeBackAtTable } from '#contract/calls/tables.ts';
import type { Order } from '#contract/order-fields.ts';
import { closePaid } from '#server/service/fulfilment/party/close-paid.ts';
import { serviceOf } from '#server/ordering/fulfilment-log.ts';
import { dishes, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf, type DinerAtTable } from '../server-under-test.ts';
import { act, actOnOrder, paysAll, servesAll } from '../staff/acts.ts';
import { deskForTests } from './desk-for-tests.ts';

const { clock, server, till, freeTable } = deskForTests();

let parties = 0;

/** Each opens later than the one before. */
async function party() {
  parties += 1;
  clock.advance(61_000);
  const code = await freeTable();
  const seat = await server.seat(await server.member(`21269${String(50_000 + parties)}`), code);
  return { code, seat, phone: tablePhone(server, seat, `rs${parties}`) };
}
type Party = Awaited<ReturnType<typeof party>>;

let phones = 0;

/** As a phone does that is told that its party is elsewhere: it scans the code that it knows, and names its party. */
async function follows(seat: DinerAtTable, code: string) {
  phones += 1;
  const table = dataOf(await server.call(getTableByQrcode, { ...seat, params: { id: code } }));
  const next = { ...seat, tableId: table.tableId, sessionId: table.sessionId!, table };
  const phone = tablePhone(server, next, `rsf${phones}`);
  await phone.refresh();
  return { seat: next, phone, code: table.qrcodeId ?? code };
}
/** Bob's party, which came later, joins Ann's; its phone goes along. */
async function joined(ann: Party, bob: Party, atAnns = true) {
  const actId = nanoid();
  const [tableId, intoTableId] = atAnns
    ? [bob.seat.tableId, ann.seat.tableId]
    : [ann.seat.tableId, bob.seat.tableId];
  const { sessionId, undoUntil } = await server.ask(mergeTables, {
    ...till,
    body: { actId, tableId, intoTableId },
  });
  expect(undoUntil).toBe(clock.now() + takeBackMs);
  return { actId, sessionId, guest: await follows(bob.seat, bob.code) };
}
/** A person at the staff page, who alone sends somebody away. */
async function staff() {
  const body = { merchantId: '1001', password: 'counter 1001' };
  const { headers } = await server.call(staffLogin, { body });
  return { headers: { cookie: headers.get('set-cookie')!.split(';', 1)[0]! } };
}
const takesBack = async ({ actId, sessionId }: { actId: string; sessionId: string }) =>
  await server.call(takeBackAtTable, { ...till, body: { actId, sessionId } });
const sessionAt = async ({ tableId }: DinerAtTable) =>
  (await server.ask(staffOverview, till)).tables.find((table) => table.tableId === tableId)!.session;
const dish = async () => itemFor((await dishes(server)).simple[0]!);
const does = async (order: Order, fields: { readonly type: string }) =>
  dataOf(await server.call(actOnOrder, { ...till, ...act(order, fields) })).order;

// CX19, D49, O4
test.each(['at the earlier one’s table', 'at the later one’s table'])(
  'one party %s: each has its table, its diners and its part of the cart again, with what changed since',
  async (where) => {
    const [ann, bob] = [await party(), await party()];
    const item = await dish();
    await ann.phone.send(ann.phone.add(item, 2));
    await bob.phone.send(bob.phone.add(item, 3));
    const { guest, ...merged } = await joined(ann, bob, where.includes('earlier'));
    await guest.phone.send(guest.phone.add(item));
    expect(dataOf(await takesBack(merged))).toEqual({ takenBack: true });
    expect(dataOf(await takesBack(merged)), 'twice is once').toEqual({ takenBack: true });

    const ofDiner = ({ userId }: DinerAtTable) => [expect.objectContaining({ userId })];
    expect(await sessionAt(ann.seat)).toMatchObject({
      id: ann.seat.sessionId,
      cartPieces: 2,
      diners: ofDiner(ann.seat),
    });
    expect(await sessionAt(bob.seat)).toMatchObject({
      id: bob.seat.sessionId,
      cartPieces: 4,
      diners: ofDiner(bob.seat),
    });
    // Bob's phone, which knows Ann's party, hears where its own is, and goes back.
    const tap = await server.call(getCart, { ...guest.seat, query: { merchantId: '1001', browserId: 'b' } });
    expect(tap).toMatchObject({
      code: codes.tableUnavailable,
      data: { sessionId: bob.seat.sessionId, restoredFrom: ann.seat.sessionId },
    });
    const back = await follows(guest.seat, guest.code);
    expect(back.seat).toMatchObject({ sessionId: bob.seat.sessionId, tableId: bob.seat.tableId });
    expect(back.seat.table.qrcodeId).toBe(bob.code);
    expect(back.phone.carts()).toEqual([[bob.seat.userId, [['', 4]]]]);
    await ann.phone.refresh();
    expect(ann.phone.carts()).toEqual([[ann.seat.userId, [['', 2]]]]);
    await back.phone.send(back.phone.add(item));
    const { order } = dataOf(await back.phone.place(`parted-${parties}`)) as { order: Order };
    expect(order).toMatchObject({ tableId: bob.seat.tableId });
    expect(order.orderItems.map(({ quantity }) => quantity)).toEqual([5]);
  },
);

// D49, A1, O2
test('orders go back with what was done about them since, no number comes twice; calls too, answered or not', async () => {
  const [ann, bob] = [await party(), await party()];
  const item = await dish();
  await bob.phone.send(bob.phone.add(item, 2));
  const placementId = `part-order-${parties}`;
  const { order } = dataOf(await bob.phone.place(placementId)) as { order: Order };
  const asks = async (seat: DinerAtTable, helpId: string, kind: string) =>
    await server.ask(askHelp, { ...seat, body: { helpId, kind } });
  await asks(bob.seat, 'water-before', 'water');
  const { guest, ...merged } = await joined(ann, bob);
  const added = { type: 'dishAdded', item, quantity: 1, userId: bob.seat.userId };
  await does(order, added);
  await does(order, { type: 'orderPaid', amount: '1.00', method: 'cash' } as { type: string });
  await server.ask(answerHelp, { ...till, body: { sessionId: merged.sessionId, helpId: 'water-before' } });
  await asks(guest.seat, 'bill-since', 'bill');
  await asks(ann.seat, 'anns-own', 'waiter');
  dataOf(await takesBack(merged));

  const after = await does(order, added);
  expect(after).toMatchObject({ tableId: bob.seat.tableId, paymentsTotal: '1.00' });
  const ids = after.orderItems.map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  const back = await follows(guest.seat, guest.code);
  expect(await server.ask(getPlacement, { ...back.seat, params: { placementId } })).toMatchObject({
    outcome: 'placed',
  });
  expect((await server.ask(getHelp, back.seat)).calls).toMatchObject([
    { helpId: 'water-before', answeredAt: clock.now() },
    { helpId: 'bill-since', answeredAt: null },
  ]);
  expect((await server.ask(getHelp, ann.seat)).calls).toMatchObject([{ helpId: 'anns-own' }]);
  const paid = dataOf(await server.call(actOnOrder, { ...till, ...paysAll(after) })).order;
  expect(paid.totalAmount).toBe(paid.paymentsTotal);
  const told = (await serviceOf(server.db, bob.seat.sessionId)).map(({ type }) => type);
  expect(told.slice(0, 3)).toEqual(['helpAsked', 'sessionClosed', 'takenBack']);
});

// D49, A3
test('refused, and nothing moves, once they have ordered together, others sit there, or a minute has passed', async () => {
  const [ann, bob] = [await party(), await party()];
  const item = await dish();
  const first = await joined(ann, bob);
  await first.guest.phone.send(first.guest.phone.add(item));
  dataOf(await first.guest.phone.place(`together-${parties}`));
  expect(await takesBack(first)).toMatchObject({ code: actRefused, data: { reason: 'orderedSince' } });
  expect(await sessionAt(bob.seat)).toBeNull();
  expect((await sessionAt(ann.seat))!.diners).toHaveLength(2);

  const [cem, dan] = [await party(), await party()];
  const second = await joined(cem, dan);
  await second.guest.phone.send(second.guest.phone.add(item));
  await server.seat(await server.guest(), dan.code);
  expect(await takesBack(second)).toMatchObject({ code: actRefused, data: { reason: 'tableTaken' } });
  expect(await sessionAt(cem.seat)).toMatchObject({ cartPieces: 1 });

  const [eve, fay] = [await party(), await party()];
  const third = await joined(eve, fay);
  clock.advance(takeBackMs + 1);
  expect(await takesBack(third)).toMatchObject({ code: actRefused, data: { reason: 'tooLate' } });
});

// D49, O4, D38
test('whoever logged in since goes along as the member; whoever was sent away since stays away', async () => {
  const [ann, bob] = [await party(), await party()];
  const guest = await server.seat(await server.guest(), bob.code);
  const unwanted = await server.seat(await server.member(`21270${String(50_000 + parties)}`), bob.code);
  const { actId, sessionId } = await joined(ann, bob);
  const here = await follows(guest, bob.code);
  const phone = `21271${String(50_000 + parties)}`;
  const member = await server.member(phone, { asGuest: here.seat });
  await server.ask(removeDiner, {
    ...(await staff()),
    body: { tableId: ann.seat.tableId, userId: unwanted.userId },
  });
  dataOf(await takesBack({ actId, sessionId }));
  const ids = (await sessionAt(bob.seat))!.diners.map(({ userId }) => userId);
  expect(new Set(ids)).toEqual(new Set([bob.seat.userId, member.userId]));
  expect((await sessionAt(ann.seat))!.diners.map(({ userId }) => userId)).toEqual([ann.seat.userId]);
});

// D49, A1
test('a call goes along as often as its party does, there and back', async () => {
  const [ann, bob] = [await party(), await party()];
  const helpId = `thirst-${parties}`;
  await server.ask(askHelp, { ...bob.seat, body: { helpId, kind: 'water' } });
  const callsAt = async (seat: DinerAtTable) =>
    (await sessionAt(seat))!.calls.map((call) => [call.helpId, call.answeredAt]);
  for (const _ of ['by mistake', 'after all']) {
    const { guest, ...merged } = await joined(ann, bob);
    expect(await callsAt(ann.seat)).toEqual([[helpId, null]]);
    expect((await server.ask(getHelp, guest.seat)).calls).toMatchObject([{ helpId }]);
    clock.advance(1_000);
    dataOf(await takesBack(merged));
    expect(await callsAt(ann.seat)).toEqual([]);
    expect(await callsAt(bob.seat)).toEqual([[helpId, null]]);
    clock.advance(1_000);
  }
});

// D49, CX17
test.each(['joined another', 'is two again'])(
  'an answer is not taken back once its party %s: its call is elsewhere',
  async (what) => {
    const [ann, bob] = [await party(), await party()];
    const helpId = `elsewhere-${parties}`;
    await server.ask(askHelp, { ...bob.seat, body: { helpId, kind: 'water' } });
    const answers = async (sessionId: string) => {
      const actId = nanoid();
      await server.ask(answerHelp, { ...till, body: { sessionId, helpId, actId } });
      return { sessionId, actId };
    };
    const isJoining = what.startsWith('joined');
    const before = isJoining ? await answers(bob.seat.sessionId) : undefined;
    const { guest: _, ...merged } = await joined(ann, bob);
    const tap = before ?? (await answers(merged.sessionId));
    if (!isJoining) dataOf(await takesBack(merged));
    expect(await takesBack(tap)).toMatchObject({ code: actRefused, data: { reason: 'tooLate' } });
  },
);

// D49
test('what a third party ordered before it joined is no order of the two', async () => {
  const [ann, bob, cem] = [await party(), await party(), await party()];
  await cem.phone.send(cem.phone.add(await dish()));
  dataOf(await cem.phone.place(`third-${parties}`));
  const first = await joined(ann, bob);
  const second = await joined(ann, cem);
  expect(dataOf(await takesBack(first))).toEqual({ takenBack: true });
  expect(dataOf(await takesBack(second))).toEqual({ takenBack: true });

  const [dan, eve, fay] = [await party(), await party(), await party()];
  await dan.phone.send(dan.phone.add(await dish()));
  const third = await joined(dan, eve);
  await dan.phone.refresh();
  dataOf(await dan.phone.place(`own-${parties}`));
  const fourth = await joined(dan, fay);
  expect(await takesBack(third)).toMatchObject({ code: actRefused, data: { reason: 'orderedSince' } });
  expect(dataOf(await takesBack(fourth))).toEqual({ takenBack: true });
});

// D45, D49
test('parties that had paid and were one by mistake end a minute after they are two again', async () => {
  const [ann, bob] = [await party(), await party()];
  await ann.phone.send(ann.phone.add(await dish()));
  const { order } = dataOf(await ann.phone.place(`paid-${parties}`)) as { order: Order };
  await servesAll(server, till, order);
  dataOf(await server.call(actOnOrder, { ...till, ...paysAll(order) }));
  const { guest: _, ...merged } = await joined(ann, bob);
  dataOf(await takesBack(merged));
  clock.advance(takeBackMs - 1);
  expect(await closePaid(server.deps)).not.toContain(ann.seat.sessionId);
  clock.advance(1);
  const ended = await closePaid(server.deps);
  expect(ended).toContain(ann.seat.sessionId);
  expect(ended, 'who owes nothing because they never ordered stays').not.toContain(bob.seat.sessionId);
});
