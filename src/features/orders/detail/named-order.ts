import type { MenuIndex } from '#contract/menu-index.ts';
import { modifierOf } from '#contract/priced-item.ts';
import type { Order } from '#contract/order-fields.ts';

/**
 * The order with its dishes named as on the menu of this phone's language: whoever placed it may read another one, and
 * lines of the contract bear no names (P5). What is on the menu no more is called as it was placed.
 */
export function namedOrder(order: Order, menu: MenuIndex): Order {
  const orderItems = order.orderItems.map((line) => {
    const product = menu.get(line.productId);
    const orderItemModifiers = line.orderItemModifiers.map((each) => ({
      ...each,
      name: modifierOf(product, each.modifierProductId)?.name ?? each.name,
    }));
    return { ...line, name: product?.name || line.name, orderItemModifiers };
  });
  return { ...order, orderItems };
}
