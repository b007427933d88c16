import * as z from 'zod/mini';
import { eventFields, name, type EventFields } from '../log/event-fields.ts';
import { itemSchema, type Item } from '../item.ts';

/** Adds an item to the user's cart. */
export interface ItemAdded extends EventFields {
  readonly type: 'itemAdded';
  /** The line that the author's cart shows for this item, or else the event's own id. */
  readonly lineId: string;
  readonly item: Item;
  /** Sales units, ≥ 1. */
  readonly quantity: number;
}

export const itemAddedSchema = z.looseObject({
  ...eventFields,
  type: z.literal('itemAdded'),
  lineId: name,
  item: itemSchema,
  quantity: z.int().check(z.minimum(1)),
});

export function createItemAdded(
  fields: EventFields,
  { lineId, item, quantity }: Omit<ItemAdded, keyof EventFields | 'type'>,
): ItemAdded {
  return { type: 'itemAdded', lineId, item, quantity, ...fields };
}
