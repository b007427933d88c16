/**
 * Translates the carts of a snapshot server into snapshots of the log. Pure.
 *
 * The server knows no events, so the phone calculates which events a cart covers: those that the server had before the
 * GET left. Everything else is shown on top of the cart.
 *
 *     events ──┬─ accepted, or from peers, before the GET ──► covered: the cart contains them
 *              └─ pending, or received later ───────────────► not covered: added to the cart in the view
 *
 * Example: `a:4` is accepted and `a:5` is pending when the GET leaves. Its cart covers `{ a: 4 }`.
 */
import type { CartDetails } from '#contract/calls/cart.ts';
import { readUnreadLines, type OrderItem } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import { formatEventId, parseEventId } from '#events/log/event-id.ts';
import { getItemKey, type Item } from '#events/item.ts';
import type { Knowledge, Log } from '#events/records/log.ts';
import type { Snapshot, SnapshotCart, SnapshotLine } from '#events/records/records.ts';
import { pickRegisters } from '#events/cart/registers.ts';
import { hashText } from '#events/log/text-hash.ts';
import { hasAllEvents, reach, union, type VersionVector } from '#events/log/version-vector.ts';
import { readRegisters, addSetters } from '#projections/merge/register-values.ts';
import { coverEvents } from '../../log/covered.ts';
import type { SnapshotCartAnswer, UnreadLine } from '../../ports/transport.ts';

/**
 * Returns the events that the answer to a GET will contain if the phone sends the GET now:
 *
 * - the phone's own accepted events
 * - the events received from other phones, because a phone publishes an event after the server has accepted it
 * - every event that one of these has `seen`, even if this phone has not received it
 * - the events that were covered before (P2)
 *
 * @param received events that the phone's other tabs have received
 */
export function findNextCovers(
  { covers, entries, local, accepted, pending }: Log,
  received: VersionVector = {},
): VersionVector {
  const known: AnyEvent[] = [];
  for (const [id, { event }] of entries) if (!local.has(id) || accepted.has(id)) known.push(event);
  const next = { ...coverEvents(union(covers, received), known) };
  // A faulty peer may name this phone's pending events in its `seen`. The server's cart cannot contain them.
  for (const id of pending) {
    const parts = parseEventId(id);
    if (parts && reach(next, parts.replicaId) >= parts.seq)
      next[parts.replicaId] = Math.max(parts.seq - 1, reach(covers, parts.replicaId));
  }
  return next;
}

/** Whether the server has an event that its newest cart may lack, because it came after that cart. */
export function hasUncovered(log: Log): boolean {
  return !hasAllEvents(log.covers, findNextCovers(log));
}

/** Creates the snapshot of an answer. @param version the number of the GET  @param covers see `findNextCovers` */
export function toPlainSnapshot(
  { carts, guests, orderType, serverVersion }: SnapshotCartAnswer,
  version: number,
  covers: VersionVector,
  knowledge: Knowledge,
): Snapshot {
  const kept = calculateCoveredValues(covers, knowledge);
  const shownVersion = serverVersion.cartRowVersion ?? serverVersion.updateAt;
  return {
    version,
    plain: true,
    ...(shownVersion !== undefined && { serverVersion: shownVersion }),
    covers,
    userCarts: carts,
    ...kept,
    // An absent value is unknown, not removed.
    guests: guests ?? kept.guests,
    orderType: orderType ?? kept.orderType,
  };
}

/** Guests and order type of the present snapshot, changed in order by the events that only `covers` contains. */
function calculateCoveredValues(
  covers: VersionVector,
  { snapshot, covers: before, entries, rejected }: Knowledge,
) {
  const news = [...entries.values()].filter(
    ({ event, replicaId, seq }) =>
      seq <= reach(covers, replicaId) && seq > reach(before, replicaId) && !rejected.has(event.id),
  );
  // These events are newer than the present snapshot, so its stamps do not matter.
  return readRegisters(addSetters({}, news), pickRegisters(snapshot));
}

/**
 * Whether two snapshots differ only in their numbers. Then the newer one is not logged, or polling would fill the
 * log.
 */
export function isSameSnapshot(a: Snapshot, b: Snapshot | undefined): boolean {
  return b !== undefined && JSON.stringify(dropNumbers(a)) === JSON.stringify(dropNumbers(b));
}

function dropNumbers({ version: _version, serverVersion: _serverVersion, ...facts }: Snapshot) {
  return facts;
}

/**
 * Reads the table's carts. Lines that are sold out or off the menu stay until the diner removes them. The phone shows
 * them and sends them with every change, and the server refuses their order with code 2025.
 */
export function toPlainCarts(userCarts: CartDetails['userCarts']): SnapshotCart[] {
  const carts = userCarts.map(({ userId, orderItems, invalidOrderItems }) =>
    createSnapshotCart(userId, [...orderItems, ...invalidOrderItems]),
  );
  return withOwnIds(carts);
}

/**
 * Gives every line of the table a different id. A line with the id 0, or with the id of another line, gets one from its
 * diner and key, which is equal on every phone. It has the form of an event id, so the phone sends the line with id 0.
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
      const name = `line-${hashText(JSON.stringify([userId, getItemKey(line.item)]))}`;
      return { ...line, lineId: formatEventId(name, count(name)) };
    }),
  }));
}

/** The lines in all carts that could not be read, or undefined without any. */
export function findUnreadLines(userCarts: CartDetails['userCarts']): readonly UnreadLine[] | undefined {
  const unread = userCarts.flatMap((cart) =>
    readUnreadLines(cart).map((line) => ({ userId: cart.userId, line })),
  );
  return unread.length > 0 ? unread : undefined;
}

/** Returns the earlier list if both are equal, so that an unchanged list causes no message to other tabs. */
export function isSameUnread(
  now: SnapshotCartAnswer['unread'],
  before: SnapshotCartAnswer['unread'],
): SnapshotCartAnswer['unread'] {
  return JSON.stringify(now) === JSON.stringify(before) ? before : now;
}

/** Reads lines of a cart or an order, with the server's line ids. */
export function createSnapshotCart(userId: string, orderItems: readonly OrderItem[]): SnapshotCart {
  return { userId, lines: orderItems.filter(({ quantity }) => quantity > 0).map(toPlainLine) };
}

function toPlainLine(line: OrderItem): SnapshotLine {
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
