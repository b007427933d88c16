import type { Item } from '#events/item.ts';
import { useOrderPlace } from '#src/cart/hooks.ts';

/** Names a dish as the menu does now, or as it was called when it was added. */
export function useNameOfDish(): (item: Item) => string {
  const { index } = useOrderPlace();
  return ({ productId, name }) => index.get(productId)?.name ?? name ?? '';
}
