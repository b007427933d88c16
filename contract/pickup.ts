/** When and by whom an order to go is picked up: the field `pickup` of an order, and of a request that places one. */
import * as z from 'zod/mini';
import { isPlainText } from '#events/log/plain-text.ts';
import { storableText, time } from './fields.ts';
import { limits } from './limits.ts';

export const pickupSchema = z.object({
  /** The name that is called out; "" once the diner's account was deleted. */
  userName: storableText(limits.nameLength).check(z.refine(isPlainText, 'must not hold control characters')),
  /** ms; null: as soon as possible. */
  at: z.nullable(time),
  /** The diner's language when the order was placed, for the text when it is ready. Absent from older orders. */
  language: z.optional(z.string()),
});
export type Pickup = z.infer<typeof pickupSchema>;

/** Reads the field of an order. Undefined for an order at a table, and if its server does not send the field. */
export function readPickup(order: Readonly<Record<string, unknown>>): Pickup | undefined {
  return z.safeParse(pickupSchema, order['pickup']).data;
}

interface Line {
  readonly quantity: number;
  readonly qtyReady?: number | null | undefined;
  readonly qtyServed?: number | null | undefined;
}

/** Whether the kitchen has finished all dishes that are left on the order. */
export function isReadyForPickup(lines: readonly Line[]): boolean {
  const left = lines.filter(({ quantity }) => quantity > 0);
  return (
    left.length > 0 &&
    left.every(({ quantity, qtyReady, qtyServed }) => Math.max(qtyReady ?? 0, qtyServed ?? 0) >= quantity)
  );
}
