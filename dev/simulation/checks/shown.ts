/** Writes the cart on a phone as a text that can be compared. */
import type { Item } from '#events/item.ts';
import { getItemKey } from '#events/item.ts';

interface Shown {
  readonly carts: readonly {
    readonly userId: string;
    readonly lines: readonly { readonly lineId: string; readonly item: Item; readonly quantity: number }[];
  }[];
  readonly guests: number | null;
  readonly orderType: number | null;
  readonly lastOrderId: string | null;
}

/** Leaves out the last order. */
export function describeCarts({ carts, guests, orderType }: Omit<Shown, 'lastOrderId'>): string {
  return describeShown({ carts, guests, orderType, lastOrderId: null });
}

/** @param isOlder the phone runs an older app */
export function describeShown({ carts, guests, orderType, lastOrderId }: Shown, isOlder = false): string {
  const lines = carts.map(
    ({ userId, lines }) =>
      `${userId}: ${lines.map(({ lineId, item, quantity }) => `${lineId}=${quantity}×${getItemKey(item)}`).join(' ')}`,
  );
  // Sorted, because a phone shows its own cart first. An older app does not know the order type.
  return [
    ...lines.sort(),
    `guests ${guests ?? 0}`,
    isOlder ? '' : `type ${orderType}`,
    `order ${lastOrderId}`,
  ].join('\n');
}
