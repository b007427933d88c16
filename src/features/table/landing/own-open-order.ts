/** Which open order a scan leads to (CB20). Pure. */
import type { DataOf } from '#contract/http/call.ts';
import type { hasProcessingOrder } from '#contract/calls/order.ts';
import type { Order } from '#contract/order-fields.ts';

interface Told {
  /** What the server says of the diner's open orders; undefined: nothing. */
  readonly processing: DataOf<typeof hasProcessingOrder> | undefined;
  /** The open order of the table. */
  readonly order: Order | null | undefined;
}

/**
 * The id of the diner's own open order. Servers name an order's owners in different places, or nowhere: then it is the
 * diner's if the server says that they have one.
 * @param own ids of the diner, also those from before a login
 */
export function ownOpenOrder({ processing, order }: Told, own: readonly string[]): string | undefined {
  const named = processing?.hasProcessingOrder ? processing.orderId : undefined;
  if (!order) return named;
  const owners = ownersOf(order);
  if (owners.some((owner) => own.includes(owner))) return order.id;
  if (named && named !== order.id) return named;
  return owners.length === 0 && processing?.hasProcessingOrder ? order.id : undefined;
}

function ownersOf({ memberId, orderItems }: Order): string[] {
  return [memberId, ...orderItems.map(({ userId }) => userId)].flatMap((owner) => owner || []);
}
