import { useMemo } from 'react';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { modifierOf } from '#contract/dish/priced-item.ts';
import type { Order } from '#contract/order-fields.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useCartEngine, useCartPart, useOrderPlace, usePresence } from '../hooks.ts';

/** Who the diners of an order are, as far as this phone knows. */
interface KnownDiners {
  /** Who I was at this table before I logged in → who I am. */
  readonly sameDiner: ReadonlyMap<string, string>;
  /** By user id. */
  readonly names: ReadonlyMap<string, string>;
}

/** The order with its dishes and diners named as this phone knows them. */
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
    return namedOrder(order, index, { sameDiner, names });
  }, [order, index, member, engine, inCart, present]);
}

/**
 * The order with its dishes named as on the menu of this phone's language: whoever placed it may read another one, and
 * lines of the contract bear no names (P5). What is on the menu no more is called as it was placed. A diner's newest name
 * counts. Nor does a server of
 * the contract say who its diners are, or that a guest has logged in (D43).
 */
export function namedOrder(order: Order, menu: MenuIndex, { sameDiner, names }: KnownDiners): Order {
  const orderItems = order.orderItems.map((line) => {
    const product = menu.get(line.productId);
    const orderItemModifiers = line.orderItemModifiers.map((each) => ({
      ...each,
      name: modifierOf(product, each.modifierProductId)?.name ?? each.name,
    }));
    const userName = names.get(line.userId) || line.userName;
    const userId = sameDiner.get(line.userId) ?? line.userId;
    return { ...line, userId, userName, name: product?.name || line.name, orderItemModifiers };
  });
  return { ...order, orderItems };
}
