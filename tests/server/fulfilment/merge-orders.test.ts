/** Two parties that are merged have one bill (docs/merge-rules.md, "After placing"). */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { getNumbers } from '#contract/calls/numbers.ts';
import { getMemberOrderList, getOrderDetail } from '#contract/calls/order.ts';
import { mergeTables, takeBackAtTable } from '#contract/calls/tables.ts';
import { staffOrder } from '#contract/calls/staff.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { compareAmounts, calculateDifference, sum } from '#projections/bill/money.ts';
import { splitIntoOwnParts } from '#projections/bill/split.ts';
import { calculateOwed } from '#server/ordering/orders/order-state.ts';
import { listStaffOrders } from '#server/service/staff/overview.ts';
import { createFulfilment, createRefusal, changeSettings } from './fulfilment-for-tests.ts';

const desk = createFulfilment();
const {
  clock,
  server,
  till,
  createParty,
  readDish,
  done,
  sendAct,
  placeCart,
  paysAll,
  servesAll,
  follows,
  sessionAt,
} = desk;
type Party = Awaited<ReturnType<typeof createParty>>;

/** A party with its number of guests that has ordered. The first dish belongs to it alone. */
async function createOrderingParty(guests: number, quantity: number, placementId = nanoid()) {
  const here = await createParty();
  const { phone } = here;
  await phone.send(phone.guests(guests), phone.add(await readDish(), quantity), phone.add(await readDish(1)));
  return { ...here, order: await placeCart(phone, placementId) };
}
const mergeSessions = async (from: Party, into: Party) => {
  const body = { actId: nanoid(), tableId: from.seat.tableId, intoTableId: into.seat.tableId };
  return { actId: body.actId, answer: await server.call(mergeTables, { ...till, body }) };
};
const expectMerge = async (from: Party, into: Party) => {
  const { actId, answer } = await mergeSessions(from, into);
  expect(answer).toMatchObject({ success: true });
  return { actId, sessionId: (answer.data as { sessionId: string }).sessionId };
};
const takeBack = async (tap: { readonly actId: string; readonly sessionId: string }) =>
  await server.call(takeBackAtTable, { ...till, body: tap });
const read = async ({ id }: Pick<Order, 'id'>): Promise<Order> =>
  await server.ask(staffOrder, { ...till, params: { id } });
/** The open orders of a table on the board. */
const readBoard = async ({ seat }: Party) => {
  const { orders: listed } = await listStaffOrders(server.db, '1001', clock.now());
  return listed.filter(
    ({ tableId, status }) => tableId === seat.tableId && status === orderStatus.progressing,
  );
};
const listLines = ({ orderItems }: Order) =>
  orderItems.map(({ productId, quantity, userId, userName, notes }) => ({ productId, quantity, userId, userName, notes })); // prettier-ignore
const ignoreVersion = (order: Order) => ({ ...order, rowVersion: 0, updateAt: 0 });

