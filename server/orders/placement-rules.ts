/** O1: whether an order may be placed as the diner saw it. Pure. */
import { codes } from '#contract/codes.ts';
import type { OrderItem } from '#contract/order-fields.ts';
import type { EventIdParts } from '#events/event-id.ts';
import { itemKey } from '#events/item.ts';
import type { Knowledge } from '#events/log.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { includes, reach } from '#events/version-vector.ts';
import { viewOfCut, type CartLine, type CartView } from '#projections/merge/cart-view.ts';
import { itemOf } from '#server/cart/plain-phone.ts';
import { itemProblem } from '#server/cart/rules/item-rules.ts';
import type { MenuIndex } from '#contract/menu-index.ts';
import { isMeant } from '#server/cart/rules/too-late.ts';

interface OrderAsSeen {
  /** The cut; undefined from a phone that knows nothing of events: then it is everything known. */
  readonly seen?: VersionVector | undefined;
  readonly orderItems: readonly OrderItem[];
}

export interface PlacementRefusal {
  readonly ok: false;
  /** 66666, 10087, 1997, 2025, or 400 for an empty cart. */
  readonly code: number;
  readonly msg: string;
}

type Placeable =
  /** `view` is the server's own view of the cut: what the order takes. */
  { readonly ok: true; readonly cut: VersionVector; readonly view: CartView } | PlacementRefusal;

/** Judges the order against what the server knows. @param known the server's version vector */
export function judgeOrder(
  knowledge: Knowledge,
  known: VersionVector,
  menu: MenuIndex,
  { seen, orderItems }: OrderAsSeen,
): Placeable {
  const cut = seen === undefined ? known : ownEntries(seen);
  if (!cut || !includes(known, cut)) return cartUpdated;
  const view = viewOfCut(knowledge, cut);
  // A phone that knows nothing of events can't name its attempt: this is all that tells it that the order is in (O2).
  if (seen === undefined && orderItems.length > 0 && view.carts.length === 0 && view.lastOrderId !== null)
    return refused(codes.orderSubmitted, 'This order has been submitted already');
  // A cut that leaves out what its own events had seen is nobody's view: it would take what it does not show.
  if (view.waiting.length > 0 || !sameLines(view, orderItems)) return cartUpdated;
  if (view.carts.length === 0) return refused(codes.badRequest, 'The cart is empty');
  if (losesToUnseen(knowledge, cut, view)) return cartUpdated;
  return lineRefusal(view, menu) ?? { ok: true, cut, view };
}

/** Names what of the cart cannot be ordered now: 2025 before 1997; undefined when everything can. */
export function lineRefusal(view: Pick<CartView, 'carts'>, menu: MenuIndex): PlacementRefusal | undefined {
  const namesOf = (code: number): string =>
    [
      ...new Set(
        view.carts
          .flatMap(({ lines }) => lines)
          .filter(({ item }) => problemCode(item, menu) === code)
          .map(({ item }) => menu.get(item.productId)?.name ?? item.name ?? item.productId),
      ),
    ].join(', ');
  const soldOut = namesOf(codes.soldOut);
  if (soldOut) return refused(codes.soldOut, `Sold out: ${soldOut}`);
  const changed = namesOf(codes.pleaseAddItAgainToYourCart);
  if (changed)
    return refused(codes.pleaseAddItAgainToYourCart, `The menu has changed, please add again: ${changed}`);
  return undefined;
}

/** A dish that left the menu is taken off the shelf (2025); one whose choices changed is to be added again (1997). */
function problemCode(item: CartLine['item'], menu: MenuIndex): number | undefined {
  return menu.has(item.productId) ? itemProblem(item, menu) : codes.soldOut;
}

/** O1: an accepted event outside the cut takes away from the cut's lines; unseen additions do not. */
function losesToUnseen({ entries }: Knowledge, cut: VersionVector, view: CartView): boolean {
  const ordered = linesByUser(view);
  const isInCut = (replicaId: string, seq: number) => seq <= reach(cut, replicaId);
  const added: (EventIdParts & { readonly userId: string })[] = [];
  for (const { upcast, replicaId, seq } of entries.values())
    if (upcast?.type === 'itemAdded' && isInCut(replicaId, seq) && isOfLine(ordered, upcast))
      added.push({ replicaId, seq, userId: upcast.userId });
  for (const { upcast: event, replicaId, seq } of entries.values()) {
    if (isInCut(replicaId, seq)) continue;
    switch (event?.type) {
      case 'itemDecreased':
      case 'notesEdited': {
        // By key too: an unseen addition may have given the line another name, under which it was then reduced.
        const key = itemKey(event.item);
        const lines = ordered.get(event.userId) ?? [];
        if (lines.some((line) => isMeant(line, event) || itemKey(line.item) === key)) return true;
        break;
      }
      case 'cartCleared':
      case 'orderPlaced': {
        const isWhole = event.type === 'orderPlaced' || event.scope === 'table';
        const takes = ({ replicaId, seq, userId }: (typeof added)[number]): boolean =>
          seq <= reach(event.seen, replicaId) && (isWhole || userId === event.userId);
        if (added.some(takes)) return true;
        break;
      }
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

function isOfLine(
  ordered: ReadonlyMap<string, readonly CartLine[]>,
  { userId, lineId }: { userId: string; lineId: string },
): boolean {
  return (ordered.get(userId) ?? []).some((line) => line.lineId === lineId || line.aliases.includes(lineId));
}

function linesByUser(view: CartView): ReadonlyMap<string, readonly CartLine[]> {
  return new Map(view.carts.map(({ userId, lines }) => [userId, lines]));
}

function sameLines(view: CartView, orderItems: readonly OrderItem[]): boolean {
  const left = new Map<string, number>();
  for (const { item, quantity } of view.carts.flatMap(({ lines }) => lines))
    left.set(itemKey(item), (left.get(itemKey(item)) ?? 0) + quantity);
  for (const orderItem of orderItems) {
    const key = itemKey({ ...itemOf(orderItem), notes: orderItem.notes });
    left.set(key, (left.get(key) ?? 0) - orderItem.quantity);
  }
  return [...left.values()].every((quantity) => quantity === 0);
}

/** A vector whose names no object inherits; undefined when one is. */
function ownEntries(vector: VersionVector): VersionVector | undefined {
  return Object.keys(vector).some((replicaId) => replicaId in {}) ? undefined : vector;
}

function refused(code: number, msg: string): PlacementRefusal {
  return { ok: false, code, msg };
}

const cartUpdated = refused(codes.shoppingCartUpdated, 'The shopping cart has been updated');
