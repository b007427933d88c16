/** P1: a phone that knows nothing of events says how its lines should be; what that changes is said in events. */
import type { OrderDetail, OrderItem } from '#contract/order-fields.ts';
import { guestsSet } from '#events/guests-set.ts';
import { itemAdded } from '#events/item-added.ts';
import { itemDecreased } from '#events/item-decreased.ts';
import { itemKey, variantKey, type Item } from '#events/item.ts';
import { tidyText } from '#events/plain-text.ts';
import { notesEdited } from '#events/notes-edited.ts';
import { orderTypeSet } from '#events/order-type-set.ts';
import type { CartLine, CartView } from '#projections/merge/cart-view.ts';
import type { ServerDraft } from './server-events.ts';

export interface Diner {
  readonly id: string;
  readonly name: string;
}

/** A line without a name of the server's yet (P1). */
const newLineId = '0';

/**
 * What turns the diner's lines, the guests and the order type as `view` has them into those of `detail`. A line that
 * `detail` leaves out was taken away; one whose id is new is added, or found again by its key when a request is
 * repeated; one whose id is no longer known was ordered or cleared meanwhile, and stays so.
 */
export function draftsFor(view: CartView, diner: Diner, detail: OrderDetail): ServerDraft[] {
  const lines = view.carts.find(({ userId }) => userId === diner.id)?.lines ?? [];
  const by = { userId: diner.id, userName: diner.name };
  const wanted = detail.orderItems.map((orderItem) => ({ orderItem, item: itemOf(orderItem) }));
  const pairs = paired(lines, wanted);
  const drafts: ServerDraft[] = [];

  for (const line of lines) {
    const target = pairs.get(line);
    const { lineId, item, quantity } = line;
    if (!target) drafts.push({ ...by, build: (fields) => itemDecreased(fields, { lineId, item, quantity }) });
    else drafts.push(...lineDrafts(by, line, target.item, target.orderItem.quantity));
  }
  const found = new Set(pairs.values());
  for (const each of wanted) {
    const { item, orderItem } = each;
    if (found.has(each) || orderItem.id !== newLineId || orderItem.quantity <= 0) continue;
    drafts.push({
      ...by,
      build: (fields) => itemAdded(fields, { lineId: fields.id, item, quantity: orderItem.quantity }),
    });
  }
  const { guests, type } = detail;
  if (typeof guests === 'number' && guests !== (view.guests ?? 0))
    drafts.push({ ...by, build: (fields) => guestsSet(fields, { guests }) });
  if (typeof type === 'number' && type !== view.orderType)
    drafts.push({ ...by, build: (fields) => orderTypeSet(fields, { orderType: type }) });
  return drafts;
}

/** An item as the contract's order item says it; notes tidied (E3). */
export function itemOf(orderItem: OrderItem): Item {
  const { productId, categoryId, name, price, notes, orderItemModifiers } = orderItem;
  return {
    productId,
    categoryId,
    ...(name !== undefined && { name }),
    ...(price !== undefined && { price }),
    notes: tidyText(notes),
    modifiers: orderItemModifiers.map((modifier) => ({
      modifierProductId: modifier.modifierProductId,
      quantity: modifier.quantity,
      ...(modifier.price !== undefined && { price: modifier.price }),
    })),
  };
}

interface Wanted {
  readonly orderItem: OrderItem;
  readonly item: Item;
}

/** Each line with what the phone wants of it: by id if the dish agrees, then, of the new ones, by key. */
function paired(lines: readonly CartLine[], wanted: readonly Wanted[]): Map<CartLine, Wanted> {
  const pairs = new Map<CartLine, Wanted>();
  for (const each of wanted) {
    const line = lines.find(
      ({ lineId, aliases, item }) =>
        (lineId === each.orderItem.id || aliases.includes(each.orderItem.id)) &&
        variantKey(item) === variantKey(each.item),
    );
    if (line && !pairs.has(line)) pairs.set(line, each);
  }
  for (const each of wanted) {
    if (each.orderItem.id !== newLineId) continue;
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