// A5
test('two open bills become one: lines, rounds, diners, guests and kitchen states of both; one payment pays it', async () => {
  const [ann, bob] = [await createOrderingParty(2, 2), await createOrderingParty(3, 1, 'bobs-round')];
  await done(bob.order, { type: 'roundSent', round: 1 });
  await done(bob.order, { type: 'dishServed', orderItemId: bob.order.orderItems[0]!.id, quantity: 1 });
  await done(bob.order, {
    type: 'dishVoided',
    orderItemId: bob.order.orderItems[1]!.id,
    quantity: 1,
    reason: 'x',
  });
  await done(bob.order, { type: 'dishAdded', item: await readDish(), quantity: 1, userId: bob.seat.userId });
  await done(ann.order, { type: 'dishAdded', item: await readDish(1), quantity: 1, userId: ann.seat.userId });
  const [one, other] = [await read(ann.order), await read(bob.order)];
  await expectMerge(bob, ann);

  expect(await readBoard(ann)).toMatchObject([{ id: ann.order.id, guests: 5, rounds: 2 }]);
  expect(await readBoard(bob)).toEqual([]);
  expect(await sessionAt(ann.seat.tableId)).toMatchObject({ guests: 5 });
  const joint = await read(ann.order);
  expect(listLines(joint)).toEqual(expect.arrayContaining([...listLines(one), ...listLines(other)]));
  expect(joint.orderItems).toHaveLength(one.orderItems.length + other.orderItems.length);
  expect(new Set(joint.orderItems.map(({ id }) => id)).size).toBe(joint.orderItems.length);
  expect(joint.orderItems.find(({ id }) => id === '2-1')).toMatchObject({
    round: 2,
    qtyServed: 1,
    qtySentToKitchen: 1,
  });
  expect(joint.subTotalAmount).toBe(sum([one.subTotalAmount!, other.subTotalAmount!]));

  // A phone or a POS that names the old order finds the joint one.
  const guest = await follows(bob);
  const seen = await server.ask(getOrderDetail, { ...guest.seat, query: { id: bob.order.id } });
  expect(seen).toMatchObject({ id: ann.order.id, guests: 5 });
  const { list } = await server.ask(getMemberOrderList, { ...guest.seat, query: { pageIndex: 1 } });
  expect(list.map(({ id }) => id)).toEqual([ann.order.id]);
  const late = { type: 'dishReady', orderItemId: getAddedItem(other).id, quantity: 1 } as const;
  const ready = await done(bob.order, late);
  expect(ready.id).toBe(ann.order.id);
  expect(ready.orderItems.filter(({ qtyReady }) => qtyReady! > 0)).toHaveLength(2);
  const all = await done(bob.order, { type: 'orderReady' });
  expect(all.orderItems.every(({ quantity, qtyReady }) => qtyReady === quantity)).toBe(true);

  // The next round goes on it, and all of it is paid at once.
  await guest.phone.send(guest.phone.add(await readDish(), 1));
  const next = await placeCart(guest.phone);
  expect(next).toMatchObject({ id: ann.order.id, guests: 5 });
  expect(next.orderItems.map(({ round }) => round)).toContain(3);
  const lines = next.orderItems.map(({ id: lineId, userId, itemWithAdjustmentAmount: amount = '0.00' }) => ({ lineId, userId, amount })); // prettier-ignore
  const charges = [next.totalChargeAmount!, next.totalTaxAmount!];
  const parts = splitIntoOwnParts({ lines, diners: lines.map(({ userId }) => userId), charges });
  expect(parts).toHaveLength(2);
  expect(sum(parts.map(({ amount }) => amount))).toBe(next.totalAmount);
  const paid = await paysAll(await servesAll(next));
  expect(paid).toMatchObject({ status: orderStatus.completed, paymentStatus: paymentStatus.fullyPaid });
});

const getAddedItem = ({ orderItems }: Order) => orderItems.find(({ id }) => id.startsWith('desk'))!;

// A5
test('payments and discounts stay: each discount takes off what it took off its own bill', async () => {
  const [ann, bob] = [await createOrderingParty(2, 2), await createOrderingParty(2, 4)];
  await done(ann.order, { type: 'orderDiscounted', percent: 10, reason: 'friends' });
  await done(bob.order, { type: 'orderDiscounted', percent: 50, reason: 'late' });
  const other = await done(bob.order, {
    type: 'orderPaid',
    amount: '5.00',
    tip: '1.00',
    method: 'card',
    share: bob.seat.userId,
  });
  const one = await read(ann.order);
  await expectMerge(bob, ann);
  const joint = await read(ann.order);
  expect(joint.totalDiscountAmount).toBe(sum([one.totalDiscountAmount!, other.totalDiscountAmount!]));
  expect(joint).toMatchObject({
    paymentsTotal: '5.00',
    paymentsTips: '1.00',
    paymentStatus: paymentStatus.partiallyPaid,
  });
  expect(await readBoard(ann)).toHaveLength(1);
  const both = sum([one.totalAmount!, other.totalAmount!]);
  expect(
    Math.abs(Number(calculateDifference(joint.totalAmount!, both))),
    'tax is rounded once',
  ).toBeLessThanOrEqual(0.02);
  const paid = await paysAll(joint);
  expect(paid).toMatchObject({ paymentStatus: paymentStatus.fullyPaid, paymentsTotal: joint.totalAmount });
});

