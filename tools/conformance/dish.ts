/** What is ordered, and lines as a phone sends them. Pure. */
import type { Menu, ModifierGroup, Product } from '#contract/calls/merchant.ts';
import type { OrderItem } from '#contract/order-fields.ts';

/** The first dish that can be ordered, with as few choices as it takes. */
export function dishFrom({ categories }: Menu): OrderItem | undefined {
  const product = categories.flatMap(({ products }) => products).find(canBeOrdered);
  return (
    product && {
      // The server has not named the line yet (P1).
      id: '0',
      productId: product.id,
      categoryId: product.categoryId,
      name: product.name,
      price: product.price,
      quantity: 1,
      notes: '',
      orderItemModifiers: product.modifierGroups.flatMap(choicesIn),
    }
  );
}

/** A line of the server's, as it goes back. */
export function lineOf(line: OrderItem): OrderItem {
  const { id, productId, categoryId, name, price, quantity, notes, orderItemModifiers } = line;
  return { id, productId, categoryId, name, price, quantity, notes, orderItemModifiers };
}

function canBeOrdered({ soldOut, modifierGroups }: Product): boolean {
  return !soldOut && modifierGroups.every((group) => choicesIn(group).length >= group.min);
}

function choicesIn({ modifiers, min }: ModifierGroup): OrderItem['orderItemModifiers'] {
  return modifiers
    .filter(({ soldOut }) => !soldOut)
    .slice(0, min)
    .map(({ id, price, name }) => ({ id: undefined, modifierProductId: id, quantity: 1, price, name }));
}
