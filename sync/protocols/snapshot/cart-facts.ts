/** P2: what a server that knows nothing of events tells, put into the terms of the log. Pure. */
import type { CartDetails } from '#contract/calls/cart.ts';
import { readUnreadLines, type OrderItem } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { eventId, parseEventId } from '#events/log/event-id.ts';
import { itemKey, type Item } from '#events/item.ts';
import type { Knowledge, Log } from '#events/records/log.ts';
import type { Snapshot, SnapshotCart, SnapshotLine } from '#events/records/records.ts';
import { pickRegisters } from '#events/cart/registers.ts';
import { textHash } from '#events/log/text-hash.ts';
import { blankVector, includes, reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { readRegisters, withSetters } from '#projections/merge/register-values.ts';
import type { SnapshotCartAnswer, UnreadLine } from '../../ports/transport.ts';

/** P2: the number of the last GET that the log tells of; 0: none. */
export function newestVersion({ snapshot, accepted }: Knowledge): number {
  let newest = snapshot?.version ?? 0;
  for (const version of accepted.values()) newest = Math.max(newest, version);
  return newest;
}

/**
 * P2: what the answer to a GET will cover that leaves now: the phone's events that were accepted before, the others'
 * that were heard before, everything in the `seen` of those, gaps included; and what was covered once.
 * @param heard by the phone's other tabs
 */
export function coversOfNext(
  { covers, entries, local, accepted, pending }: Log,
  heard: VersionVector = {},
): VersionVector {
  const known: AnyEvent[] = [];
  for (const [id, { event }] of entries) if (!local.has(id) || accepted.has(id)) known.push(event);
  const next = { ...withEvents(union(covers, heard), known) };
  // E5: whatever somebody claims to have seen, what is still to be sent is in no cart of the server's.
  for (const id of pending) {
    const parts = parseEventId(id);
    if (parts && reach(next, parts.replicaId) >= parts.seq)
      next[parts.replicaId] = Math.max(parts.seq - 1, reach(covers, parts.replicaId));
  }
  return next;
}

/** P2: some event that the server has by now came after the newest cart of it: that cart says nothing of it. */
export function hasUncovered(log: Log): boolean {
  return !includes(log.covers, coversOfNext(log));
}

/** P2: the whole table as a plain server's answer has it. @param version the number of the GET */
export function plainSnapshot(
  { carts, guests, orderType, serverVersion }: SnapshotCartAnswer,
  version: number,
  covers: VersionVector,
  knowledge: Knowledge,
): Snapshot {
  const kept = valuesCoveredBy(covers, knowledge);
  const told = serverVersion.cartRowVersion ?? serverVersion.updateAt;
  return {
    version,
    plain: true,
    ...(told !== undefined && { serverVersion: told }),
    covers,
    userCarts: carts,
    ...kept,
    // What is not told is unknown, not none.
    guests: guests ?? kept.guests,
    orderType: orderType ?? kept.orderType,
  };
}

/** The values of the snapshot at hand, and of the events that `covers` has beyond it, in their order. */
function valuesCoveredBy(covers: VersionVector, { snapshot, covers: before, entries, rejected }: Knowledge) {
  const news = [...entries.values()].filter(
    ({ event, replicaId, seq }) =>
      seq <= reach(covers, replicaId) && seq > reach(before, replicaId) && !rejected.has(event.id),
  );
  // These events are newer than the snapshot at hand, so its stamps do not matter.
  return readRegisters(withSetters({}, news), pickRegisters(snapshot));
}

/** `covers` with these events and all that they had seen. */
export function withEvents(covers: VersionVector, events: readonly AnyEvent[]): VersionVector {
  const more = Object.assign(blankVector(), withIds(covers, events));
  for (const { seen } of events) {
    for (const [replicaId, seq] of Object.entries(seen))
      more[replicaId] = Math.max(more[replicaId] ?? 0, seq);
  }
  return { ...more };
}

/** The vector, with these events themselves. */
export function withIds(known: VersionVector, events: readonly AnyEvent[]): VersionVector {
  const more = Object.assign(blankVector(), known);
  for (const { id } of events) {
    const parts = parseEventId(id);
    if (parts) more[parts.replicaId] = Math.max(more[parts.replicaId] ?? 0, parts.seq);
  }
  return { ...more };
}

/** The same facts under another number: polling must not fill the log. */
export function sameSnapshot(a: Snapshot, b: Snapshot | undefined): boolean {
  return b !== undefined && JSON.stringify(withoutNumbers(a)) === JSON.stringify(withoutNumbers(b));
}

function withoutNumbers({ version: _version, serverVersion: _serverVersion, ...facts }: Snapshot) {
  return facts;
}

/**
 * The table's carts as a plain server lists them. What is sold out or off the menu is the diner's until they take it
 * away: it is shown, goes along with every change, and the server says so when it is ordered (2025).
 */
export function plainCarts(userCarts: CartDetails['userCarts']): SnapshotCart[] {
  const carts = userCarts.map(({ userId, orderItems, invalidOrderItems }) =>
    plainCart(userId, [...orderItems, ...invalidOrderItems]),
  );
  return withOwnIds(carts);
}

/**
 * P2: every line of the table has another id. One that is told 0, or an id that several lines bear, is named after its
 * diner and what it is, in the form of an event id, with which it travels as a line without a name (P1).
 */
function withOwnIds(carts: readonly SnapshotCart[]): SnapshotCart[] {
  const times = new Map([['0', 2]]);
  const count = (id: string) => {
    const sum = (times.get(id) ?? 0) + 1;
    times.set(id, sum);
    return sum;
  };
  for (const { lines } of carts) for (const { lineId } of lines) count(lineId);
  return carts.map(({ userId, lines }) => ({
    userId,
    lines: lines.map((line) => {
      if (times.get(line.lineId) === 1) return line;
      const name = `line-${textHash(JSON.stringify([userId, itemKey(line.item)]))}`;
      return { ...line, lineId: eventId(name, count(name)) };
    }),
  }));
}

/** P4: what of everybody's carts could not be read; undefined: nothing. */
export function unreadLines(userCarts: CartDetails['userCarts']): readonly UnreadLine[] | undefined {
  const unread = userCarts.flatMap((cart) =>
    readUnreadLines(cart).map((line) => ({ userId: cart.userId, line })),
  );
  return unread.length > 0 ? unread : undefined;
}

/** The same list for as long as it says the same. */
export function sameUnread(
  now: SnapshotCartAnswer['unread'],
  before: SnapshotCartAnswer['unread'],
): SnapshotCartAnswer['unread'] {
  return JSON.stringify(now) === JSON.stringify(before) ? before : now;
}

/** Lines as a plain server lists them: a line's id is the server's. */
export function plainCart(userId: string, orderItems: readonly OrderItem[]): SnapshotCart {
  return { userId, lines: orderItems.filter(({ quantity }) => quantity > 0).map(plainLine) };
}

function plainLine(line: OrderItem): SnapshotLine {
  const item: Item = {
    productId: line.productId,
    categoryId: line.categoryId,
    notes: line.notes,
    modifiers: line.orderItemModifiers.map(({ modifierProductId, quantity, price, name }) => ({
      modifierProductId,
      quantity,
      price,
      name,
    })),
    name: line.name,
    price: line.price,
  };
  return { lineId: line.id, item, quantity: line.quantity };
}
