import type { AnyEvent, CartEvent } from '#events/catalogue.ts';
import type { Item } from '#events/item.ts';
import type { PlainCarts } from '../plain-fold.ts';

/** An event of this app folded into plain maps, without any handling of conflicts. */
export function foldEvent(carts: PlainCarts, any: AnyEvent): void {
  const event = any as CartEvent;
  if (event.type === 'cartCleared') carts.clear();
  if (!('item' in event)) return;
  let cart = carts.get(event.userId);
  if (!cart) carts.set(event.userId, (cart = new Map()));
  const key = keyOf(event.item, event.item.notes);
  const quantity = cart.get(key) ?? 0;
  if (event.type === 'itemAdded') cart.set(key, quantity + event.quantity);
  else if (event.type === 'itemDecreased') {
    if (quantity > event.quantity) cart.set(key, quantity - event.quantity);
    else cart.delete(key);
  } else if (quantity > 0) {
    const moved = keyOf(event.item, event.notes);
    cart.delete(key);
    cart.set(moved, (cart.get(moved) ?? 0) + quantity);
  }
}

function keyOf({ productId, categoryId, modifiers }: Item, notes: string): string {
  let key = `${productId}|${categoryId}|`;
  for (const { modifierProductId } of modifiers) key += `${modifierProductId}+`;
  return `${key}|${notes}`;
}
