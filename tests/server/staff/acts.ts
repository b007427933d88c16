/** Acts on orders, as the staff page or a POS sends them. */
import { nanoid } from 'nanoid';
import { actOnOrder } from '#contract/calls/service.ts';
import type { Order } from '#contract/order-fields.ts';
import { staffLogin } from '#contract/calls/staff.ts';
import { closeTable } from '#contract/calls/tables.ts';
import { countUnsent, calculateOwed } from '#server/ordering/orders/order-state.ts';
import { expectData, type Caller, type ServerUnderTest } from '../server-under-test.ts';

/** The body of an act. It gets a new id if the fields name none. */
export function act<Fields extends { readonly type: string; readonly actId?: string }>(
  { id: orderId }: Pick<Order, 'id'>,
  fields: Fields,
) {
  return { body: { actId: nanoid(), orderId, ...fields } };
}

export const createFullPayment = (order: Order) =>
  act(order, { type: 'orderPaid', amount: calculateOwed(order), method: 'cash' });

export const createClose = (order: Order, outcome: 'completed' | 'cancelled') =>
  act(order, {
    type: 'orderClosed',
    outcome,
    reason: '',
    owed: calculateOwed(order),
    unsent: countUnsent(order),
  });

/** Serves all dishes that are still open. @returns the order after that */
export async function serveAll(
  server: Pick<ServerUnderTest, 'ask'>,
  staff: Caller,
  order: Order,
): Promise<Order> {
  let now = order;
  for (const { id: orderItemId, quantity, qtyServed = 0 } of order.orderItems) {
    if (quantity === qtyServed) continue;
    const serve = act(order, { type: 'dishServed', orderItemId, quantity: quantity - qtyServed });
    ({ order: now } = await server.ask(actOnOrder, { ...staff, ...serve }));
  }
  return now;
}

/** Logs somebody in at the staff page. */
export async function logInStaff(
  { call }: Pick<ServerUnderTest, 'call'>,
  body: { readonly merchantId: string; readonly password: string; readonly name: string },
): Promise<Caller> {
  const answer = await call(staffLogin, { body });
  expectData(answer);
  return { headers: { Cookie: answer.headers.get('set-cookie')!.split(';', 1)[0]! } };
}

/** Ends a party, even if it owes something. */
export async function closeTableSession(
  server: Pick<ServerUnderTest, 'call'>,
  staff: Caller,
  tableId: string,
): Promise<void> {
  const body = { tableId };
  const first = await server.call(closeTable, { ...staff, body });
  if (first.success) return;
  const { owed, unsent } = first.data as unknown as { owed: string; unsent: number };
  expectData(await server.call(closeTable, { ...staff, body: { ...body, owed, unsent } }));
}

export { actOnOrder };
