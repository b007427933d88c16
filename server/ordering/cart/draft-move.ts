import { cartCleared } from '#events/cart/cart-cleared.ts';
import { itemAdded } from '#events/cart/item-added.ts';
import { itemKey } from '#events/item.ts';
import type { CartLine, CartView } from '#projections/merge/cart-view.ts';
import type { Diner } from './draft-changes.ts';
import type { ServerDraft } from './server-events.ts';

/** O4: the guest's clear, then the member's additions. */
export function moveDrafts(view: CartView, guestId: string, member: Diner): ServerDraft[] {
  const lines = linesOf(view, guestId);
  if (guestId === member.id || lines.length === 0) return [];
  const clear: ServerDraft = {
    userId: guestId,
    build: (fields) => cartCleared(fields, { scope: 'user' }),
  };
  return [clear, ...additionDrafts(lines, view, member)];
}

/** A diner's additions, each to the line that they have of it already in that view (E4). */
export function additionDrafts(lines: readonly CartLine[], view: CartView, diner: Diner): ServerDraft[] {
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

function linesOf({ carts }: CartView, id: string): readonly CartLine[] {
  return carts.find(({ userId }) => userId === id)?.lines ?? [];
}
