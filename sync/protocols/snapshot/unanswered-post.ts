/**
 * Compares a request that a snapshot server never answered with the next carts. Pure.
 *
 *     open ──► overtaken ──► undone
 *
 * - A request is open until a cart, an order or a later request decides on its events.
 * - Then it is overtaken. The server may still carry it out, and overwrite newer lines with older ones.
 * - It has undone the newer change when the cart equals its `result`. The phone then sends the newer lines again.
 *
 * Example: request A changes tea from 1 to 2, so `changes` has `[1, 2]` for it. A cart with 2 teas shows that A was
 * written. With 1 tea A was not written. With 5 teas the outcome is unclear.
 */
import { parseEventId } from '#events/log/event-id.ts';
import { isSameVariant, haveSameKey, getItemKey } from '#events/item.ts';
import type { SnapshotCart, SnapshotLine } from '#events/records/records.ts';
import type { UnansweredPost } from '../../ports/storage.ts';

/** The parts of a cart that a request can change. */
export interface Places {
  readonly carts: readonly SnapshotCart[];
  /** Null or undefined: the server has not sent it. */
  readonly guests?: number | null | undefined;
  readonly orderType?: number | null | undefined;
}

export type Fate = 'written' | 'notWritten' | 'unclear';

/**
 * Lists the places in which two carts differ, with both values.
 * @param userId compares only this diner's lines; undefined: all lines
 * @param older requests whose lines are compared in any case
 */
export function listChangesBetween(
  before: Places,
  after: Places,
  userId: string | undefined,
  older: readonly UnansweredPost[] = [],
): UnansweredPost['changes'] {
  const was = sumQuantities(before, userId);
  const is = sumQuantities(after, userId);
  const compared = new Set(older.flatMap(({ changes }) => Object.keys(changes).filter(isLine)));
  const changes: Record<string, readonly [number, number]> = {};
  for (const place of new Set([...was.keys(), ...is.keys(), ...compared])) {
    const [from, to] = [was.get(place) ?? 0, is.get(place) ?? 0];
    if (from !== to || compared.has(place)) changes[place] = [from, to];
  }
  return changes;
}

/**
 * Decides the outcome from a cart. `unclear`: the lines equal neither the state before the request nor the one after.
 */
export function findFate({ changes, result }: UnansweredPost, cart: Places, userId: string): Fate {
  const now = sumQuantities(cart, undefined);
  const all = Object.entries(changes);
  const lines = all.filter(([place]) => isLine(place));
  const changed = all.filter(([, [before, after]]) => before !== after);
  const isAsIs = (side: 0 | 1) => (place: (typeof all)[number]) =>
    (now.get(place[0]) ?? 0) === place[1][side];
  // A request that adds and removes the same dish changes nothing. Compare all own lines with its result.
  if (changed.length === 0 && result)
    return hasSameLines(sumOwnPart(cart, userId), result) ? 'written' : 'unclear';
  // Other diners may set guests and order type too, so they decide only without lines. Setting them again is harmless.
  if (!changed.some(([place]) => isLine(place))) return all.every(isAsIs(1)) ? 'written' : 'notWritten';
  if (lines.every(isAsIs(1))) return 'written';
  return lines.every(isAsIs(0)) ? 'notWritten' : 'unclear';
}

/** The quantities of the diner's own lines and the table's values by place, as in `UnansweredPost.result`. */
export function sumOwnPart(cart: Places, userId: string): Record<string, number> {
  return Object.fromEntries(sumQuantities(cart, userId));
}

/** Whether the diner's lines are exactly those that this request leaves behind. */
export function isResultOf({ result }: UnansweredPost, cart: Places, userId: string): boolean {
  return result !== undefined && hasSameLines(sumOwnPart(cart, userId), result);
}

/** Whether the diner has the same lines in both. */
export function hasSameOwnLines(one: Places, other: Places, userId: string): boolean {
  return hasSameLines(sumOwnPart(one, userId), sumOwnPart(other, userId));
}