// A5
test('undone within a minute, both bills are as before, with the kitchen’s work since then', async () => {
  const [ann, bob] = [await createOrderingParty(2, 2), await createOrderingParty(3, 1)];
  await done(ann.order, { type: 'orderDiscounted', percent: 10, reason: 'friends' });
  await done(bob.order, { type: 'orderPaid', amount: '1.00', method: 'cash' });
  const before = [await read(ann.order), await read(bob.order)];
  const tap = await expectMerge(bob, ann);
  expect(await takeBack(tap)).toMatchObject({ success: true });
  expect([await read(ann.order), await read(bob.order)].map(ignoreVersion)).toEqual(
    before.map(ignoreVersion),
  );
  expect(await readBoard(bob)).toMatchObject([{ id: bob.order.id, guests: 3, rounds: 1 }]);
  expect(await readBoard(ann)).toMatchObject([{ id: ann.order.id, guests: 2, rounds: 1 }]);
  expect(await sessionAt(ann.seat.tableId)).toMatchObject({ guests: 2 });
  expect(await server.call(getOrderDetail, { ...bob.member, query: { id: ann.order.id } })).toMatchObject({
    success: false,
  });

  clock.advance(1_000);
  const again = await expectMerge(bob, ann);
  await done(ann.order, { type: 'dishServed', orderItemId: '2-1', quantity: 1 });
  await done(ann.order, { type: 'roundSent', round: 2 });
  const paying = { type: 'orderPaid', amount: '2.00', method: 'cash', actId: nanoid() } as const;
  await done(ann.order, paying);
  expect(await takeBack(again), 'money of both is of no bill alone').toMatchObject(
    createRefusal('paidSince'),
  );
  await done(ann.order, { type: 'takenBack', actId: paying.actId });
  expect(await takeBack(again)).toMatchObject({ success: true });
  const [one, other] = [await read(ann.order), await read(bob.order)];
  expect(ignoreVersion(one)).toMatchObject({ totalAmount: before[0]!.totalAmount, paymentsTotal: '0.00' });
  expect(other).toMatchObject({ totalAmount: before[1]!.totalAmount, paymentsTotal: '1.00' });
  expect(other.orderItems[0]).toMatchObject({ id: '1-1', qtyServed: 1 });
  expect(other.orderItems.every(({ waitToSend }) => waitToSend === false)).toBe(true);
  await paysAll(one);
  await paysAll(other);
});

// A5
test('three parties become one bill, and the first merge may be undone while the second stands', async () => {
  const [ann, bob, cem] = [
    await createOrderingParty(1, 1),
    await createOrderingParty(1, 2),
    await createOrderingParty(1, 3),
  ];
  const first = await expectMerge(bob, ann);
  await expectMerge(cem, ann);
  expect(await read(cem.order)).toMatchObject({ id: ann.order.id, guests: 3 });
  expect(await takeBack(first)).toMatchObject({ success: true });
  expect((await read(ann.order)).orderItems.map(({ quantity }) => quantity)).toEqual([1, 1, 3, 1]);
  expect((await read(bob.order)).orderItems.map(({ quantity }) => quantity)).toEqual([2, 1]);

  const [dan, eve, fay] = [
    await createOrderingParty(1, 1),
    await createOrderingParty(1, 2),
    await createOrderingParty(1, 3),
  ];
  await done(fay.order, { type: 'dishAdded', item: await readDish(), quantity: 9, userId: fay.seat.userId });
  await expectMerge(fay, eve);
  await expectMerge(eve, dan);
  const joint = await read(fay.order);
  expect(joint).toMatchObject({ id: dan.order.id, guests: 3 });
  expect(joint.orderItems.map(({ quantity }) => quantity)).toEqual([1, 1, 2, 1, 3, 1, 9]);
  const line = joint.orderItems.at(-1)!;
  const served = await done(dan.order, { type: 'dishServed', orderItemId: line.id, quantity: 9 });
  expect(served.orderItems.at(-1)).toMatchObject({ qtyServed: 9 });
  expect(await paysAll(served)).toMatchObject({ paymentStatus: paymentStatus.fullyPaid });
});

// A5
test('bills with different rates are not merged, so that no price changes', async () => {
  const ann = await createOrderingParty(2, 2);
  const restore = await changeSettings(server, { taxRate: '0.2' });
  const bob = await createOrderingParty(2, 2);
  await restore();
  const { answer } = await mergeSessions(bob, ann);
  expect(answer).toMatchObject({ success: true, data: { unpaidBills: 2 } });
  expect(await readBoard(ann)).toHaveLength(2);
  const { sessionId } = (await readBoard(ann))[0]!;
  expect(sessionId).toBe(ann.seat.sessionId);
});

