import { cartCleared } from '#events/cart-cleared.ts';
import { itemAdded } from '#events/item-added.ts';
import { itemKey } from '#events/item.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import type { Diner } from './plain-phone.ts';
import type { ServerDraft } from './server-events.ts';

/** O4: the guest's clear, then the member's additions, each to the line that the member has of it already (E4). */
export function moveDrafts(view: CartView, guestId: string, member: Diner): ServerDraft[] {
  const linesOf = (id: string) => view.carts.find(({ userId }) => userId === id)?.lines ?? [];
  const lines = linesOf(guestId);
  if (guestId === member.id || lines.length === 0) return [];
  const additions = lines.map(({ item, quantity }): ServerDraft => {
    const key = itemKey(item);
    const lineId = linesOf(member.id).find((line) => itemKey(line.item) === key)?.lineId;
    return {
      userId: member.id,
      userName: member.name,
      build: (fields) => itemAdded(fields, { lineId: lineId ?? fields.id, item, quantity }),
    };
  });
  return [{ userId: guestId, build: (fields) => cartCleared(fields, { scope: 'user' }) }, ...additions];
}
