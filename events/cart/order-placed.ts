import * as z from 'zod/mini';
import { eventFields, type EventFields } from '../log/event-fields.ts';

/** A cut, minted by the server: the order took everything in `seen` (O1) but what it kept. */
export interface OrderPlaced extends EventFields {
  readonly type: 'orderPlaced';
  readonly orderId: string;
  /** O5: ids of the item events that it leaves in the cart, though it has seen them (V3). */
  readonly kept?: readonly string[] | undefined;
}

export const orderPlacedSchema = z.looseObject({
  ...eventFields,
  type: z.literal('orderPlaced'),
  orderId: z.string().check(z.minLength(1)),
  kept: z.optional(z.array(z.string())),
});

export function orderPlaced(
  fields: EventFields,
  { orderId, kept }: Omit<OrderPlaced, keyof EventFields | 'type'>,
): OrderPlaced {
  return { type: 'orderPlaced', orderId, ...(kept && { kept }), ...fields };
}
