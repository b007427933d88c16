/** P2: what a server that knows nothing of events tells, put into the terms of the log. Pure. */
import type { CartDetails } from '#contract/calls/cart.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import type { Item } from '#events/item.ts';
import { understood } from '#events/catalogue.ts';
import { parseEventId } from '#events/event-id.ts';
import type { Knowledge } from '#events/log.ts';
import type { LogRecord, Snapshot, SnapshotCart, SnapshotLine } from '#events/records.ts';
import { blankVector, union, type VersionVector } from '#events/version-vector.ts';
import type { PlainCart } from '../ports/transport.ts';

/** P2: the newest version that this phone has heard of, of a snapshot or of an accepted event; 0: none. */
export function newestVersion({ snapshot, accepted }: Knowledge): number {
  let newest = snapshot?.version ?? 0;
  for (const version of accepted.values()) newest = Math.max(newest, version);
  return newest;
}

/** P2: the whole table as a plain server's answer has it. */
export function plainSnapshot(answer: PlainCart, knowledge: Knowledge): Snapshot {
  const { version, carts } = answer;
  return {
    version,
    plain: true,
    covers: coversAt(version, knowledge),
    userCarts: carts,
    guests: answer.guests ?? null,
    orderType: answer.orderType ?? null,
    lastOrderId: lastOrderIn(knowledge) ?? knowledge.snapshot?.lastOrderId ?? null,
  };
}

/**
 * P2: a snapshot covers the own events accepted at or before its version, and those of others that came with such a
 * version; gaps included. What was covered once stays covered. Of another's event whose version the disk has lost it is
 * known that the server had it before this phone did (P3).
 */
function coversAt(version: number, { snapshot, accepted, entries, local }: Knowledge): VersionVector {
  const ids = [...accepted].flatMap(([id, acceptedAt]) => (acceptedAt <= version ? [id] : []));
  for (const id of entries.keys()) if (!local.has(id) && !accepted.has(id)) ids.push(id);
  return withIds(snapshot?.covers ?? {}, ids);
}

/**
 * P2: what other phones and tabs told, as it goes into this log: a change of a version that this phone's cart has
 * reached is in that cart already, and a cart of another tab's covers what this one knows beside.
 * @param isSure false: perhaps it is an event-aware server; what was covered stays so with either kind
 */
export function heardOfPlain(
  records: readonly LogRecord[],
  knowledge: Knowledge,
  isSure: boolean,
): LogRecord[] {
  const { snapshot } = knowledge;
  const told = records.map((record): LogRecord => {
    if (!('snapshot' in record)) return record;
    const { version, covers, plain } = record.snapshot;
    const own = isSure || plain ? coversAt(version, knowledge) : (snapshot?.covers ?? {});
    return { ...record, snapshot: { ...record.snapshot, covers: union(covers, own) } };
  });
  if (!snapshot || !isSure) return told;
  const ids = records.flatMap((record) =>
    'accepted' in record && record.accepted.version <= snapshot.version ? record.accepted.ids : [],
  );
  if (ids.length === 0) return told;
  const lastOrderId = orderAmong(ids, records, knowledge) ?? snapshot.lastOrderId;
  const covers = withIds(snapshot.covers, ids);
  return [...told, { t: records[0]!.t, from: 'server', snapshot: { ...snapshot, covers, lastOrderId } }];
}

function withIds(covers: VersionVector, ids: readonly string[]): VersionVector {
  const more = Object.assign(blankVector(), covers);
  for (const id of ids) {
    const parts = parseEventId(id);
    if (parts) more[parts.replicaId] = Math.max(more[parts.replicaId] ?? 0, parts.seq);
  }
  return { ...more };
}

/** The same facts: polling must not fill the log. */
export function sameSnapshot(a: Snapshot, b: Snapshot | undefined): boolean {
  return b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The table's carts as a plain server lists them. What is sold out or off the menu is the diner's until they take it
 * away: it is shown, goes along with every change, and the server says so when it is ordered (2025).
 */
export function plainCarts(userCarts: CartDetails['userCarts']): SnapshotCart[] {
  return userCarts.map(({ userId, orderItems, invalidOrderItems }) =>
    plainCart(userId, [...orderItems, ...invalidOrderItems]),
  );
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

/** The newest order that the phones have told each other of: a plain server's cart names none. */
function lastOrderIn({ entries, accepted }: Knowledge): string | null {
  let last: { version: number; orderId: string } | undefined;
  for (const { event, upcast } of entries.values()) {
    const version = accepted.get(event.id);
    if (upcast?.type !== 'orderPlaced' || version === undefined) continue;
    if (!last || version >= last.version) last = { version, orderId: upcast.orderId };
  }
  return last?.orderId ?? null;
}

/** The last order among these events. */
function orderAmong(ids: readonly string[], records: readonly LogRecord[], { entries }: Knowledge) {
  let orderId: string | undefined;
  for (const id of ids) {
    const told = records.find((record) => 'event' in record && record.event.id === id);
    const known = told && 'event' in told ? understood(told.event) : entries.get(id)?.upcast;
    if (known?.type === 'orderPlaced') ({ orderId } = known);
  }
  return orderId;
}
