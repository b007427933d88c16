/**
 * After a restaurant restores its data from an older backup, the server lacks the newest dishes and rounds of a table.
 * The phone stores the last state that it knew, so that the diner can see the lost dishes and add them again.
 */
import * as z from 'zod/mini';
import type { Order } from '#contract/order-fields.ts';
import { getItemKey, itemSchema, type Item } from '#events/item.ts';
import type { LostLine } from '#sync/ports/table-notice.ts';
import { createStoredValue, storageKeys } from '#client/values/web-storage.ts';
import { isShown } from '#ui/bill/order-rounds.ts';

const dishSchema = z.object({
  userId: z.string(),
  userName: z.string(),
  productId: z.string(),
  name: z.string(),
  quantity: z.number(),
});
/** One diner's dish of an order. */
export type OrderedDish = z.infer<typeof dishSchema>;

const storedOrderSchema = z.object({
  sessionId: z.string(),
  id: z.string(),
  serial: z.string(),
  /** When it was last added to, ms since 1970. */
  at: z.number(),
  dishes: z.array(dishSchema),
});
type StoredOrder = z.infer<typeof storedOrderSchema>;

const restoredSchema = z.object({
  /** The session in which the table continues. */
  sessionId: z.string(),
  /** The diner's own lines before the restore. */
  mine: z.array(z.object({ item: itemSchema, quantity: z.number() })),
  order: z.optional(storedOrderSchema),
  /** The diner has seen the notice about it. */
  isRead: z.boolean(),
});

interface Restored {
  readonly sessionId: string;
  readonly mine: readonly LostLine[];
  readonly order?: StoredOrder | undefined;
  readonly isRead: boolean;
}

/** The table's order in the server's last answer. A restored server may not know it any more. */
export const lastOrder = createStoredValue(
  storageKeys.lastOrder,
  (stored): StoredOrder | undefined => z.safeParse(storedOrderSchema, stored).data,
);

export const restoredTable = createStoredValue(
  storageKeys.restoredTable,
  (stored): Restored | undefined => z.safeParse(restoredSchema, stored).data as Restored | undefined,
);

export function storeLastOrder(sessionId: string, order: Order): void {
  const { id, serial, updateAt: at } = order;
  lastOrder.set({ sessionId, id, serial, at, dishes: listDishes(order) });
}

/** The lines, or parts of their quantity, that are in `before` and not in `now`. */
export function findMissingLines(before: readonly LostLine[], now: readonly LostLine[]): LostLine[] {
  const left = new Counts<Item>(getItemKey);
  for (const { item, quantity } of now) left.add(item, quantity);
  return before.flatMap(({ item, quantity }) => {
    const missing = quantity - left.remove(item, quantity);
    return missing > 0 ? [{ item, quantity: missing }] : [];
  });
}

/**
 * The dishes of a stored order that the server does not know any more.
 * @param now the table's open order, null if there is none
 */
export function findMissingDishes(before: StoredOrder, now: Order | null): OrderedDish[] {
  const left = new Counts<OrderedDish>(({ userId, productId }) => JSON.stringify([userId, productId]));
  for (const dish of now?.id === before.id ? listDishes(now) : []) left.add(dish, dish.quantity);
  return before.dishes.flatMap((dish) => {
    const missing = dish.quantity - left.remove(dish, dish.quantity);
    return missing > 0 ? [{ ...dish, quantity: missing }] : [];
  });
}

function listDishes({ orderItems }: Order): OrderedDish[] {
  return orderItems.filter(isShown).map(({ userId, userName, productId, name, quantity }) => ({
    userId,
    userName,
    productId,
    name: name ?? '',
    quantity,
  }));
}

/** Quantities by item. Equal items share a name. */
class Counts<Item> {
  readonly #counts = new Map<string, number>();
  readonly #nameOf: (item: Item) => string;

  constructor(nameOf: (item: Item) => string) {
    this.#nameOf = nameOf;
  }

  add(item: Item, quantity: number): void {
    const name = this.#nameOf(item);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + quantity);
  }

  /**
   * Removes at most `max` of an item.
   * @returns the number removed
   */
  remove(item: Item, max: number): number {
    const removed = Math.min(this.#counts.get(this.#nameOf(item)) ?? 0, max);
    this.add(item, -removed);
    return removed;
  }
}
