import * as z from 'zod/mini';
import { eventFields, type EventFields } from '../log/event-fields.ts';

/** Order type (V5d). */
export interface OrderTypeSet extends EventFields {
  readonly type: 'orderTypeSet';
  /** 0 dine-in, 1 pickup, 2 to-go, 3 delivery, 4–8 the online variants. */
  readonly orderType: number;
}

export const orderTypeSetSchema = z.looseObject({
  ...eventFields,
  type: z.literal('orderTypeSet'),
  orderType: z.int().check(z.minimum(0), z.maximum(8)),
});

export function orderTypeSet(
  fields: EventFields,
  { orderType }: Omit<OrderTypeSet, keyof EventFields | 'type'>,
): OrderTypeSet {
  return { type: 'orderTypeSet', orderType, ...fields };
}
