import * as z from 'zod/mini';
import { eventFields, type EventFields } from '../log/event-fields.ts';

/** Empties the cart of the table or of one user. It removes only items that its author had seen. */
export interface CartCleared extends EventFields {
  readonly type: 'cartCleared';
  readonly scope: 'table' | 'user';
}

export const cartClearedSchema = z.looseObject({
  ...eventFields,
  type: z.literal('cartCleared'),
  scope: z.enum(['table', 'user']),
});

export function createCartCleared(
  fields: EventFields,
  { scope }: Omit<CartCleared, keyof EventFields | 'type'>,
): CartCleared {
  return { type: 'cartCleared', scope, ...fields };
}
