/**
 * Decides whether an order may be placed as the diner saw it, and which lines it takes. Pure.
 *
 * The phone sends the events that it had seen, the lines that it showed, and the lines that stay in the cart (`without`).
 * The server computes the cart from the same events and refuses the order if
 *
 * - its lines differ from those on the phone (66666),
 * - the ordered part is empty (400),
 * - an event that the diner had not seen reduced an ordered line, edited its notes or removed it (66666),
 * - an item is sold out (2025) or has changed on the menu (1997).
 *
 * Example: Ann's phone shows 2 × tea. Before she orders, Bob adds a cake and Ann's other phone removes one tea. The cake
 * alone would not matter, as it stays in the cart. The removed tea does: Ann would pay for a tea that she took back.
 */
import { codes } from '#contract/codes.ts';
import type { WantedItem } from '#contract/order-fields.ts';
import { getItemKey, type Item } from '#events/item.ts';
import type { Knowledge } from '#events/records/log.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { hasAllEvents, reach } from '#events/log/version-vector.ts';
import { getLines, mergeSeen, type CartLine, type CartView } from '#projections/merge/cart-view.ts';
import { shouldRemove, type RemovalEntry } from '#projections/merge/removals.ts';
import { isNamed } from '#projections/merge/line-fold.ts';
import { splitLines, type CartPart } from '#projections/merge/order-part.ts';
import { createItem } from '#server/ordering/cart/draft-changes.ts';
import { findItemProblem } from '#contract/dish/item-problem.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { isAboutLine } from '#server/ordering/cart/rules/too-late.ts';

interface OrderAsSeen {
  /** The events that the phone had seen. Undefined from a phone without events, which orders everything. */
  readonly seen?: VersionVector | undefined;
  /** The cart of the whole table, including the lines that stay in it. */
  readonly orderItems: readonly WantedItem[];
  /** Ids of the lines that stay in the cart. */
  readonly without?: readonly string[] | undefined;
}

export interface PlacementRefusal {
  readonly ok: false;
  /** 66666, 10087, 1997, 2025, or 400 for an empty cart. */
  readonly code: number;
  readonly msg: string;
}

type OrderDecision =
  | {
      readonly ok: true;
      /** The events that the order had seen. It removes them from the cart, except `kept`. */
      readonly seen: VersionVector;
      /** The cart of these events, without the lines that stay: what the order takes. */
      readonly view: CartView;
      /** Ids of the events whose lines stay in the cart. Undefined if none does. */
      readonly kept: readonly string[] | undefined;
    }
  | PlacementRefusal;

/** @param known the server's version vector */
export function validateOrder(
  knowledge: Knowledge,
  known: VersionVector,
  menu: MenuIndex,
  { seen: seenByPhone, orderItems, without = [] }: OrderAsSeen,
): OrderDecision {
  const seen = seenByPhone === undefined ? known : findSafeVector(seenByPhone);
  if (!seen || !hasAllEvents(known, seen)) return cartUpdated;
  const merged = mergeSeen(knowledge, seen);
  const { view } = merged;
  // A phone without events cannot name its attempt. Only this code shows it that its first request placed the order.
  if (
    seenByPhone === undefined &&
    orderItems.length > 0 &&
    view.carts.length === 0 &&
    view.lastOrderId !== null
  )
    return createRefusal(codes.orderSubmitted, 'This order has been submitted already');
  // Blocked events are in `seen` but not in the cart. The order would remove lines that it does not show.
  if (view.blocked.length > 0 || !hasSameLines(view, orderItems, menu)) return cartUpdated;
  const names = new Set(without);
  const { ordered, leftOut } = splitLines(merged, (line) => isNamed(line, names));
  if (!isEachFound(without, leftOut)) return cartUpdated;
  if (ordered.carts.length === 0) return createRefusal(codes.badRequest, 'The cart is empty');
  if (hasUnseenLoss(knowledge, seen, ordered, leftOut)) return cartUpdated;
  const refusal = findLineRefusal(ordered, menu);
  if (refusal) return refusal;
  const kept = leftOut.entries.length > 0 ? leftOut.entries.map(({ event }) => event.id) : undefined;
  return { ok: true, seen, view: { ...view, carts: ordered.carts }, kept };
}

