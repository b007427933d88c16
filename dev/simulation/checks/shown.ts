/** What a phone shows, as text that can be compared. */
import type { Item } from '#events/item.ts';
import { itemKey } from '#events/item.ts';

interface Shown {
  readonly carts: readonly {
    readonly userId: string;
    readonly lines: readonly { readonly lineId: string; readonly item: Item; readonly quantity: number }[];
  }[];
  readonly guests: number | null;
  readonly orderType: number | null;
  readonly lastOrderId: string | null;
}

/** Without the last order, and without the lines' own names. */
export function cartsText({ carts, guests, orderType }: Omit<Shown, 'lastOrderId'>): string {
  return textOf({ carts, guests, orderType, lastOrderId: null });
}

export function textOf({ carts, guests, orderType, lastOrderId }: Shown, isOlder = false): string {
  const lines = carts.map(
    ({ userId, lines }) =>
      `${userId}: ${lines.map(({ lineId, item, quantity }) => `${lineId}=${quantity}×${itemKey(item)}`).join(' ')}`,
  );
  // A phone shows its own cart first; and an older app has no say in what it does not know.
  return [
    ...lines.sort(),
    `guests ${guests ?? 0}`,
    isOlder ? '' : `type ${orderType}`,
    `order ${lastOrderId}`,
  ].join('\n');
}
