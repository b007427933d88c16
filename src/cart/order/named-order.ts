import { useMemo } from 'react';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { readModifier } from '#contract/dish/priced-item.ts';
import type { Order } from '#contract/order-fields.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useCartEngine, useCartPart, useOrderPlace, usePresence } from '../hooks.ts';

/** What this phone knows about the diners of an order. */
interface KnownDiners {
  /** From the diner's ids at this table before a login to the present id. */
  readonly sameDiner: ReadonlyMap<string, string>;
  /** By user id. */
  readonly names: ReadonlyMap<string, string>;
}

/** The order with the names of dishes and diners that this phone knows. */
export function useNamedOrder(order: Order): Order {
  const { index } = useOrderPlace();
  const { member } = useDiner();
  const engine = useCartEngine();
  const inCart = useCartPart((cart) => cart.names);
  const present = usePresence();
  return useMemo(() => {
    const { id: me = '', firstName = '' } = member ?? {};
    const sameDiner = new Map(engine?.earlierIds.map((id) => [id, me] as const));
    const names = new Map([...present.map(({ userId, userName }) => [userId, userName] as const), ...inCart]);
    for (const id of [me, ...sameDiner.keys()]) if (firstName) names.set(id, firstName);
    return updateNames(order, index, { sameDiner, names });
  }, [order, index, member, engine, inCart, present]);
}

/**
 * Names the dishes and diners of an order as this phone knows them.
 *
 * - Dishes get the name from this phone's menu. The diner who ordered may use another language, and a snapshot server
 *   sends no names. A dish that has left the menu keeps the name of the order.
 * - Diners get their newest name.
 * - Dishes from before a login get the diner's present id, because a snapshot server does not connect the two.
 */
export function updateNames(order: Order, menu: MenuIndex, { sameDiner, names }: KnownDiners): Order {
  const orderItems = order.orderItems.map((line) => {
    const product = menu.get(line.productId);
    const orderItemModifiers = line.orderItemModifiers.map((each) => ({
      ...each,
      name: readModifier(product, each.modifierProductId)?.name ?? each.name,
    }));
    const userName = names.get(line.userId) || line.userName;
    const userId = sameDiner.get(line.userId) ?? line.userId;
    return { ...line, userId, userName, name: product?.name || line.name, orderItemModifiers };
  });
  return { ...order, orderItems };
}
