/** Orders of 0.1.0, which wrote no service events, get the events that explain their state (A1). */
import { expect, test } from 'vitest';
import { actOnOrder } from '#contract/calls/service.ts';
import { staffOrder } from '#contract/calls/staff.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderStatus, paymentStatus, sendStatus } from '#contract/states.ts';
import { readFulfilment } from '#server/ordering/fulfilment-log.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';
import { act } from '../staff/acts.ts';
import { expectData, startTestServer } from '../server-under-test.ts';

test('acts of servers without events are stored as events, and stay valid', async () => {
  const server = await startTestServer({ fromFirstRelease: true });
  const till = await server.till();
  // 0.1.0 sent the first round and completed the order without payment.
  const rows = server.db.selectFrom('orders').select(['id', 'session_id']).where('rounds', '=', 2);
  const { id, session_id: sessionId } = await rows.executeTakeFirstOrThrow();
  const readOrder = async () => await server.ask(staffOrder, { ...till, params: { id } });
  const order = await readOrder();

  const events = await readFulfilment(server.db, sessionId);
  expect(events).toMatchObject([
    { id: 'desk:1', at: 1_000, type: 'roundSent', round: 1, by: { kind: 'server' } },
    { id: 'desk:2', at: 9_000, type: 'orderClosed', outcome: 'completed', owed: order.totalAmount },
  ]);
  expect(await readOrder()).toMatchObject({
    status: orderStatus.completed,
    sendStatus: sendStatus.partiallySent,
    totalAmount: order.totalAmount,
    orderItems: [{ qtySentToKitchen: 1, sentAt: 1_000 }, { qtySentToKitchen: 0 }],
  });
  const sendAct = async (fields: { readonly type: string } & Readonly<Record<string, unknown>>) =>
    await server.ask(actOnOrder, { ...till, ...act(order, fields) });
  await sendAct({ type: 'orderReopened', reason: 'not paid' });
  await sendAct({ type: 'roundSent', round: 2 });
  await sendAct({ type: 'orderPaid', amount: order.totalAmount, method: 'cash' });
  expect(await readOrder()).toMatchObject({
    status: orderStatus.progressing,
    sendStatus: sendStatus.allSent,
    paymentStatus: paymentStatus.fullyPaid,
  });
  const ids = (await readFulfilment(server.db, sessionId)).map((event) => event.id);
  expect(ids).toEqual([1, 2, 3, 4, 5].map((n) => `desk:${n}`));
});

test('a server of the previous release may still send and pay next to this one', async () => {
  const server = await startTestServer();
  const till = await server.till();
  const { simple } = await listDishes(server);
  const phone = createTablePhone(server, await server.seat(await server.member('2125550177'), '4'), 'rn');
  await phone.send(phone.add(createItem(simple[0]!), 2));
  const { order } = expectData(await phone.place('beside')) as { order: Order };
  const serves = act(order, { type: 'dishServed', orderItemId: '1-1', quantity: 1 });
  await server.ask(actOnOrder, { ...till, ...serves });
  const rows = server.db.selectFrom('orders').selectAll().where('id', '=', order.id);
  const row = await rows.executeTakeFirstOrThrow();
  const paid = { paymentStatus: paymentStatus.fullyPaid, status: orderStatus.completed };
  const body = JSON.stringify({ ...(JSON.parse(row.body) as Order), ...paid });
  const changed = { body, row_version: row.row_version + 1 };
  await server.db.updateTable('orders').set(changed).where('id', '=', order.id).execute();
  const now = await server.ask(staffOrder, { ...till, params: { id: order.id } });
  expect(now).toMatchObject({ ...paid, orderItems: [{ qtyServed: 1 }] });
});
