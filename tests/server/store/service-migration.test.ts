/** A1: orders from before there were service events have the stream that explains them. */
import { expect, test } from 'vitest';
import { actOnOrder } from '#contract/calls/service.ts';
import { staffOrder } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus, sendStatus } from '#contract/states.ts';
import { serviceOf } from '#server/ordering/fulfilment-log.ts';
import { dishes, itemFor, tablePhone } from '#tests/server-cart/table-phone.ts';
import { act } from '../staff/acts.ts';
import { dataOf, serverOfTest } from '../server-under-test.ts';

test('what servers that wrote no events did is told by events, and still holds', async () => {
  const server = await serverOfTest({ fromFirstRelease: true });
  const till = await server.till();
  // 0.1.0 sent the first round, and completed the order without payment.
  const { id, session_id: sessionId } = await server.db
    .selectFrom('orders')
    .select(['id', 'session_id'])
    .where('rounds', '=', 2)
    .executeTakeFirstOrThrow();
  const order = await server.ask(staffOrder, { ...till, params: { id } });

  const events = await serviceOf(server.db, sessionId);
  expect(events).toMatchObject([
    { id: 'desk:1', at: 1_000, type: 'roundSent', round: 1, by: { kind: 'server' } },
    { id: 'desk:2', at: 9_000, type: 'orderClosed', outcome: 'completed', owed: order.totalAmount },
  ]);
  const now = async () => await server.ask(staffOrder, { ...till, params: { id: order.id } });
  expect(await now()).toMatchObject({
    status: orderStatus.completed,
    sendStatus: sendStatus.partiallySent,
    totalAmount: order.totalAmount,
    orderItems: [{ qtySentToKitchen: 1, sentAt: 1_000 }, { qtySentToKitchen: 0 }],
  });
  const does = async (fields: { readonly type: string } & Readonly<Record<string, unknown>>) =>
    await server.ask(actOnOrder, { ...till, ...act(order, fields) });
  await does({ type: 'orderReopened', reason: 'not paid' });
  await does({ type: 'roundSent', round: 2 });
  await does({ type: 'orderPaid', amount: order.totalAmount, method: 'cash' });
  expect(await now()).toMatchObject({
    status: orderStatus.progressing,
    sendStatus: sendStatus.allSent,
    paymentStatus: paymentStatus.fullyPaid,
  });
  expect((await serviceOf(server.db, sessionId)).map(({ id }) => id)).toEqual([
    'desk:1',
    'desk:2',
    'desk:3',
    'desk:4',
    'desk:5',
  ]);
});

test('a server of the release before may still send and pay beside this one', async () => {
  const server = await serverOfTest();
  const till = await server.till();
  const { simple } = await dishes(server);
  const phone = tablePhone(server, await server.seat(await server.member('2125550177'), '4'), 'rn');
  await phone.send(phone.add(itemFor(simple[0]!), 2));
  const { order } = dataOf(await phone.place('beside')) as { order: Order };
  await server.ask(actOnOrder, {
    ...till,
    ...act(order, { type: 'dishServed', orderItemId: '1-1', quantity: 1 }),
  });
  const row = await server.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const told = JSON.parse(row.body) as Order;
  const paid = { ...told, paymentStatus: paymentStatus.fullyPaid, status: orderStatus.completed };
  await server.db
    .updateTable('orders')
    .set({ body: JSON.stringify(paid), row_version: row.row_version + 1 })
    .where('id', '=', order.id)
    .execute();
  expect(await server.ask(staffOrder, { ...till, params: { id: order.id } })).toMatchObject({
    status: orderStatus.completed,
    paymentStatus: paymentStatus.fullyPaid,
    orderItems: [{ qtyServed: 1 }],
  });
});
