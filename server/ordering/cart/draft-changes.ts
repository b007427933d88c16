/** Translates the lines that a phone without events sends into drafts of events. */
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import type { WantedItem, WantedOrder } from '#contract/order-fields.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { createGuestsSet } from '#events/cart/guests-set.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { createItemDecreased } from '#events/cart/item-decreased.ts';
import { getItemKey, getVariantKey, type Item } from '#events/item.ts';
import { normaliseText } from '#events/log/plain-text.ts';
import { createNotesEdited } from '#events/cart/notes-edited.ts';
import { createOrderTypeSet } from '#events/cart/order-type-set.ts';
import { getLines, type CartLine, type CartView } from '#projections/merge/cart-view.ts';
import type { ServerDraft } from './server-events.ts';

export interface Diner {
  readonly id: string;
  readonly name: string;
}

/** The id of a line that the server has not named yet. */
const newLineId = '0';

/**
 * Drafts that turn the diner's lines, the guests and the order type of `view` into those of `detail`.
 *
 * - A line that `detail` leaves out is removed.
 * - A line with a new id is added. A repeated request finds it by its item instead.
 * - A line whose id the server no longer knows was ordered or cleared meanwhile. It is ignored.
 * - A line with a negative quantity reduces the line of the same item. A request with reductions alone leaves the other
 *   lines as they are.
 */
export function draftRequestedChanges(
  view: CartView,
  diner: Diner,
  detail: WantedOrder,
  menu: MenuIndex,
): ServerDraft[] {
  const lines = getLines(view, diner.id);
  const by = { userId: diner.id, userName: diner.name };
  const all = detail.orderItems.map((orderItem) => ({ ...orderItem, item: createItem(orderItem, menu) }));
  const wanted = all.filter(({ quantity }) => quantity >= 0);
  const reductions = all.filter(({ quantity }) => quantity < 0);
  const saysAll = wanted.length > 0 || reductions.length === 0;
  const pairs = pairLines(lines, wanted);
  const targets = lines.map((line) => {
    const target = pairs.get(line) ?? (saysAll ? { item: line.item, quantity: 0 } : line);
    return { line, item: target.item, quantity: target.quantity };
  });
  const found = new Set(pairs.values());
  const additions = wanted
    .filter((each) => !found.has(each) && each.id === newLineId)
    .map(({ item, quantity }) => ({ item, quantity }));
  applyReductions([...targets, ...additions], reductions);

  return [
    ...targets.flatMap(({ line, item, quantity }) => draftLine(by, line, item, quantity)),
    ...additions
      .filter(({ quantity }) => quantity > 0)
      .map(({ item, quantity }) => ({
        ...by,
        build: (fields: EventFields) => createItemAdded(fields, { lineId: fields.id, item, quantity }),
      })),
    ...draftTableValues(view, diner, detail),
  ];
}

/** Takes each reduction off the targets with the same item, down to 0 at most. */
function applyReductions(
  targets: readonly { readonly item: Item; quantity: number }[],
  reductions: readonly Wanted[],
): void {
  for (const { item, quantity } of reductions) {
    let left = -quantity;
    for (const target of targets) {
      if (getItemKey(target.item) !== getItemKey(item)) continue;
      const taken = Math.min(left, target.quantity);
      target.quantity -= taken;
      left -= taken;
    }
  }
}

/** Values of the table that a phone may send next to its lines. */
export interface TableValues {
  readonly guests?: number | null | undefined;
  readonly type?: number | null | undefined;
}

export function hasTableValues({ guests, type }: TableValues): boolean {
  return typeof guests === 'number' || typeof type === 'number';
}

/** Drafts that set the guests and the order type to the phone's values. */
export function draftTableValues(view: CartView, diner: Diner, { guests, type }: TableValues): ServerDraft[] {
  const by = { userId: diner.id, userName: diner.name };
  const drafts: ServerDraft[] = [];
  if (typeof guests === 'number' && guests !== (view.guests ?? 0))
    drafts.push({ ...by, build: (fields) => createGuestsSet(fields, { guests }) });
  if (typeof type === 'number' && type !== view.orderType)
    drafts.push({ ...by, build: (fields) => createOrderTypeSet(fields, { orderType: type }) });
  return drafts;
}

/** The item of an order's line, with normalised notes. The menu gives the category if the line has none. */
export function createItem(orderItem: WantedItem, menu: MenuIndex): Item {
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

/** Pairs lines with what the phone wants: by id if the item is the same, then new lines by their item. */
function pairLines(lines: readonly CartLine[], wanted: readonly Wanted[]): Map<CartLine, Wanted> {
  const pairs = new Map<CartLine, Wanted>();
  for (const each of wanted) {
    const line = lines.find(
      ({ lineId, aliases, item }) =>
        (lineId === each.id || aliases.includes(each.id)) && getVariantKey(item) === getVariantKey(each.item),
    );
    if (line && !pairs.has(line)) pairs.set(line, each);
  }
  for (const each of wanted) {
    if (each.id !== newLineId) continue;
    const line = lines.find((line) => !pairs.has(line) && getItemKey(line.item) === getItemKey(each.item));
    if (line) pairs.set(line, each);
  }
  return pairs;
}

function draftLine(
  by: { userId: string; userName: string },
  { lineId, item, quantity }: CartLine,
  target: Item,
  wanted: number,
): ServerDraft[] {
  const drafts: ServerDraft[] = [];
  const kept = Math.max(wanted, 0);
  if (kept > 0 && target.notes !== item.notes)
    drafts.push({
      ...by,
      build: (fields) => createNotesEdited(fields, { lineId, item, notes: target.notes }),
    });
  const now = { ...item, notes: kept > 0 ? target.notes : item.notes };
  if (kept > quantity)
    drafts.push({
      ...by,
      build: (fields) => createItemAdded(fields, { lineId, item: now, quantity: kept - quantity }),
    });
  if (kept < quantity)
    drafts.push({
      ...by,
      build: (fields) => createItemDecreased(fields, { lineId, item: now, quantity: quantity - kept }),
    });
  return drafts;
}
