/**
 * Decides from the next cart what became of a request that a snapshot server never answered (P2). Pure.
 *
 * A request without an answer is `open` until a cart, an order or a later request settles its events. From then on it is
 * overtaken: it matters only if the server carries it out after all, because it then writes the older lines over the
 * newer ones. The phone notices that the cart equals the request, and sends the newer change again.
 */
import { parseEventId } from '#events/log/event-id.ts';
import { itemKey } from '#events/item.ts';
import type { SnapshotCart, SnapshotLine } from '#events/records/records.ts';

/** A change that was sent, as it is kept until it is known what became of it. */
export interface UnansweredPost {
  readonly id: string;
  /** Of its events, in order. */
  readonly ids: readonly string[];
  /** When it was kept, ms by the server's clock. */
  readonly at: number;
  /**
   * Every place of the cart that it changes: what stood there, and what is to stand there. Also the lines that an older
   * request without an answer changes: what stands there tells the two apart.
   */
  readonly changes: Readonly<Record<string, readonly [before: number, after: number]>>;
  /** The table's last order as it was known then; "" for none. */
  readonly lastOrderId: string;
  /** Somebody had something in the cart then. */
  readonly hadLines: boolean;
  /** An order or a clear came since, or a reload, which hears of neither: what is gone may have been ordered. */
  readonly isCut: boolean;
  /** The diner's own part of the cart once the server has carried it out. Records of older versions have none. */
  readonly result?: Readonly<Record<string, number>>;
  /** Its events are settled by a later request. */
  readonly isOvertaken?: true;
  /** The server has carried it out after the later request: the newer change is to be sent again. */
  readonly hasUndone?: true;
}

/** What of a cart a change can touch. */
export interface Places {
  readonly carts: readonly SnapshotCart[];
  /** Null and undefined: not told. */
  readonly guests?: number | null | undefined;
  readonly orderType?: number | null | undefined;
}

export type Fate = 'written' | 'notWritten' | 'unclear';

/**
 * What differs between two carts.
 * @param userId whose lines count; undefined: everybody's
 * @param older requests whose lines are compared in any case
 */
export function changesBetween(
  before: Places,
  after: Places,
  userId: string | undefined,
  older: readonly UnansweredPost[] = [],
): UnansweredPost['changes'] {
  const was = quantities(before, userId);
  const is = quantities(after, userId);
  const compared = new Set(older.flatMap(({ changes }) => Object.keys(changes).filter(isLine)));
  const changes: Record<string, readonly [number, number]> = {};
  for (const place of new Set([...was.keys(), ...is.keys(), ...compared])) {
    const [from, to] = [was.get(place) ?? 0, is.get(place) ?? 0];
    if (from !== to || compared.has(place)) changes[place] = [from, to];
  }
  return changes;
}

/** `unclear`: neither all lines stand as they were, nor all of them as they should be. */
export function fateOf({ changes, result }: UnansweredPost, cart: Places, userId: string): Fate {
  const now = quantities(cart, undefined);
  const all = Object.entries(changes);
  const lines = all.filter(([place]) => isLine(place));
  const changed = all.filter(([, [before, after]]) => before !== after);
  const isAsIs = (side: 0 | 1) => (place: (typeof all)[number]) =>
    (now.get(place[0]) ?? 0) === place[1][side];
  // Everybody may set the guests and the order type. The lines are the diner's alone, so they decide. A value that is
  // not told, or that somebody else has set since, says nothing: to set it once more does no harm.
  // An addition and its removal in one request: only the whole of the lines tells it from another request.
  if (changed.length === 0 && result)
    return hasSameLines(ownPart(cart, userId), result) ? 'written' : 'unclear';
  if (!changed.some(([place]) => isLine(place))) return all.every(isAsIs(1)) ? 'written' : 'notWritten';
  if (lines.every(isAsIs(1))) return 'written';
  return lines.every(isAsIs(0)) ? 'notWritten' : 'unclear';
}

/** What the diner's own part of the cart comes to, as `UnansweredPost.result` keeps it. */
export function ownPart(cart: Places, userId: string): Record<string, number> {
  return Object.fromEntries(quantities(cart, userId));
}

/** Whether the diner's lines are exactly those that this request leaves behind. */
export function isResultOf({ result }: UnansweredPost, cart: Places, userId: string): boolean {
  return result !== undefined && hasSameLines(ownPart(cart, userId), result);
}

/** Whether the diner has the same lines in both. */
export function hasSameOwnLines(one: Places, other: Places, userId: string): boolean {
  return hasSameLines(ownPart(one, userId), ownPart(other, userId));
}

/**
 * Whether the cart is what this request leaves behind although the diner's part should be another one.
 * @param should what the server has accepted from this diner
 */
export function isUndoneBy(post: UnansweredPost, cart: Places, should: Places, userId: string): boolean {
  if (!isResultOf(post, cart, userId)) return false;
  if (!hasSameOwnLines(cart, should, userId)) return true;
  return values.some((name) => isValueUndone(name, post.result ?? {}, cart, should));
}

/** The cart with the diner's part as it should be: what the request has undone is put right, the rest stays. */
export function restoreOwnPart<Cart extends Places>(
  { result = {} }: UnansweredPost,
  cart: Cart,
  should: Places,
  userId: string,
): Cart {
  const isOwn = (each: SnapshotCart) => each.userId === userId;
  const ids = new Map(cart.carts.find(isOwn)?.lines.map((line) => [itemKey(line.item), line.lineId]));
  const lines = (should.carts.find(isOwn)?.lines ?? []).map((line) => renamed(line, ids));
  const others = cart.carts.filter((each) => !isOwn(each));
  const isUndone = (name: string) => isValueUndone(name, result, cart, should);
  return {
    ...cart,
    carts: lines.length > 0 ? [...others, { userId, lines }] : others,
    ...(isUndone('guests') && { guests: should.guests }),
    ...(isUndone('orderType') && { orderType: should.orderType }),
  };
}

/** The row of before may be gone: a line goes by the id that it has now, or by none of the server's (P1). */
function renamed({ item, quantity, ...line }: SnapshotLine, ids: ReadonlyMap<string, string>): SnapshotLine {
  const names = [line.lineId, ...(line.aliases ?? [])];
  const lineId = ids.get(itemKey(item)) ?? names.find((id) => parseEventId(id)) ?? `${line.lineId}:1`;
  return { lineId, aliases: names.filter((id) => id !== lineId), item, quantity };
}

function isValueUndone(name: string, result: Part, cart: Places, should: Places): boolean {
  const [is, was] = [quantities(cart, undefined).get(name), quantities(should, undefined).get(name)];
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

function quantities({ carts, guests, orderType }: Places, userId: string | undefined): Map<string, number> {
  const sums = new Map<string, number>();
  for (const cart of carts) {
    if (userId !== undefined && cart.userId !== userId) continue;
    for (const { item, quantity } of cart.lines) {
      const place = `${cart.userId} ${itemKey(item)}`;
      sums.set(place, (sums.get(place) ?? 0) + quantity);
    }
  }
  if (guests != null) sums.set('guests', guests);
  // CS4 begins at 0: none is another value than the first one.
  if (orderType != null) sums.set('orderType', orderType + 1);
  return sums;
}
