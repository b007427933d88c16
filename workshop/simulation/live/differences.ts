/** By what a phone's cart differs from the server's. */
import { itemKey, type Item } from '#events/item.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { TableCart } from '#src/runtime/cart/table-cart.ts';
import { textOf } from '../checks/shown.ts';

export type Difference =
  | {
      readonly kind: 'line';
      readonly userId: string;
      readonly item: Item;
      /** How many each of them has. */
      readonly phone: number;
      readonly server: number;
    }
  | { readonly kind: 'guests' | 'orderType'; readonly phone: number; readonly server: number }
  /** One of them knows of an order that the other doesn't. */
  | { readonly kind: 'order' }
  /** The same lines under other names (V5c). */
  | { readonly kind: 'lineNames' };

interface Counted {
  readonly userId: string;
  readonly item: Item;
  quantity: number;
}

/** Line by line, the diners in the order of the server's cart; empty: both show the same. */
export function differences(phone: TableCart, server: CartView): Difference[] {
  if (textOf(phone) === textOf(server)) return [];
  const [there, here] = [countedOf(server.carts), countedOf(phone.carts)];
  const found: Difference[] = [];
  for (const key of new Set([...there.keys(), ...here.keys()])) {
    const [a, b] = [here.get(key), there.get(key)];
    const { userId, item } = (a ?? b)!;
    const [shown, known] = [a?.quantity ?? 0, b?.quantity ?? 0];
    if (shown !== known) found.push({ kind: 'line', userId, item, phone: shown, server: known });
  }
  const guests = server.guests ?? 0;
  if (phone.guests !== guests) found.push({ kind: 'guests', phone: phone.guests, server: guests });
  if (phone.orderType !== server.orderType)
    found.push({ kind: 'orderType', phone: phone.orderType ?? -1, server: server.orderType ?? -1 });
  if (phone.lastOrderId !== server.lastOrderId) found.push({ kind: 'order' });
  return found.length > 0 ? found : [{ kind: 'lineNames' }];
}

function countedOf(
  carts: readonly {
    readonly userId: string;
    readonly lines: readonly { readonly item: Item; readonly quantity: number }[];
  }[],
): Map<string, Counted> {
  const counted = new Map<string, Counted>();
  for (const { userId, lines } of carts) {
    for (const { item, quantity } of lines) {
      const key = `${userId} ${itemKey(item)}`;
      const found = counted.get(key);
      if (found) found.quantity += quantity;
      else counted.set(key, { userId, item, quantity });
    }
  }
  return counted;
}
