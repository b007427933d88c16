/** Chooses the dish to order, and builds cart lines as a phone sends them. Pure. */
import type { Menu, ModifierGroup, Product } from '#contract/calls/merchant.ts';
import type { OrderItem } from '#contract/order-fields.ts';

/** Returns the first dish that can be ordered, with the fewest options that it requires. */
export function chooseDish({ categories }: Menu): OrderItem | undefined {
  const product = categories.flatMap(({ products }) => products).find(canBeOrdered);
  return (
    product && {
      // The phone sends 0 until the server has given the line an id.
      id: '0',
      productId: product.id,
      categoryId: product.categoryId,
      name: product.name,
      price: product.price,
      quantity: 1,
      notes: '',
      orderItemModifiers: product.modifierGroups.flatMap(chooseRequiredOptions),
    }
  );
}

/** Returns a line from the server in the form that the phone sends. */
export function toSentLine(line: OrderItem): OrderItem {
  const { id, productId, categoryId, name, price, quantity, notes, orderItemModifiers } = line;
  return { id, productId, categoryId, name, price, quantity, notes, orderItemModifiers };
}

function canBeOrdered({ soldOut, modifierGroups }: Product): boolean {
  return !soldOut && modifierGroups.every((group) => chooseRequiredOptions(group).length >= group.min);
}

function chooseRequiredOptions({ modifiers, min }: ModifierGroup): OrderItem['orderItemModifiers'] {
  return modifiers
    .filter(({ soldOut }) => !soldOut)
    .slice(0, min)
    .map(({ id, price, name }) => ({ id: undefined, modifierProductId: id, quantity: 1, price, name }));
}
