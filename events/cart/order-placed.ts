import * as z from 'zod/mini';
import { eventFields, name, type EventFields } from '../log/event-fields.ts';
import { defineRegister } from './register.ts';

/** An order. Only the server creates it. It removes from the cart everything in `seen`, except `kept`. */
export interface OrderPlaced extends EventFields {
  readonly type: 'orderPlaced';
  readonly orderId: string;
  /** Ids of the item events that the order leaves in the cart, although it has seen them. */
  readonly kept?: readonly string[] | undefined;
}

export const orderPlacedSchema = z.looseObject({
  ...eventFields,
  type: z.literal('orderPlaced'),
  orderId: name,
  kept: z.optional(z.array(z.string())),
});

export function createOrderPlaced(
  fields: EventFields,
  { orderId, kept }: Omit<OrderPlaced, keyof EventFields | 'type'>,
): OrderPlaced {
  return { type: 'orderPlaced', orderId, ...(kept && { kept }), ...fields };
}

/** The table's newest order. */
export const lastOrderRegister = defineRegister<OrderPlaced>()({
  field: 'lastOrderId',
  stampField: 'lastOrderAt',
  eventType: 'orderPlaced',
  schema: z.string(),
  readFrom: ({ orderId }) => orderId,
});

/** Texts of the log viewer, as keys of `locales/…/support.ts` with their parameters. */
export const lastOrderWords = {
  set: (orderId: string) => ({ key: 'says.orderPlaced', orderId }) as const,
  value: (orderId: string | null) =>
    orderId === null
      ? ({ key: 'phone.orderNone' } as const)
      : ({ key: 'phone.orderId', id: orderId } as const),
} as const;
