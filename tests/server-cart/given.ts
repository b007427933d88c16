/** A menu, phones and logs for the tests of the cart's and the order's rules. */
import type { AnyEvent } from '#events/cart/registry.ts';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { formatEventId } from '#events/log/event-id.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { createItemDecreased } from '#events/cart/item-decreased.ts';
import type { Item } from '#events/item.ts';
import { append, emptyLog, type Log } from '#events/records/log.ts';
import { createNotesEdited } from '#events/cart/notes-edited.ts';
import { createOrderPlaced } from '#events/cart/order-placed.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { Product } from '#contract/calls/merchant.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import type { Decided } from '#server/ordering/cart/log/decision-rows.ts';
import { decide, type Decision } from '#server/ordering/cart/rules/arbiter.ts';
import type { OpenEvents } from '#server/ordering/cart/rules/open-events.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { bareDish } from '#testing/simulated-menu.ts';

export const noon = 1_763_640_000_000;

const plain: Product = { ...bareDish, id: '12', categoryId: '3', name: 'Beef noodles', price: '12.50' };

/** Beef noodles (12) without choices, tea (13) sold out, a bowl (14) with a required size and up to two extras. */
export const menu = indexMenu({
  categories: [
    {
      id: '3',
      name: 'Noodles',
      products: [
        plain,
        { ...plain, id: '13', name: 'Tea', price: '2.00', soldOut: true },
        {
          ...plain,
          id: '14',
          name: 'Bowl',
          price: '10.00',
          modifierGroups: [
            {
              id: 'g1',
              name: 'Size',
              min: 1,
              max: 1,
              modifiers: [
                { id: '31', name: 'Small', price: '0.00', soldOut: false },
                { id: '32', name: 'Large', price: '2.50', soldOut: false },
                { id: '33', name: 'Huge', price: '5.00', soldOut: true },
              ],
            },
            {
              id: 'g2',
              name: 'Extras',
              min: 0,
              max: 2,
              modifiers: [{ id: '41', name: 'Egg', price: '1.05', soldOut: false }],
            },
          ],
        },
      ],
    },
  ],
});

export const noodles: Item = { productId: '12', categoryId: '3', notes: '', modifiers: [] };

export function createBowl(...modifiers: [string, number][]): Item {
  return {
    productId: '14',
    categoryId: '3',
    notes: '',
    modifiers: modifiers.map(([modifierProductId, quantity]) => ({ modifierProductId, quantity })),
  };
}

/** A line as a phone without events sends it. */
export function orderLine(item: Item, quantity: number, id = '0'): OrderItem {
  const { productId, categoryId, notes, modifiers } = item;
  return {
    id,
    orderId: undefined,
    productId,
    categoryId,
    notes,
    quantity,
    orderItemModifiers: modifiers.map((modifier) => ({ id: undefined, ...modifier })),
  };
}

/** A phone that creates events in order. Each event has seen the phone's earlier ones and those given as `seen`. */
export function createPhone(replicaId: string, userId: string) {
  let seq = 0;
  const createFields = (seen: VersionVector, at = noon + seq): EventFields => {
    seq += 1;
    return {
      id: formatEventId(replicaId, seq),
      at: [at, 0],
      seen: seq > 1 ? { ...seen, [replicaId]: seq - 1 } : seen,
      userId,
    };
  };
  return {
    replicaId,
    userId,
    createFields,
    add: (item: Item = noodles, quantity = 1, seen: VersionVector = {}, lineId?: string) => {
      const common = createFields(seen);
      return createItemAdded(common, { lineId: lineId ?? common.id, item, quantity });
    },
    decrease: (lineId: string, quantity = 1, seen: VersionVector = {}, item: Item = noodles) =>
      createItemDecreased(createFields(seen), { lineId, item, quantity }),
    note: (lineId: string, notes: string, seen: VersionVector = {}, item: Item = noodles) =>
      createNotesEdited(createFields(seen), { lineId, item, notes }),
    clear: (scope: 'table' | 'user' = 'table', seen: VersionVector = {}) =>
      createCartCleared(createFields(seen), { scope }),
    guests: (guests: number, seen: VersionVector = {}) => createGuestsSet(createFields(seen), { guests }),
    order: (seen: VersionVector, kept?: readonly string[]) =>
      createOrderPlaced({ ...createFields({}), seen }, { orderId: 'o1', kept }),
  };
}

/** The server's log with these events accepted. */
export function createLog(...events: readonly AnyEvent[]): Log {
  let log = emptyLog;
  for (const event of events) log = append(log, [{ t: noon, from: 'server', event }]).log;
  return log;
}

interface Request {
  readonly by?: string;
  /** Replica id → user id. */
  readonly owners?: Readonly<Record<string, string>>;
  readonly open?: OpenEvents;
}

/** The arbiter's decision on these events as ids and codes, without the empty parts. */
export function decideEvents(
  log: Log,
  events: readonly AnyEvent[],
  { by = 'ann', owners = {}, open }: Request = {},
) {
  const replicaOwners = new Map(Object.entries(owners));
  const decision = decide(log, menu, { userId: by, events, now: noon, replicaOwners, ...(open && { open }) });
  const listPairs = (rejections: Decision['rejected']) =>
    rejections.map(({ event, code }) => [event.id, code]);
  const parts = {
    accepted: decision.accepted.map(({ id }) => id),
    confirmed: decision.confirmed,
    rejected: listPairs(decision.rejected),
    refused: listPairs(decision.refused),
    missing: decision.missing,
  };
  const filled = Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0);
  return Object.fromEntries(filled) as Partial<typeof parts>;
}

/** Another handle on the same database. Its cache is empty, as in a server that has just started. */
export const createOtherHandle = (db: Db) => db.withoutPlugins();

/** The decision that accepts this event of Ann's. */
export const accept = (event: AnyEvent): Decided => ({ event, userId: 'ann', code: null });
