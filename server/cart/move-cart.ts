import { cartCleared } from '#events/cart-cleared.ts';
import { itemAdded } from '#events/item-added.ts';
import { itemKey } from '#events/item.ts';
import type { CartView } from '#projections/cart-view.ts';
import type { Trx } from '#server/store/transactions.ts';
import type { Diner } from './plain-phone.ts';
import { mintOnServer, type ServerDraft } from './server-events.ts';
import { keepDecided, lockOpenSession } from './session-log.ts';

/**
 * O4: in the login's transaction, what the guest had picked becomes the member's. Nothing happens when the session is
 * closed or the guest's cart is empty. Announce the session once the transaction is committed.
 * @param now wall clock, ms
 */
export async function moveCart(
  trx: Trx,
  sessionId: string,
  guestId: string,
  member: Diner,
  now: number,
): Promise<void> {
  const state = await lockOpenSession(trx, sessionId);
  if (!state) return;
  const { log } = state;
  const minted = mintOnServer(log.knowledge, moveDrafts(log.view, guestId, member), now);
  await keepDecided(
    trx,
    log,
    minted.map((event) => ({ event, userId: event.userId, code: null })),
    now,
  );
}

/** The guest's clear, then the member's additions, each to the line that the member has of it already (E4). */
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
