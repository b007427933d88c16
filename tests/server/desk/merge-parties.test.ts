/** CX19: of two parties the staff make one, on a real server and database. */
import { nanoid } from 'nanoid';
import { expect, test } from 'vitest';
import { actRefused } from '#contract/calls/service.ts';
import { updateCart } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import { askHelp } from '#contract/calls/help.ts';
import { getPlacement } from '#contract/calls/order.ts';
import { headers } from '#contract/http/headers.ts';
import { getTableByQrcode } from '#contract/calls/table.ts';
import { staffOverview } from '#contract/calls/staff.ts';
import { mergeTables } from '#contract/calls/tables.ts';
import type { Order } from '#contract/order-fields.ts';
import { addedLineId } from '#projections/service/order-life.ts';
import type { ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { serviceOf } from '#server/ordering/fulfilment-log.ts';
import { dishes, emptyDetail, itemFor, tablePhone } from '../../server-cart/table-phone.ts';
import { dataOf, type DinerAtTable } from '../server-under-test.ts';
import { act, actOnOrder, paysAll } from '../staff/acts.ts';
import { deskForTests } from './desk-for-tests.ts';

const { clock, server, till, freeTable } = deskForTests();

let parties = 0;

/** Each opens later than the one before. */
async function party() {
  parties += 1;
  clock.advance(61_000);
  const code = await freeTable();
  const seat = await server.seat(await server.member(`21266${String(50_000 + parties)}`), code);
  return { code, seat, phone: tablePhone(server, seat, `rj${parties}`) };
}
const merges = async (from: DinerAtTable, into: DinerAtTable, actId = nanoid()) =>
  await server.call(mergeTables, {
    ...till,
    body: { actId, tableId: from.tableId, intoTableId: into.tableId },
  });
/** As a phone does that is told that its party has joined another one. */
async function rejoined(seat: DinerAtTable, code: string, replicaId: string) {
  const table = dataOf(await server.call(getTableByQrcode, { ...seat, params: { id: code } }));
  const { tableId, sessionId } = table;
  const phone = tablePhone(server, { ...seat, tableId, sessionId: sessionId!, table }, replicaId);
  await phone.refresh();
  return { table, phone };
}
const sessionAt = async (tableId: string) =>
  (await server.ask(staffOverview, till)).tables.find((table) => table.tableId === tableId)!.session;
const dish = async () => itemFor((await dishes(server)).simple[0]!);

// CX19, O4
test.each(['into the earlier one’s table', 'into the later one’s table'])(
  'two open carts are one, %s; both phones order on',
  async (where) => {
    const [ann, bob] = [await party(), await party()];
    const item = await dish();
    await ann.phone.send(ann.phone.add(item, 2));
    await bob.phone.send(bob.phone.add(item, 3));
    const intoEarlier = where.includes('earlier');
    const place = intoEarlier ? ann : bob;
    const { sessionId } = dataOf(
      await (intoEarlier ? merges(bob.seat, ann.seat) : merges(ann.seat, bob.seat)),
    );
    expect(sessionId, 'the party that was there first goes on').toBe(ann.seat.sessionId);
    expect(await sessionAt(place.seat.tableId)).toMatchObject({ id: sessionId, cartPieces: 5 });
    expect(await sessionAt((intoEarlier ? bob : ann).seat.tableId)).toBeNull();

    // A tap that was under way is refused, and its phone is told where its party is.
    const tap = await server.call(updateCart, {
      ...bob.seat,
      body: {
        merchantId: '1001',
        orderDetail: emptyDetail,
        events: [bob.phone.add(item)],
        known: bob.phone.view().known,
      },
    });
    expect(tap).toMatchObject({
      code: codes.tableUnavailable,
      data: { sessionId, restoredFrom: bob.seat.sessionId },
    });
    const again = await rejoined(bob.seat, bob.code, `rj${parties}b`);
    expect(again.table).toMatchObject({ sessionId, tableId: place.seat.tableId, qrcodeId: place.code });
    const both = new Map([
      [ann.seat.userId, [['', 2]]],
      [bob.seat.userId, [['', 3]]],
    ]);
    expect(new Map(again.phone.carts() as [string, unknown][])).toEqual(both);
    await ann.phone.refresh();
    expect(new Map(ann.phone.carts() as [string, unknown][])).toEqual(both);
    expect(ann.phone.digest()).toBe(again.phone.digest());
    await again.phone.send(again.phone.add(item));
    const { order } = dataOf(await again.phone.place(`merged-${parties}`)) as { order: Order };
    expect(order).toMatchObject({ tableId: place.seat.tableId });
    expect(new Set(order.orderItems.map(({ quantity }) => quantity))).toEqual(new Set([2, 4]));
    const ended = await serviceOf(server.db, bob.seat.sessionId);
    expect(ended.at(-1)).toMatchObject({ type: 'sessionClosed', reason: 'merged' });
  },
);

// CX19, D49, A1, O2
test('orders, placements and calls go over; what was done about them is still known, and they are paid', async () => {
  const [ann, bob] = [await party(), await party()];
  const item = await dish();
  await bob.phone.send(bob.phone.add(item, 2));
  const placementId = `merge-order-${parties}`;
  const { order } = dataOf(await bob.phone.place(placementId)) as { order: Order };
  const does = async (fields: { readonly type: string }) =>
    dataOf(await server.call(actOnOrder, { ...till, ...act(order, fields) })).order;
  const added = { type: 'dishAdded', item, quantity: 1, userId: bob.seat.userId };
  const sent = { type: 'roundSent', round: 1 };
  await does(sent);
  await does(added);
  await server.ask(askHelp, { ...bob.seat, body: { helpId: 'bill-please', kind: 'bill' } });
  const { sessionId } = dataOf(await merges(bob.seat, ann.seat));

  const after = await does(added);
  expect(after.tableId).toBe(ann.seat.tableId);
  const ids = after.orderItems.map(({ id }) => id);
  expect(new Set(ids).size, 'no number comes twice').toBe(3);
  expect(after.orderItems[0]).toMatchObject({ qtySentToKitchen: 2 });
  const own = (await serviceOf(server.db, sessionId)).filter(({ type }) => type === 'dishAdded');
  expect(ids.at(-1)).toBe(addedLineId(own[0] as ServiceEventOf<'dishAdded'>));
  const again = await rejoined(bob.seat, bob.code, `rj${parties}b`);
  const placement = await server.ask(getPlacement, { ...again.phone.diner, params: { placementId } });
  expect(placement).toMatchObject({ outcome: 'placed' });
  expect(await sessionAt(ann.seat.tableId)).toMatchObject({
    calls: [{ helpId: 'bill-please', answeredAt: null }],
  });
  const paid = dataOf(await server.call(actOnOrder, { ...till, ...paysAll(after) })).order;
  expect(paid.totalAmount).toBe(paid.paymentsTotal);
});

// A3
test('twice is once, two waiters at once merge once, and in words it is refused where nobody sits', async () => {
  const [ann, bob] = [await party(), await party()];
  await bob.phone.send(bob.phone.add(await dish(), 2));
  const actId = nanoid();
  const taps = await Promise.all([merges(bob.seat, ann.seat, actId), merges(bob.seat, ann.seat, actId)]);
  expect(taps.map((tap) => dataOf(tap).sessionId)).toEqual([ann.seat.sessionId, ann.seat.sessionId]);
  dataOf(await merges(bob.seat, ann.seat, actId));
  const nobody = { code: actRefused, data: { reason: 'tableFree' } };
  expect(await merges(bob.seat, ann.seat)).toMatchObject(nobody);
  expect(await merges(ann.seat, bob.seat)).toMatchObject(nobody);
  expect(await merges(ann.seat, ann.seat)).toMatchObject({ code: codes.badRequest });
  expect(await sessionAt(ann.seat.tableId)).toMatchObject({ cartPieces: 2 });

  const [one, two] = [await party(), await party()];
  const race = await Promise.all([merges(one.seat, two.seat), merges(two.seat, one.seat)]);
  expect(race.filter(({ success }) => success)).toHaveLength(1);
  const theirs = await server.till('1003');
  const body = { actId: nanoid(), tableId: ann.seat.tableId, intoTableId: one.seat.tableId };
  expect(await server.call(mergeTables, { ...theirs, body })).toMatchObject({ code: codes.notFound });
});

// CX19
test('a slow tap joins the parties that it means, or none', async () => {
  const [ann, bob, next] = [await party(), await party(), await party()];
  const means = async (sessionId: string, intoSessionId: string) =>
    await server.call(mergeTables, {
      ...till,
      body: {
        actId: nanoid(),
        tableId: bob.seat.tableId,
        intoTableId: ann.seat.tableId,
        sessionId,
        intoSessionId,
      },
    });
  const nobody = { code: actRefused, data: { reason: 'tableFree' } };
  const [{ sessionId: from }, { sessionId: into }] = [bob.seat, ann.seat];
  expect(await means(next.seat.sessionId, into), 'others sit at the table now').toMatchObject(nobody);
  expect(await means(from, next.seat.sessionId), 'at the other one, too').toMatchObject(nobody);
  expect(await sessionAt(bob.seat.tableId)).toMatchObject({ id: from });
  expect(dataOf(await means(from, into)).sessionId).toBe(into);
});

// CX19, S1
test('a phone that was away for two merges finds its party; a stranger who names it does not', async () => {
  const [ann, bob, cem] = [await party(), await party(), await party()];
  await cem.phone.send(cem.phone.add(await dish(), 4));
  dataOf(await merges(cem.seat, bob.seat));
  dataOf(await merges(bob.seat, ann.seat));
  const back = await rejoined(cem.seat, cem.code, `rj${parties}b`);
  expect(back.table.sessionId).toBe(ann.seat.sessionId);
  expect(back.phone.carts()).toEqual([[cem.seat.userId, [['', 4]]]]);
  const stranger = await server.member(`21267${String(50_000 + parties)}`);
  const scan = { params: { id: cem.code }, headers: { [headers.tableSession]: cem.seat.sessionId } };
  expect((await server.ask(getTableByQrcode, { ...stranger, ...scan })).sessionId).not.toBe(
    ann.seat.sessionId,
  );
});