// A5
test('the day’s sales count every dish, guest and payment once; two merged bills count as one', async () => {
  const readReport = async () => {
    const { sums, dishes, tables } = await server.ask(getNumbers, { ...(await desk.person()), query: {} });
    const sold = dishes.map(({ productId, pieces, amount }) => ({ productId, pieces, amount }));
    return { sums, sold, guests: tables.reduce((all, { guests }) => all + guests, 0) };
  };
  const [ann, bob] = [await createOrderingParty(2, 2), await createOrderingParty(3, 1)];
  await done(bob.order, { type: 'dishVoided', orderItemId: '1-2', quantity: 1, reason: 'x' });
  await done(bob.order, { type: 'orderDiscounted', percent: 25, reason: 'late' });
  await done(bob.order, { type: 'orderPaid', amount: '1.00', method: 'cash' });
  const before = await readReport();
  clock.advance(takeBackMs);
  await expectMerge(bob, ann);
  clock.advance(takeBackMs);
  const after = await readReport();
  const { total, tax, serviceCharge, ...money } = after.sums.money;
  expect({ ...after.sums.counts, orders: after.sums.counts.orders + 1 }).toEqual(before.sums.counts);
  expect(before.sums.money).toMatchObject(money);
  expect([after.sold, after.guests, after.sums.methods]).toEqual([
    before.sold,
    before.guests,
    before.sums.methods,
  ]);
  for (const [is, was] of [
    [total, before.sums.money.total],
    [tax, before.sums.money.tax],
    [serviceCharge, before.sums.money.serviceCharge],
  ])
    expect(Math.abs(Number(calculateDifference(is!, was!)))).toBeLessThanOrEqual(0.02);

  const joint = await paysAll(await read(ann.order));
  const paid = (await readReport()).sums;
  expect(calculateDifference(paid.money.paid, before.sums.money.paid)).toBe(
    calculateDifference(joint.totalAmount!, '1.00'),
  );
  expect(compareAmounts(calculateOwed(joint), '0.00')).toBe(0);
});

// A5
test('an act on the old order is checked against the joint bill', async () => {
  const [ann, bob] = [await createOrderingParty(2, 2), await createOrderingParty(2, 1)];
  await expectMerge(bob, ann);
  const joint = await read(bob.order);
  const paid = await done(bob.order, { type: 'orderPaid', amount: calculateOwed(joint), method: 'cash' });
  expect(paid).toMatchObject({ id: ann.order.id, paymentStatus: paymentStatus.fullyPaid });
  expect(await sendAct(bob.order, { type: 'orderPaid', amount: '1.00', method: 'cash' })).toMatchObject(
    createRefusal('moreThanOwed'),
  );
});

test('a refund by dish before or after the merge is for the same dish of the joint bill', async () => {
  const [ann, bob] = [await createOrderingParty(2, 2), await createOrderingParty(3, 1)];
  const createRefund = (orderItemId: string) => ({
    type: 'orderRefunded' as const,
    method: 'card',
    reason: 'cold',
    dishes: [{ orderItemId, quantity: 1 }],
  });
  await done(bob.order, { type: 'orderPaid', amount: bob.order.totalAmount!, method: 'card' });
  await done(bob.order, { type: 'dishAdded', item: await readDish(), quantity: 1, userId: bob.seat.userId });
  const before = await done(bob.order, createRefund('1-1'));
  const [one] = before.payments!.slice(-1) as [{ dishes: readonly { amount: string }[] }];
  await expectMerge(bob, ann);
  const joint = await read(ann.order);
  expect(joint.orderItems.find(({ id }) => id === '2-1')).toMatchObject({ qtyRefunded: 1 });
  expect(joint.payments!.at(-1)).toMatchObject({ dishes: [{ ...one.dishes[0], orderItemId: '2-1' }] });
  // A device that still shows the merged order.
  const after = await done(bob.order, createRefund('1-2'));
  expect(after.payments!.at(-1)).toMatchObject({ dishes: [{ orderItemId: '2-2', quantity: 1 }] });
  expect(after.orderItems.find(({ id }) => id === '2-2')).toMatchObject({ qtyRefunded: 1 });
});
