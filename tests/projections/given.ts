/** Small logs for tests: `given(add('ra:1', …), …)` is a log that received these facts in this order. */
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import type { AnyEvent, CartEvent } from '#events/cart/registry.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { createItemDecreased } from '#events/cart/item-decreased.ts';
import type { Item } from '#events/item.ts';
import { logOf, type Log } from '#events/records/log.ts';
import { createNotesEdited } from '#events/cart/notes-edited.ts';
import { createOrderPlaced } from '#events/cart/order-placed.ts';
import { createOrderTypeSet } from '#events/cart/order-type-set.ts';
import type { Accepted, Rejected, Snapshot } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { projectCartView } from '#projections/merge/cart-view.ts';

/** The common fields of an event. The wall time of the stamp is the sequence number unless `at` is given. */
export interface Circumstances {
  readonly at?: number;
  readonly seen?: VersionVector;
  readonly userId?: string;
}

export type Fact =
  | { readonly snapshot: Snapshot }
  | { readonly rejected: Rejected }
  | { readonly accepted: Accepted }
  | AnyEvent;

export const tea: Item = { productId: '40', categoryId: '5', name: 'Iced tea', notes: '', modifiers: [] };
export const noodles: Item = { ...tea, productId: '12', name: 'Beef noodles' };

export function createLog(...facts: readonly Fact[]): Log {
  return logOf(
    facts.map((fact) =>
      'id' in fact ? { t: 0, from: 'peer', event: fact } : { t: 0, from: 'server', ...fact },
    ),
  );
}

/** Each line as `u1: 2 × Iced tea "hot" (ra:1)`. */
export function formatLines(log: Log): string[] {
  return projectCartView(log).carts.flatMap(({ userId, lines }) =>
    lines.map(({ lineId, item, quantity }) => {
      const notes = item.notes && ` "${item.notes}"`;
      return `${userId}: ${quantity} × ${item.name ?? item.productId}${notes} (${lineId})`;
    }),
  );
}

/** Adds a new line unless `lineId` names another. */
export function add(
  id: string,
  item: Item,
  quantity: number,
  more: Circumstances & { lineId?: string } = {},
) {
  return createItemAdded(createFields(id, more), { lineId: more.lineId ?? id, item, quantity });
}

export function createDecrease(
  id: string,
  lineId: string,
  item: Item,
  quantity: number,
  more: Circumstances = {},
) {
  return createItemDecreased(createFields(id, more), { lineId, item, quantity });
}

export function createNotesEdit(
  id: string,
  lineId: string,
  item: Item,
  notes: string,
  more: Circumstances = {},
) {
  return createNotesEdited(createFields(id, more), { lineId, item, notes });
}

export function clear(id: string, scope: 'table' | 'user', seen: VersionVector, more: Circumstances = {}) {
  return createCartCleared(createFields(id, { ...more, seen }), { scope });
}

export function order(
  id: string,
  orderId: string,
  seen: VersionVector,
  { kept, ...more }: Circumstances & { kept?: readonly string[] } = {},
): CartEvent {
  return createOrderPlaced(createFields(id, { ...more, seen }), { orderId, kept });
}

export function createGuests(id: string, count: number, more: Circumstances = {}): CartEvent {
  return createGuestsSet(createFields(id, more), { guests: count });
}

export function orderType(id: string, type: number, more: Circumstances = {}): CartEvent {
  return createOrderTypeSet(createFields(id, more), { orderType: type });
}

export function createFields(id: string, { at, seen, userId = 'u1' }: Circumstances = {}): EventFields {
  const [replicaId, text] = id.split(':') as [string, string];
  const seq = Number(text);
  const past = seq > 1 ? { [replicaId]: seq - 1 } : {};
  return { id, at: [at ?? seq, 0], seen: { ...past, ...seen }, userId };
}
