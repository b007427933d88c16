import type { PlacedItem } from '#contract/order-fields.ts';

let lastId = 0;

/** A line of an order with no more than the required fields. */
export function createPlacedLine(change: Partial<PlacedItem> = {}): PlacedItem {
  lastId += 1;
  return {
    id: String(lastId),
    productId: 'p',
    categoryId: 'c',
    quantity: 1,
    notes: '',
    orderItemModifiers: [],
    userId: 'mei',
    userName: 'Mei',
    round: 1,
    ...change,
  };
}
