import { cartCleared } from '#events/cart/cart-cleared.ts';
import { itemAdded } from '#events/cart/item-added.ts';
import { itemKey } from '#events/item.ts';
import { linesOf, type CartLine, type CartView } from '#projections/merge/cart-view.ts';
import type { Diner } from './draft-changes.ts';
import type { ServerDraft } from './server-events.ts';

/** Drafts that give a guest's lines to a member: one clear of the guest's cart, then the member's additions. */
export function draftMove(view: CartView, guestId: string, member: Diner): ServerDraft[] {
  const lines = linesOf(view, guestId);
  if (guestId === member.id || lines.length === 0) return [];
  const clear: ServerDraft = {
    userId: guestId,
    build: (fields) => cartCleared(fields, { scope: 'user' }),
  };
  return [clear, ...draftAdditions(lines, view, member)];
}

/** Drafts that add these lines to a diner's cart. Where the cart has a line of the same item, that line grows. */
export function draftAdditions(lines: readonly CartLine[], view: CartView, diner: Diner): ServerDraft[] {
  return lines.map(({ item, quantity }): ServerDraft => {
    const key = itemKey(item);
    const lineId = linesOf(view, diner.id).find((line) => itemKey(line.item) === key)?.lineId;
    return {
      userId: diner.id,
      userName: diner.name,
      build: (fields) => itemAdded(fields, { lineId: lineId ?? fields.id, item, quantity }),
    };
  });
}
