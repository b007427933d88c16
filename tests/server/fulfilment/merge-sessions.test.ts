// @module-tag slow
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { updateCart } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import { askHelp } from '#contract/calls/help.ts';
import { getPlacement } from '#contract/calls/order.ts';
import { headers } from '#contract/http/headers.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { mergeTables } from '#contract/calls/tables.ts';
import { getAddedLineId } from '#projections/service/order-life.ts';
import type { ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { emptyDetail } from '#testing/phones/table-phone.ts';
import { expectData, type DinerAtTable, type Till } from '../server-under-test.ts';
import { createFulfilment, createRefusal } from './fulfilment-for-tests.ts';

const { server, till, createMember, createParty, readDish, placeCart, done, paysAll, sessionAt, follows } =
  createFulfilment();

const mergeSessions = async (from: DinerAtTable, into: DinerAtTable, more: object = {}, by: Till = till) =>
  await server.call(mergeTables, {
    ...by,
    body: { actId: nanoid(), tableId: from.tableId, intoTableId: into.tableId, ...more },
  });
const unused = createRefusal('tableFree');

// CX19, O4
test.each(['into the earlier one’s table', 'into the later one’s table'])(
  'two open carts become one, %s; both phones keep ordering',
  async (where) => {
    const [ann, bob] = [await createParty(), await createParty()];
    const item = await readDish();
    await ann.phone.send(ann.phone.add(item, 2));
    await bob.phone.send(bob.phone.add(item, 3));
    const [from, place] = where.includes('earlier') ? [bob, ann] : [ann, bob];
    const { sessionId } = expectData(await mergeSessions(from.seat, place.seat));
    expect(sessionId, 'the party that was there first continues').toBe(ann.seat.sessionId);
    expect(await sessionAt(place.seat.tableId)).toMatchObject({ id: sessionId, cartPieces: 5 });
    expect(await sessionAt(from.seat.tableId)).toBeNull();

    // The server refuses a tap that was on its way, and its answer names the phone's party.
    const events = [bob.phone.add(item)];
    const { known } = bob.phone.view();
    const body = { merchantId: '1001', orderDetail: emptyDetail, events, known };
    expect(await server.call(updateCart, { ...bob.seat, body })).toMatchObject({
      code: codes.tableUnavailable,
      data: { sessionId, restoredFrom: bob.seat.sessionId },
    });
    const again = await follows(bob);
    const { tableId } = place.seat;
    expect(again.seat.table).toMatchObject({ sessionId, tableId, qrcodeId: place.code });
    await ann.phone.refresh();
    const both = new Map([
      [ann.seat.userId, [['', 2]]],
      [bob.seat.userId, [['', 3]]],
    ]);
    for (const phone of [ann.phone, again.phone])
      expect(new Map(phone.carts() as [string, unknown][])).toEqual(both);
    expect(ann.phone.digest()).toBe(again.phone.digest());
    await again.phone.send(again.phone.add(item));
    const order = await placeCart(again.phone);
    expect(order).toMatchObject({ tableId });
    expect(new Set(order.orderItems.map(({ quantity }) => quantity))).toEqual(new Set([2, 4]));
    const ended = await readFulfilment(server.db, bob.seat.sessionId);
    expect(ended.at(-1)).toMatchObject({ type: 'sessionClosed', reason: 'merged' });
  },
);

// CX19, A1, O2
test('orders, placements and calls move; acts on them are still known, and they can be paid', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  const item = await readDish();
  await bob.phone.send(bob.phone.add(item, 2));
  const order = await placeCart(bob.phone, 'before-merging');
  const added = { type: 'dishAdded', item, quantity: 1, userId: bob.seat.userId } as const;
  await done(order, { type: 'roundSent', round: 1 });
  await done(order, added);
  await server.ask(askHelp, { ...bob.seat, body: { helpId: 'bill-please', kind: 'bill' } });
  const { sessionId } = expectData(await mergeSessions(bob.seat, ann.seat));

  const after = await done(order, added);
  expect(after.tableId).toBe(ann.seat.tableId);
  const ids = after.orderItems.map(({ id }) => id);
  expect(new Set(ids).size, 'no number comes twice').toBe(3);
  expect(after.orderItems[0]).toMatchObject({ qtySentToKitchen: 2 });
  const own = (await readFulfilment(server.db, sessionId)).filter(({ type }) => type === 'dishAdded');
  expect(ids.at(-1)).toBe(getAddedLineId(own[0] as ServiceEventOf<'dishAdded'>));
  const { seat } = await follows(bob);
  const params = { placementId: 'before-merging' };
  expect(await server.ask(getPlacement, { ...seat, params })).toMatchObject({ outcome: 'placed' });
  const calls = [{ helpId: 'bill-please', answeredAt: null }];
  expect(await sessionAt(ann.seat.tableId)).toMatchObject({ calls });
  const paid = await paysAll(after);
  expect(paid.totalAmount).toBe(paid.paymentsTotal);
});

