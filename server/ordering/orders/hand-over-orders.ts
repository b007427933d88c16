import type { Order } from '#contract/order-fields.ts';
import { lockSession, type Trx } from '#server/platform/store/transactions.ts';
import { addReaders, orderColumns, readStoredOrder, writeOrder } from './order-store.ts';

/** An order whose lines now belong to the member. The caller announces it after the commit. */
export interface HandedOver {
  readonly sessionId: string;
  readonly orderId: string;
}

/** Gives a guest's orders to the member as whom the guest logs in. @returns the orders whose lines changed @param now ms */
export async function handOverOrders(
  trx: Trx,
  guestId: string,
  member: { readonly id: string; readonly name: string; readonly merchantId: string },
  now: number,
): Promise<HandedOver[]> {
  const rows = await trx
    .selectFrom('orders')
    .innerJoin('order_members as reader', 'reader.order_id', 'orders.id')
    .select(['orders.id', 'orders.session_id'])
    .where('reader.user_id', '=', guestId)
    .where('orders.merchant_id', '=', member.merchantId)
    // Two logins at once take the sessions' locks in the same order.
    .orderBy('orders.session_id')
    .orderBy('orders.id')
    .execute();
  const changed: HandedOver[] = [];
  for (const { id: orderId, session_id: sessionId } of rows) {
    await addReaders(trx, orderId, [member.id]);
    // The lock keeps other requests from placing a round before the order is written.
    await lockSession(trx, sessionId);
    const row = await trx
      .selectFrom('orders')
      .select(orderColumns)
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const { placed, events } = await readStoredOrder(trx, row);
    const orderItems = assignLinesToMember(placed, guestId, member);
    if (!orderItems) continue;
    const moved = { ...placed, orderItems, rowVersion: placed.rowVersion + 1, updateAt: now };
    await writeOrder(trx, moved, { events });
    changed.push({ sessionId, orderId });
  }
  return changed;
}

/** The order's lines, with those of the guest under the member's name. Undefined if the guest has none. */
function assignLinesToMember(
  { orderItems }: Order,
  guestId: string,
  { id: userId, name }: { readonly id: string; readonly name: string },
): Order['orderItems'] | undefined {
  if (!orderItems.some((line) => line.userId === guestId)) return undefined;
  return orderItems.map((line) =>
    line.userId === guestId ? { ...line, userId, userName: name || line.userName } : line,
  );
}