/** Whether each id finds a line. Otherwise the diner would order a line that they wanted to leave out. */
function isEachFound(without: readonly string[], { carts }: CartPart): boolean {
  const lines = carts.flatMap((cart) => cart.lines);
  return without.every((id) => lines.some((line) => isNamed(line, new Set([id]))));
}

/** Names the items that cannot be ordered now: those of code 2025, else those of 1997. Undefined if there are none. */
export function findLineRefusal(
  view: Pick<CartView, 'carts'>,
  menu: MenuIndex,
): PlacementRefusal | undefined {
  const items = view.carts.flatMap(({ lines }) => lines).map(({ item }) => item);
  const isLate = ({ productId }: Item) => menu.get(productId)?.servedAgain !== undefined;
  const joinNames = (code: number, isMeant: (item: Item) => boolean = () => true): string => {
    const meant = items.filter((item) => findProblemCode(item, menu) === code && isMeant(item));
    const names = meant.map(({ productId, name }) => menu.get(productId)?.name ?? name ?? productId);
    return [...new Set(names)].join(', ');
  };
  const soldOut = joinNames(codes.soldOut, (item) => !isLate(item));
  const late = joinNames(codes.soldOut, isLate);
  const gone = [...(soldOut ? [`Sold out: ${soldOut}`] : []), ...(late ? [`Not served now: ${late}`] : [])];
  if (gone.length > 0) return createRefusal(codes.soldOut, gone.join('; '));
  const changed = joinNames(codes.pleaseAddItAgainToYourCart);
  if (changed)
    return createRefusal(
      codes.pleaseAddItAgainToYourCart,
      `The menu has changed, please add again: ${changed}`,
    );
  return undefined;
}

/** A dish that left the menu counts as sold out (2025). A dish whose options changed has to be added again (1997). */
function findProblemCode(item: Item, menu: MenuIndex): number | undefined {
  return menu.has(item.productId) ? findItemProblem(item, menu) : codes.soldOut;
}

/** Whether an event that the diner had not seen reduces, edits or removes an ordered line. Additions do not matter. */
function hasUnseenLoss(
  { entries }: Knowledge,
  seen: VersionVector,
  ordered: CartPart,
  leftOut: CartPart,
): boolean {
  for (const entry of entries.values()) {
    const { upcast: event, replicaId, seq } = entry;
    if (seq <= reach(seen, replicaId)) continue;
    switch (event?.type) {
      case 'itemDecreased':
      case 'notesEdited': {
        const isTarget = (line: CartLine): boolean => isAboutLine(line, event);
        const lines = getLines(ordered, event.userId);
        if (lines.some(isTarget)) return true;
        // An unseen addition may have given the line another id, under which it was then reduced.
        const key = getItemKey(event.item);
        const mayMean = !getLines(leftOut, event.userId).some(isTarget);
        if (mayMean && lines.some((line) => getItemKey(line.item) === key)) return true;
        break;
      }
      case 'cartCleared':
      case 'orderPlaced':
        if (ordered.entries.some((each) => shouldRemove(entry as RemovalEntry, each))) return true;
        break;
      case 'itemAdded':
      case 'guestsSet':
      case 'orderTypeSet':
      case undefined:
        break;
      default:
        event satisfies never;
    }
  }
  return false;
}

function hasSameLines(view: CartView, orderItems: readonly WantedItem[], menu: MenuIndex): boolean {
  const left = new Map<string, number>();
  for (const { item, quantity } of view.carts.flatMap(({ lines }) => lines))
    left.set(getItemKey(item), (left.get(getItemKey(item)) ?? 0) + quantity);
  for (const orderItem of orderItems) {
    const key = getItemKey({ ...createItem(orderItem, menu), notes: orderItem.notes ?? '' });
    left.set(key, (left.get(key) ?? 0) - orderItem.quantity);
  }
  return [...left.values()].every((quantity) => quantity === 0);
}

/** The vector. Undefined if a replica id is also a property of every object, such as `constructor`. */
function findSafeVector(vector: VersionVector): VersionVector | undefined {
  return Object.keys(vector).some((replicaId) => replicaId in {}) ? undefined : vector;
}

function createRefusal(code: number, msg: string): PlacementRefusal {
  return { ok: false, code, msg };
}

const cartUpdated = createRefusal(codes.shoppingCartUpdated, 'The shopping cart has been updated');