// A3
test('a repeated merge counts once, two waiters at once merge once, and an unused table is refused with a message', async () => {
  const [ann, bob] = [await createParty(), await createParty()];
  await bob.phone.send(bob.phone.add(await readDish(), 2));
  const tap = async () => expectData(await mergeSessions(bob.seat, ann.seat, { actId: 'tap' })).sessionId;
  const { sessionId } = ann.seat;
  expect([...(await Promise.all([tap(), tap()])), await tap()]).toEqual([sessionId, sessionId, sessionId]);
  expect(await mergeSessions(bob.seat, ann.seat)).toMatchObject(unused);
  expect(await mergeSessions(ann.seat, bob.seat)).toMatchObject(unused);
  expect(await mergeSessions(ann.seat, ann.seat)).toMatchObject({ code: codes.badRequest });
  expect(await sessionAt(ann.seat.tableId)).toMatchObject({ cartPieces: 2 });

  const [one, two] = [await createParty(), await createParty()];
  const race = await Promise.all([mergeSessions(one.seat, two.seat), mergeSessions(two.seat, one.seat)]);
  expect(race.filter(({ success }) => success)).toHaveLength(1);
  const theirs = await server.till('1003');
  expect(await mergeSessions(ann.seat, one.seat, {}, theirs)).toMatchObject({ code: codes.notFound });
});

test('a late tap merges the parties that it names, or none', async () => {
  const [ann, bob, next] = [await createParty(), await createParty(), await createParty()];
  const mergeOnlyIf = async (sessionId: string, intoSessionId: string) =>
    await mergeSessions(bob.seat, ann.seat, { sessionId, intoSessionId });
  const [from, into, other] = [bob, ann, next].map(({ seat }) => seat.sessionId) as [string, string, string];
  expect(await mergeOnlyIf(other, into), 'others sit at the table now').toMatchObject(unused);
  expect(await mergeOnlyIf(from, other), 'at the other one, too').toMatchObject(unused);
  expect(await sessionAt(bob.seat.tableId)).toMatchObject({ id: from });
  expect(expectData(await mergeOnlyIf(from, into)).sessionId).toBe(into);
});

// S1
test('a phone that missed two merges finds its party; a stranger who names the party does not', async () => {
  const [ann, bob, cem] = [await createParty(), await createParty(), await createParty()];
  await cem.phone.send(cem.phone.add(await readDish(), 4));
  expectData(await mergeSessions(cem.seat, bob.seat));
  expectData(await mergeSessions(bob.seat, ann.seat));
  const back = await follows(cem);
  expect(back.seat.sessionId).toBe(ann.seat.sessionId);
  expect(back.phone.carts()).toEqual([[cem.seat.userId, [['', 4]]]]);
  const scan = { params: { id: cem.code }, headers: { [headers.tableSession]: cem.seat.sessionId } };
  const { sessionId } = await server.ask(getTableByQrcode, { ...(await createMember()), ...scan });
  expect(sessionId).not.toBe(ann.seat.sessionId);
});
