import type { Trx } from '#server/store/transactions.ts';
import { moveDrafts } from './move-drafts.ts';
import type { Diner } from './plain-phone.ts';
import { keepDrafts, lockOpenSession } from './log/session-log.ts';

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
  await keepDrafts(trx, state.log, moveDrafts(state.log.view, guestId, member), now);
}
