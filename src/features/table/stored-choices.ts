import type { AtTable } from '#client/api/diner-state.ts';
import { localValue, sessionValue, storageKeys } from '#client/values/web-storage.ts';
import type { TableCart } from '#client/cart/table-cart.ts';

/** Stores the table's guest count and order type on the device. Until the cart is loaded, the scan's values stay. */
export function storeChoices(
  table: AtTable | undefined,
  cart: Pick<TableCart, 'guests' | 'orderType'> & { readonly loaded: boolean },
): void {
  if (!table || !cart.loaded) return;
  localValue.set(storageKeys.guestCount, cart.guests > 0 ? String(cart.guests) : undefined);
  if (cart.orderType !== null) sessionValue.set(storageKeys.orderType, String(cart.orderType));
}
