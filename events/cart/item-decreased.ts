import * as z from 'zod/mini';
import { eventFields, name, type EventFields } from '../log/event-fields.ts';
import { itemSchema, type Item } from '../item.ts';

/** Takes some of an item away. The quantity of a line never goes below 0. */
export interface ItemDecreased extends EventFields {
  readonly type: 'itemDecreased';
  readonly lineId: string;
  readonly item: Item;
  /** Sales units, ≥ 1. */
  readonly quantity: number;
}

export const itemDecreasedSchema = z.looseObject({
  ...eventFields,
  type: z.literal('itemDecreased'),
  lineId: name,
  item: itemSchema,
  quantity: z.int().check(z.minimum(1)),
});

export function createItemDecreased(
  fields: EventFields,
  { lineId, item, quantity }: Omit<ItemDecreased, keyof EventFields | 'type'>,
): ItemDecreased {
  return { type: 'itemDecreased', lineId, item, quantity, ...fields };
}
