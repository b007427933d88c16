import type { AtTable } from '#client/api/diner-state.ts';
import { localValue, sessionValue, storageKeys } from '#client/values/web-storage.ts';
import type { TableCart } from '#client/cart/table-cart.ts';

/** CF17, CF18: what the table has chosen, kept as it is now; before the cart is `loaded`, what the scan told stays. */
export function storeChoices(
  table: AtTable | undefined,
  cart: Pick<TableCart, 'guests' | 'orderType'> & { readonly loaded: boolean },
): void {
  if (!table || !cart.loaded) return;
  localValue.set(storageKeys.guestCount, cart.guests > 0 ? String(cart.guests) : undefined);
  if (cart.orderType !== null) sessionValue.set(storageKeys.orderType, String(cart.orderType));
}
