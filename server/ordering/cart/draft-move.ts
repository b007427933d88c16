import { createCartCleared } from '#events/cart/cart-cleared.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import { getItemKey } from '#events/item.ts';
import { getLines, type CartLine, type CartView } from '#projections/merge/cart-view.ts';
import type { Diner } from './draft-changes.ts';
import type { ServerDraft } from './server-events.ts';

/** Drafts that give a guest's lines to a member: one clear of the guest's cart, then the member's additions. */
export function draftMove(view: CartView, guestId: string, member: Diner): ServerDraft[] {
  const lines = getLines(view, guestId);
  if (guestId === member.id || lines.length === 0) return [];
  const clear: ServerDraft = {
    userId: guestId,
    build: (fields) => createCartCleared(fields, { scope: 'user' }),
  };
  return [clear, ...draftAdditions(lines, view, member)];
}

/** Drafts that add these lines to a diner's cart. Where the cart has a line of the same item, that line grows. */
export function draftAdditions(lines: readonly CartLine[], view: CartView, diner: Diner): ServerDraft[] {
  return lines.map(({ item, quantity }): ServerDraft => {
    const key = getItemKey(item);
    const lineId = getLines(view, diner.id).find((line) => getItemKey(line.item) === key)?.lineId;
    return {
      userId: diner.id,
      userName: diner.name,
      build: (fields) => createItemAdded(fields, { lineId: lineId ?? fields.id, item, quantity }),
    };
  });
}
