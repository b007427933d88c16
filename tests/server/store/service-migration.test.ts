/** A1: orders from before there were service events have the stream that explains them. */
import { expect, test } from 'vitest';
import { actOnOrder } from '#contract/calls/service.ts';
import { staffOrder } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus, sendStatus } from '#contract/states.ts';
import { serviceOf } from '#server/service/service-log.ts';
import { migrate, migrateBack } from '#server/store/migrations.ts';
import { dishes, itemFor, tablePhone } from '#tests/server-cart/table-phone.ts';
import { act } from '../staff/acts.ts';
import { dataOf, serverOfTest } from '../server-under-test.ts';

test('what servers that wrote no events did is told by events, and still holds', async () => {
  const server = await serverOfTest();
  const till = await server.till();
  const { simple } = await dishes(server);
  const seat = await server.seat(await server.member('2125550188'), '3');
  const phone = tablePhone(server, seat, 'rm');
  const rounds: Order[] = [];
  for (const round of [1, 2]) {
    await phone.send(phone.add(itemFor(simple[round]!), round));
    rounds.push((dataOf(await phone.place(`before-${round}`)) as { order: Order }).order);
    await phone.refresh();
  }
  const order = rounds.at(-1)!;
  while ((await migrateBack(server.db)) !== '0014-service-events');

  // As version 0.2.0 wrote it: the first round sent, the order completed without being paid.
  const orderItems = order.orderItems.map((item) =>
    item.round === 1 ? { ...item, qtySentToKitchen: item.quantity, sentAt: 1_000 } : item,
  );
  const body = { ...order, orderItems, sendStatus: sendStatus.partiallySent, status: orderStatus.completed };
  const columns = { send_status: sendStatus.partiallySent, status: orderStatus.completed, updated_at: 9_000 };
  await server.db
    .updateTable('orders')
    .set({ ...columns, body: JSON.stringify(body) })
    .execute();
  await migrate(server.db);

  const events = await serviceOf(server.db, seat.sessionId);
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
  expect((await serviceOf(server.db, seat.sessionId)).map(({ id }) => id)).toEqual([
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
