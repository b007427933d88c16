import { useQuery } from '@tanstack/react-query';
import { indexMenu } from '#contract/menu-index.ts';
import type { Order } from '#contract/order-fields.ts';
import { menuQuery } from '#src/kit/api/answers/queries.ts';
import { useLanguage } from '#src/kit/routes/language.ts';

/** P5: lines of the contract have no names: the menu has them. */
export function useNamedOrder(order: Order, merchantId: string): Order {
  const isNameless = order.orderItems.some(({ name }) => !name);
  const { data: menu } = useQuery({ ...menuQuery(merchantId, useLanguage()), enabled: isNameless });
  if (!isNameless) return order;
  const index = indexMenu(menu);
  const orderItems = order.orderItems.map((line) => {
    const product = index.get(line.productId);
    const choices = product?.modifierGroups.flatMap(({ modifiers }) => modifiers) ?? [];
    const orderItemModifiers = line.orderItemModifiers.map((each) => {
      const choice = choices.find(({ id }) => id === each.modifierProductId);
      return { ...each, name: each.name ?? choice?.name };
    });
    return { ...line, name: line.name ?? product?.name, orderItemModifiers };
  });
  return { ...order, orderItems };
}
