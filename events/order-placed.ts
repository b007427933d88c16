import * as z from 'zod/mini';
import { eventFields, type EventFields } from './event-fields.ts';

/** A cut, minted by the server: the order took everything in `seen` (O1). */
export interface OrderPlaced extends EventFields {
  readonly type: 'orderPlaced';
  readonly orderId: string;
}

export const orderPlacedVersion = 1;

export const orderPlacedSchema = z.looseObject({
  ...eventFields,
  type: z.literal('orderPlaced'),
  orderId: z.string().check(z.minLength(1)),
});

export function orderPlaced(
  fields: EventFields,
  { orderId }: Omit<OrderPlaced, keyof EventFields | 'type'>,
): OrderPlaced {
  return { type: 'orderPlaced', orderId, ...fields };
}
