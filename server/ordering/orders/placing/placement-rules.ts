/** O1, O5: whether an order may be placed as the diner saw it, and what it takes. Pure. */
import { codes } from '#contract/codes.ts';
import type { WantedItem } from '#contract/order-fields.ts';
import { itemKey, type Item } from '#events/item.ts';
import type { Knowledge } from '#events/records/log.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { includes, reach } from '#events/log/version-vector.ts';
import { mergeSeen, type CartLine, type CartView } from '#projections/merge/cart-view.ts';
import { removes, type RemovalEntry } from '#projections/merge/removals.ts';
import { isNamed } from '#projections/merge/line-fold.ts';
import { splitLines, type CartPart } from '#projections/merge/order-part.ts';
import { itemOf } from '#server/ordering/cart/draft-changes.ts';
import { itemProblem } from '#contract/dish/item-problem.ts';
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { concernsLine } from '#server/ordering/cart/rules/too-late.ts';

interface OrderAsSeen {
  /** The cut; undefined from a phone that knows nothing of events: then it is everything known. */
  readonly seen?: VersionVector | undefined;
  /** The whole table's cart, what is left out included. */
  readonly orderItems: readonly WantedItem[];
  /** O5: ids of the lines that stay in the cart. */
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
      readonly cut: VersionVector;
      /** The server's own view of the cut, without what stays: what the order takes. */
      readonly view: CartView;
      /** O5: ids of the events of what stays; undefined: nothing does. */
      readonly kept: readonly string[] | undefined;
    }
  | PlacementRefusal;

/** Judges the order against what the server knows. @param known the server's version vector */
export function validateOrder(
  knowledge: Knowledge,
  known: VersionVector,
  menu: MenuIndex,
  { seen, orderItems, without = [] }: OrderAsSeen,
): OrderDecision {
  const cut = seen === undefined ? known : ownEntries(seen);
  if (!cut || !includes(known, cut)) return cartUpdated;
  const seenThen = mergeSeen(knowledge, cut);
  const { view } = seenThen;
  // A phone that knows nothing of events can't name its attempt: this is all that tells it that the order is in (O2).
  if (seen === undefined && orderItems.length > 0 && view.carts.length === 0 && view.lastOrderId !== null)
    return createRefusal(codes.orderSubmitted, 'This order has been submitted already');
  // A cut that leaves out what its own events had seen is nobody's view: it would take what it does not show.
  if (view.blocked.length > 0 || !hasSameLines(view, orderItems, menu)) return cartUpdated;
  const names = new Set(without);
  const { ordered, leftOut } = splitLines(seenThen, (line) => isNamed(line, names));
  if (!areAllFound(without, leftOut)) return cartUpdated;
  if (ordered.carts.length === 0) return createRefusal(codes.badRequest, 'The cart is empty');
  if (losesByUnseenEvent(knowledge, cut, ordered, leftOut)) return cartUpdated;
  const refusal = lineRefusal(ordered, menu);
  if (refusal) return refusal;
  const kept = leftOut.entries.length > 0 ? leftOut.entries.map(({ event }) => event.id) : undefined;
  return { ok: true, cut, view: { ...view, carts: ordered.carts }, kept };
}

/** O5: each id names a line: what the diner meant to leave out is not ordered under another name. */
function areAllFound(without: readonly string[], { carts }: CartPart): boolean {
  const lines = carts.flatMap((cart) => cart.lines);
  return without.every((id) => lines.some((line) => isNamed(line, new Set([id]))));
}

/** Names what of the cart cannot be ordered now: 2025 before 1997; undefined when everything can. */
export function lineRefusal(view: Pick<CartView, 'carts'>, menu: MenuIndex): PlacementRefusal | undefined {
  const items = view.carts.flatMap(({ lines }) => lines).map(({ item }) => item);
  const isLate = ({ productId }: Item) => menu.get(productId)?.servedAgain !== undefined;
  const namesOf = (code: number, isMeant: (item: Item) => boolean = () => true): string => {
    const meant = items.filter((item) => problemCode(item, menu) === code && isMeant(item));
    const names = meant.map(({ productId, name }) => menu.get(productId)?.name ?? name ?? productId);
    return [...new Set(names)].join(', ');
  };
  const soldOut = namesOf(codes.soldOut, (item) => !isLate(item));
  const late = namesOf(codes.soldOut, isLate);
  const gone = [...(soldOut ? [`Sold out: ${soldOut}`] : []), ...(late ? [`Not served now: ${late}`] : [])];
  if (gone.length > 0) return createRefusal(codes.soldOut, gone.join('; '));
  const changed = namesOf(codes.pleaseAddItAgainToYourCart);
  if (changed)
    return createRefusal(
      codes.pleaseAddItAgainToYourCart,
      `The menu has changed, please add again: ${changed}`,
    );
  return undefined;
}

/** A dish that left the menu is taken off the shelf (2025); one whose choices changed is to be added again (1997). */
function problemCode(item: Item, menu: MenuIndex): number | undefined {
  return menu.has(item.productId) ? itemProblem(item, menu) : codes.soldOut;
}

/** O1, O5: an accepted event outside the cut takes away from an ordered line; unseen additions do not. */
function losesByUnseenEvent(
  { entries }: Knowledge,
  cut: VersionVector,
  ordered: CartPart,
  leftOut: CartPart,
): boolean {
  for (const entry of entries.values()) {
    const { upcast: event, replicaId, seq } = entry;
    if (seq <= reach(cut, replicaId)) continue;
    switch (event?.type) {
      case 'itemDecreased':
      case 'notesEdited': {
        const means = (line: CartLine): boolean => concernsLine(line, event);
        const lines = linesOf(ordered, event.userId);
        if (lines.some(means)) return true;
        // By key too: an unseen addition may have given the line another name, under which it was then reduced.
        const key = itemKey(event.item);
        const mayMean = !linesOf(leftOut, event.userId).some(means);
        if (mayMean && lines.some((line) => itemKey(line.item) === key)) return true;
        break;
      }
      case 'cartCleared':
      case 'orderPlaced':
        if (ordered.entries.some((each) => removes(entry as RemovalEntry, each))) return true;
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

function linesOf({ carts }: CartPart, userId: string): readonly CartLine[] {
  return carts.find((cart) => cart.userId === userId)?.lines ?? [];
}

function hasSameLines(view: CartView, orderItems: readonly WantedItem[], menu: MenuIndex): boolean {
  const left = new Map<string, number>();
  for (const { item, quantity } of view.carts.flatMap(({ lines }) => lines))
    left.set(itemKey(item), (left.get(itemKey(item)) ?? 0) + quantity);
  for (const orderItem of orderItems) {
    const key = itemKey({ ...itemOf(orderItem, menu), notes: orderItem.notes ?? '' });
    left.set(key, (left.get(key) ?? 0) - orderItem.quantity);
  }
  return [...left.values()].every((quantity) => quantity === 0);
}

/** A vector whose names no object inherits; undefined when one is. */
function ownEntries(vector: VersionVector): VersionVector | undefined {
  return Object.keys(vector).some((replicaId) => replicaId in {}) ? undefined : vector;
}

function createRefusal(code: number, msg: string): PlacementRefusal {
  return { ok: false, code, msg };
}

const cartUpdated = createRefusal(codes.shoppingCartUpdated, 'The shopping cart has been updated');
