/** P1: a phone that knows nothing of events says how its lines should be; what that changes is said in events. */
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { WantedItem, WantedOrder } from '#contract/order-fields.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { guestsSet } from '#events/cart/guests-set.ts';
import { itemAdded } from '#events/cart/item-added.ts';
import { itemDecreased } from '#events/cart/item-decreased.ts';
import { itemKey, variantKey, type Item } from '#events/item.ts';
import { normaliseText } from '#events/log/plain-text.ts';
import { notesEdited } from '#events/cart/notes-edited.ts';
import { orderTypeSet } from '#events/cart/order-type-set.ts';
import type { CartLine, CartView } from '#projections/merge/cart-view.ts';
import type { ServerDraft } from './server-events.ts';

export interface Diner {
  readonly id: string;
  readonly name: string;
}

/** A line without a name of the server's yet (P1). */
const newLineId = '0';

/**
 * What turns the diner's lines, the guests and the order type as `view` has them into those of `detail`.
 *
 * - A line that `detail` leaves out was taken away.
 * - A line whose id is new is added, or found again by its key when a request is repeated.
 * - A line whose id is no longer known was ordered or cleared meanwhile, and stays so.
 * - A line with a negative quantity is a reduction of the line of the same dish. A request of reductions alone leaves
 *   all other lines as they are, because it says nothing of how the cart should be.
 */
export function draftsFor(view: CartView, diner: Diner, detail: WantedOrder, menu: MenuIndex): ServerDraft[] {
  const lines = view.carts.find(({ userId }) => userId === diner.id)?.lines ?? [];
  const by = { userId: diner.id, userName: diner.name };
  const all = detail.orderItems.map((orderItem) => ({ ...orderItem, item: itemOf(orderItem, menu) }));
  const wanted = all.filter(({ quantity }) => quantity >= 0);
  const reductions = all.filter(({ quantity }) => quantity < 0);
  const saysAll = wanted.length > 0 || reductions.length === 0;
  const pairs = paired(lines, wanted);
  const targets = lines.map((line) => {
    const target = pairs.get(line) ?? (saysAll ? { item: line.item, quantity: 0 } : line);
    return { line, item: target.item, quantity: target.quantity };
  });
  const found = new Set(pairs.values());
  const additions = wanted
    .filter((each) => !found.has(each) && each.id === newLineId)
    .map(({ item, quantity }) => ({ item, quantity }));
  reduce([...targets, ...additions], reductions);

  return [
    ...targets.flatMap(({ line, item, quantity }) => lineDrafts(by, line, item, quantity)),
    ...additions
      .filter(({ quantity }) => quantity > 0)
      .map(({ item, quantity }) => ({
        ...by,
        build: (fields: EventFields) => itemAdded(fields, { lineId: fields.id, item, quantity }),
      })),
    ...tableDrafts(view, diner, detail),
  ];
}

/** Takes each reduction off what is of the same dish, and never more than there is. */
function reduce(
  targets: readonly { readonly item: Item; quantity: number }[],
  reductions: readonly Wanted[],
): void {
  for (const { item, quantity } of reductions) {
    let left = -quantity;
    for (const target of targets) {
      if (itemKey(target.item) !== itemKey(item)) continue;
      const taken = Math.min(left, target.quantity);
      target.quantity -= taken;
      left -= taken;
    }
  }
}

/** What a phone may say of its table beside its lines. */
export interface TableValues {
  readonly guests?: number | null | undefined;
  readonly type?: number | null | undefined;
}

export function saysTableValues({ guests, type }: TableValues): boolean {
  return typeof guests === 'number' || typeof type === 'number';
}

/** What makes the guests and the order type those that the phone says. */
export function tableDrafts(view: CartView, diner: Diner, { guests, type }: TableValues): ServerDraft[] {
  const by = { userId: diner.id, userName: diner.name };
  const drafts: ServerDraft[] = [];
  if (typeof guests === 'number' && guests !== (view.guests ?? 0))
    drafts.push({ ...by, build: (fields) => guestsSet(fields, { guests }) });
  if (typeof type === 'number' && type !== view.orderType)
    drafts.push({ ...by, build: (fields) => orderTypeSet(fields, { orderType: type }) });
  return drafts;
}

/** An item as an order's line says it, its notes tidied (E3). The category is the menu's where the line names none. */
export function itemOf(orderItem: WantedItem, menu: MenuIndex): Item {
  const { productId, name, price, notes, orderItemModifiers } = orderItem;
  return {
    productId,
    categoryId: orderItem.categoryId ?? menu.get(productId)?.categoryId ?? '',
    ...(name !== undefined && { name }),
    ...(price !== undefined && { price }),
    notes: normaliseText(notes ?? ''),
    modifiers: (orderItemModifiers ?? []).map((modifier) => ({
      modifierProductId: modifier.modifierProductId,
      quantity: modifier.quantity,
      ...(modifier.price !== undefined && { price: modifier.price }),
    })),
  };
}

interface Wanted {
  readonly id: string;
  readonly quantity: number;
  readonly item: Item;
}

/** Each line with what the phone wants of it: by id if the dish agrees, then, of the new ones, by key. */
function paired(lines: readonly CartLine[], wanted: readonly Wanted[]): Map<CartLine, Wanted> {
  const pairs = new Map<CartLine, Wanted>();
  for (const each of wanted) {
    const line = lines.find(
      ({ lineId, aliases, item }) =>
        (lineId === each.id || aliases.includes(each.id)) && variantKey(item) === variantKey(each.item),
    );
    if (line && !pairs.has(line)) pairs.set(line, each);
  }
  for (const each of wanted) {
    if (each.id !== newLineId) continue;
    const line = lines.find((line) => !pairs.has(line) && itemKey(line.item) === itemKey(each.item));
    if (line) pairs.set(line, each);
  }
  return pairs;
}

function lineDrafts(
  by: { userId: string; userName: string },
  { lineId, item, quantity }: CartLine,
  target: Item,
  wanted: number,
): ServerDraft[] {
  const drafts: ServerDraft[] = [];
  const kept = Math.max(wanted, 0);
  if (kept > 0 && target.notes !== item.notes)
    drafts.push({ ...by, build: (fields) => notesEdited(fields, { lineId, item, notes: target.notes }) });
  const now = { ...item, notes: kept > 0 ? target.notes : item.notes };
  if (kept > quantity)
    drafts.push({
      ...by,
      build: (fields) => itemAdded(fields, { lineId, item: now, quantity: kept - quantity }),
    });
  if (kept < quantity)
    drafts.push({
      ...by,
      build: (fields) => itemDecreased(fields, { lineId, item: now, quantity: quantity - kept }),
    });
  return drafts;
}
