/** Stores which diners share a dish of an order, so that all phones and the staff split the bill alike. */
import type { BodyOf } from '#contract/http/call.ts';
import type { shareDish } from '#contract/calls/payment.ts';
import { sharingSchema } from '#contract/calls/payment.ts';
import { codes } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import { lockOrder, requireOrder } from '#server/service/fulfilment/do-act.ts';
import { countJsonBytes } from '#server/platform/http/limit-bytes.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import { findOrder, createOrderGoneRefusal } from '#server/ordering/orders/read-orders.ts';
import { addressToBill } from '#server/ordering/orders/merged-orders.ts';
import { writeOrder } from '#server/ordering/orders/order-store.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import * as z from 'zod/mini';

/** @returns whether it changes anything */
export async function setSharers(
  { db, clock, subscribers }: SubscriberDeps & { readonly db: Db; readonly clock: Clock },
  asker: Asker,
  { userIds, ...dish }: BodyOf<typeof shareDish>,
): Promise<boolean> {
  if (!(await findOrder(db, asker, dish.orderId))) throw createOrderGoneRefusal();
  const found = await requireOrder(db, asker.merchantId, dish.orderId);
  return await runInTransaction(db, async (trx) => {
    const { row, placed, events, order } = await lockOrder(trx, found);
    const { orderId, orderItemId } = addressToBill(placed, dish);
    const eaters = new Set(order.orderItems.map(({ userId }) => userId));
    if (!order.orderItems.some(({ id }) => id === orderItemId) || userIds.some((id) => !eaters.has(id)))
      throw createStatusRefusal(codes.badRequest, 'body: the order has no such dish, or no such diner');
    const before = z.safeParse(sharingSchema, placed['sharing']).data ?? {};
    const sharers = [...new Set(userIds)].toSorted();
    if ((before[orderItemId] ?? []).join() === sharers.join()) return false;
    const sharing = { ...before, [orderItemId]: sharers };
    if (countJsonBytes(sharing) > limits.order.sharing)
      throw createStatusRefusal(codes.badRequest, 'body: more is shared of this order than it can say');
    const next = { ...placed, sharing, rowVersion: row.row_version + 1, updateAt: clock.now() };
    await writeOrder(trx, next, { events });
    const { merchantId } = asker;
    await subscribers.record(trx, 'orderChanged', { merchantId, sessionId: row.session_id, orderId });
    return true;
  });
}
