import type { Trx } from '#server/store/transactions.ts';
import { moveDrafts } from './move-drafts.ts';
import type { Diner } from './plain-phone.ts';
import { mintOnServer } from './server-events.ts';
import { keepDecided, lockOpenSession } from './log/session-log.ts';

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
  const minted = mintOnServer(log, moveDrafts(log.view, guestId, member), now);
  await keepDecided(
    trx,
    log,
    minted.map((event) => ({ event, userId: event.userId, code: null })),
    now,
  );
}
