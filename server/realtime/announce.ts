import { readSession } from '#server/cart/log/session-log.ts';
import type { Announce } from '#server/cart/change-cart.ts';
import type { Db } from '#server/store/transactions.ts';
import { createCartHints } from './cart-hints.ts';
import { inTurns } from './in-turns.ts';
import { publish, type HubDeps } from './publish.ts';
import { staffGroup, tableGroup } from './table-group.ts';

/** Tells every table of the merchant that its menu changed, so that the phones ask for it. Never rejects. */
export async function announceMenuChanged(
  deps: HubDeps & { readonly db: Db },
  merchantId: string,
): Promise<void> {
  const sessions = await deps.db
    .selectFrom('table_sessions')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('closed_at', 'is', null)
    .where('table_id', 'is not', null)
    .execute();
  await Promise.all(
    sessions.map(({ id: sessionId }) => publish(deps, tableGroup(sessionId), 'menuChanged', { sessionId })),
  );
}

/** The staff's screens ask for everything anew at each news: one for all that happens in this time, ms. */
const staffPauseMs = 200;

/**
 * A change is told by the phone that made it, at once; the server's word is for those whom that did not reach. A table
 * where many tap gets it so often, ms.
 */
const tablePauseMs = 200;

/**
 * `announce` of the server's dependencies: says the session's newest committed state to its table, and to the staff that
 * there are news. What changes while a message is under way goes in the next one.
 */
export function createAnnounce(deps: HubDeps & { readonly db: Db }): Announce {
  const tellStaff = inTurns(staffPauseMs, async (merchantId) => {
    await publish(deps, staffGroup(merchantId), 'staffNews', {});
  });
  const hint = createCartHints(deps);
  return inTurns(tablePauseMs, async (sessionId) => {
    try {
      const { log, row } = await readSession(deps.db, sessionId);
      void tellStaff(row.merchant_id);
      await hint(sessionId, log.version, log.view.known);
    } catch (error) {
      deps.log.warn({ err: error, sessionId }, 'cartChanged could not be announced');
    }
  });
}