/**
 * Whether the server has carried out this request late: the cart equals its result, but the accepted changes differ.
 * @param should the view of the changes that the server has accepted from this diner
 */
export function isUndoneBy(post: UnansweredPost, cart: Places, should: Places, userId: string): boolean {
  if (!isResultOf(post, cart, userId)) return false;
  if (!hasSameOwnLines(cart, should, userId)) return true;
  return values.some((name) => isValueUndone(name, post.result ?? {}, cart, should));
}

/** Replaces the diner's lines by the accepted ones, and the values that the request has undone. The rest stays. */
export function restoreOwnPart<Cart extends Places>(
  { result = {} }: UnansweredPost,
  cart: Cart,
  should: Places,
  userId: string,
): Cart {
  const isOwn = (each: SnapshotCart) => each.userId === userId;
  const lines = withRows(should.carts.find(isOwn)?.lines ?? [], cart.carts.find(isOwn)?.lines ?? []);
  const others = cart.carts.filter((each) => !isOwn(each));
  const isUndone = (name: string) => isValueUndone(name, result, cart, should);
  return {
    ...cart,
    carts: lines.length > 0 ? [...others, { userId, lines }] : others,
    ...(isUndone('guests') && { guests: should.guests }),
    ...(isUndone('orderType') && { orderType: should.orderType }),
  };
}

/**
 * Gives each line the id of its row in the cart. A row keeps its line even if its notes differ now: another late request
 * may put the old notes back before these lines arrive, and no two lines may then mean one row. Otherwise the line takes a
 * row with its key. Otherwise the row may be gone, so the line gets an id in the form of an event id, which the phone
 * sends as a new line.
 */
function withRows(lines: readonly SnapshotLine[], rows: readonly SnapshotLine[]): SnapshotLine[] {
  const left = new Map(rows.map((row) => [row.lineId, row]));
  const take = (row: SnapshotLine | undefined) => {
    if (row) left.delete(row.lineId);
    return row?.lineId;
  };
  const kept = lines.map(({ item, ...line }) => {
    const row = listNames(line).map((id) => left.get(id));
    return take(row.find((each) => each !== undefined && isSameVariant(each.item, item)));
  });
  return lines.map(({ item, quantity, ...line }, index) => {
    const names = listNames(line);
    const takeSameKey = () => take([...left.values()].find((row) => haveSameKey(row.item, item)));
    const lineId = kept[index] ?? takeSameKey() ?? names.find((id) => parseEventId(id)) ?? `${line.lineId}:1`;
    return { lineId, aliases: names.filter((id) => id !== lineId), item, quantity };
  });
}

function listNames({ lineId, aliases = [] }: Pick<SnapshotLine, 'lineId' | 'aliases'>): readonly string[] {
  return [lineId, ...aliases];
}

function isValueUndone(name: string, result: Part, cart: Places, should: Places): boolean {
  const [is, was] = [sumQuantities(cart, undefined).get(name), sumQuantities(should, undefined).get(name)];
  return is !== undefined && was !== undefined && is !== was && is === result[name];
}

function hasSameLines(one: Part, other: Part): boolean {
  const places = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...places].every((place) => values.includes(place) || one[place] === other[place]);
}

type Part = Readonly<Record<string, number>>;

const values: readonly string[] = ['guests', 'orderType'];

/** Whether a place of the cart is a diner's line. */
export function isLine(place: string): boolean {
  return !values.includes(place);
}

function sumQuantities(
  { carts, guests, orderType }: Places,
  userId: string | undefined,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const cart of carts) {
    if (userId !== undefined && cart.userId !== userId) continue;
    for (const { item, quantity } of cart.lines) {
      const place = `${cart.userId} ${getItemKey(item)}`;
      sums.set(place, (sums.get(place) ?? 0) + quantity);
    }
  }
  if (guests != null) sums.set('guests', guests);
  // Order types begin at 0. Add 1, so that the first type differs from an absent one.
  if (orderType != null) sums.set('orderType', orderType + 1);
  return sums;
}
