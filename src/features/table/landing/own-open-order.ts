/** Which open order a scan leads to. Pure. */
import type { DataOf } from '#contract/http/call.ts';
import type { hasProcessingOrder } from '#contract/calls/order.ts';
import type { Order } from '#contract/order-fields.ts';

interface Answers {
  /** The answer about the diner's open orders. undefined without an answer. */
  readonly processing: DataOf<typeof hasProcessingOrder> | undefined;
  /** The open order of the table. */
  readonly order: Order | null | undefined;
}

/**
 * The id of the diner's own open order.
 * Servers name the owners of an order on the order, on its dishes, or nowhere. Without owners, the table's order counts
 * as the diner's if the server says that the diner has one.
 * @param own ids of the diner, also those from before a login
 */
export function findOwnOpenOrder({ processing, order }: Answers, own: readonly string[]): string | undefined {
  const named = processing?.hasProcessingOrder ? processing.orderId : undefined;
  if (!order) return named;
  const owners = listOwners(order);
  if (owners.some((owner) => own.includes(owner))) return order.id;
  if (named && named !== order.id) return named;
  return owners.length === 0 && processing?.hasProcessingOrder ? order.id : undefined;
}

function listOwners({ memberId, orderItems }: Order): string[] {
  return [memberId, ...orderItems.map(({ userId }) => userId)].flatMap((owner) => owner || []);
}
