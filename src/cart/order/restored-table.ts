/** S2: what a phone remembers of a table whose restaurant put its data back from an older copy. */
import * as z from 'zod/mini';
import type { Order } from '#contract/order-fields.ts';
import { itemKey, itemSchema, type Item } from '#events/item.ts';
import type { LostLine } from '#sync/ports/table-notice.ts';
import { keptValue, storageKeys } from '#client/values/web-storage.ts';
import { isShown } from '#ui/bill/order-rounds.ts';

const dishSchema = z.object({
  userId: z.string(),
  userName: z.string(),
  productId: z.string(),
  name: z.string(),
  quantity: z.number(),
});
/** Of an order, a dish of one diner. */
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
  /** The session that the table goes on in. */
  sessionId: z.string(),
  /** What stood in the diner's own part of the cart. */
  mine: z.array(z.object({ item: itemSchema, quantity: z.number() })),
  order: z.optional(storedOrderSchema),
  /** The diner has looked at it. */
  isRead: z.boolean(),
});

interface Restored {
  readonly sessionId: string;
  readonly mine: readonly LostLine[];
  readonly order?: StoredOrder | undefined;
  readonly isRead: boolean;
}

/** The order of the table as the server told it last: a server that was put back may not know it any more. */
export const lastOrder = keptValue(
  storageKeys.lastOrder,
  (kept): StoredOrder | undefined => z.safeParse(storedOrderSchema, kept).data,
);

export const restoredTable = keptValue(
  storageKeys.restoredTable,
  (kept): Restored | undefined => z.safeParse(restoredSchema, kept).data as Restored | undefined,
);

export function storeLastOrder(sessionId: string, order: Order): void {
  const { id, serial, updateAt: at } = order;
  lastOrder.set({ sessionId, id, serial, at, dishes: dishesOf(order) });
}

/** What of the diner's lines is there no more. */
export function missingLines(was: readonly LostLine[], now: readonly LostLine[]): LostLine[] {
  const left = new Counts<Item>(itemKey);
  for (const { item, quantity } of now) left.add(item, quantity);
  return was.flatMap(({ item, quantity }) => {
    const missing = quantity - left.take(item, quantity);
    return missing > 0 ? [{ item, quantity: missing }] : [];
  });
}

/** What of an order the server does not know any more. @param now the table's open order; null: there is none */
export function missingDishes(was: StoredOrder, now: Order | null): OrderedDish[] {
  const left = new Counts<OrderedDish>(({ userId, productId }) => JSON.stringify([userId, productId]));
  for (const dish of now?.id === was.id ? dishesOf(now) : []) left.add(dish, dish.quantity);
  return was.dishes.flatMap((dish) => {
    const missing = dish.quantity - left.take(dish, dish.quantity);
    return missing > 0 ? [{ ...dish, quantity: missing }] : [];
  });
}

function dishesOf({ orderItems }: Order): OrderedDish[] {
  return orderItems.filter(isShown).map(({ userId, userName, productId, name, quantity }) => ({
    userId,
    userName,
    productId,
    name: name ?? '',
    quantity,
  }));
}

class Counts<Key> {
  readonly #counts = new Map<string, number>();
  readonly #nameOf: (key: Key) => string;

  constructor(nameOf: (key: Key) => string) {
    this.#nameOf = nameOf;
  }

  add(key: Key, quantity: number): void {
    const name = this.#nameOf(key);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + quantity);
  }

  /** Takes so many at most; answers how many there were. */
  take(key: Key, most: number): number {
    const taken = Math.min(this.#counts.get(this.#nameOf(key)) ?? 0, most);
    this.add(key, -taken);
    return taken;
  }
}
