import type { TableCart, TableLine } from '#src/cart/table-cart.ts';

type Having = readonly [userId: string, userName: string, count: number];

/** What the cart holds of one dish. */
export interface DishInCart {
  /** The diner's own lines of it, in the order in which they came into the cart. */
  readonly lines: readonly TableLine[];
  /** Pieces in the diner's own cart. */
  readonly count: number;
  /** Who else has it, as JSON of `Having`s; empty: nobody. As text, so that who shows it renders again only when it changes. */
  readonly others: string;
}

const nothing: DishInCart = { lines: [], count: 0, others: '' };
const byCart = new WeakMap<TableCart, ReadonlyMap<string, DishInCart>>();

/** What the cart holds of a dish. Every dish of the menu asks after each change, so a cart is read once for all of them. */
export function dishIn(cart: TableCart, productId: string): DishInCart {
  let dishes = byCart.get(cart);
  if (!dishes) byCart.set(cart, (dishes = dishesIn(cart)));
  return dishes.get(productId) ?? nothing;
}

function dishesIn({ carts }: TableCart): Map<string, DishInCart> {
  const dishes = new Map<string, { lines: TableLine[]; count: number; having: Having[] }>();
  for (const { mine, userId, userName, lines } of carts)
    for (const line of lines) {
      const { productId } = line.item;
      const dish = dishes.get(productId) ?? { lines: [], count: 0, having: [] };
      dishes.set(productId, dish);
      const last = dish.having.at(-1);
      if (mine) {
        dish.lines.push(line);
        dish.count += line.quantity;
      } else if (last?.[0] === userId) dish.having.splice(-1, 1, [userId, userName, last[2] + line.quantity]);
      else dish.having.push([userId, userName, line.quantity]);
    }
  return new Map(
    [...dishes].map(([productId, { having, ...own }]) => [
      productId,
      { ...own, others: having.length === 0 ? '' : JSON.stringify(having) },
    ]),
  );
}

/** Who else has a dish, read from `DishInCart.others`. */
export function havingIn(others: string): readonly Having[] {
  return others === '' ? [] : (JSON.parse(others) as Having[]);
}
