/** CX19: the staff end a party's session, and take that back (A2, A3). */
import { actRefused, takeBackMs, type ActRefusal } from '#contract/calls/service.ts';
import { orderStatus } from '#contract/states.ts';
import type { Actor, ServiceEvent } from '#events/service/service-event.ts';
import { compareAmounts, sum, zero, type Amount } from '#projections/bill/money.ts';
import { standing } from '#projections/service/order-life.ts';
import { Refusal } from '#server/http/routes/route.ts';
import { storedOrders } from '#server/orders/order-store.ts';
import { owedOf, unsentOf } from '#server/orders/standing.ts';
import type { Clock } from '#server/process/clock.ts';
import { appendService, serviceOfTables } from '#server/service/service-log.ts';
import {
  inTransaction,
  lockSession,
  type Db,
  type SessionRow,
  type Trx,
} from '#server/store/transactions.ts';
import { closeSession, openSessionOf } from '#server/tables/sessions.ts';

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
}

interface Left {
  readonly owed: Amount;
  readonly unsent: number;
}

interface Wish {
  readonly actId?: string | undefined;
  readonly by: Actor;
  readonly reason: string;
  /** What the asker saw; undefined: it is closed whatever its orders leave open. */
  readonly seen: Left | undefined;
}

/**
 * Ends a session. A Refusal 4092 where its orders leave open what the asker did not see.
 * @returns when it was closed under this act, ms; undefined: it was closed before
 */
export async function closeParty(
  { db, clock }: Deps,
  sessionId: string,
  { actId, by, reason, seen }: Wish,
): Promise<number | undefined> {
  return await inTransaction(db, async (trx) => {
    const session = await lockSession(trx, sessionId);
    if (!session) return undefined;
    if (session.closed_at !== null)
      return actId === undefined ? undefined : (await closingOf(trx, sessionId, actId))?.at;
    const left = await leftOpen(trx, sessionId);
    if (seen && (compareAmounts(seen.owed, left.owed) !== 0 || seen.unsent !== left.unsent))
      throw refused('changed', 'The party’s orders leave something open', left);
    const now = clock.now();
    await closeSession(trx, sessionId, { now, reason, actId, by, left });
    return now;
  });
}

/** Opens a session again that was closed within the last minute; a Refusal 4092 once it is later, or others sit there. @returns whether it is news */
export async function openAgain(
  { db, clock }: Deps,
  { id, merchant_id: merchantId, table_id: tableId }: SessionRow,
  { actId, by }: { readonly actId: string; readonly by: Actor },
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const session = await lockSession(trx, id);
    const all = (await serviceOfTables(trx, [id])).get(id) ?? [];
    if (all.some((event) => event.type === 'takenBack' && event.actId === actId)) return false;
    const now = clock.now();
    const closing = await closingOf(trx, id, actId);
    if (!session || !closing || now - closing.at > takeBackMs)
      throw refused('tooLate', 'This can no longer be taken back');
    if (tableId !== null && (await openSessionOf(trx, merchantId, 'table_id', tableId)))
      throw refused('tableTaken', 'Another party sits at this table now');
    await trx
      .updateTable('table_sessions')
      .set({ closed_at: null, closes_at: null })
      .where('id', '=', id)
      .execute();
    await appendService(trx, id, { act: { type: 'takenBack' }, actId, by, at: now });
    return true;
  });
}

/** The closing under this act, unless it was taken back. */
async function closingOf(trx: Trx, sessionId: string, actId: string): Promise<ServiceEvent | undefined> {
  const events = (await serviceOfTables(trx, [sessionId])).get(sessionId) ?? [];
  return standing(events).findLast((event) => event.type === 'sessionClosed' && event.actId === actId);
}

/** What the orders of a session that somebody may still do something about owe, and what the kitchen lacks of them. */
async function leftOpen(trx: Trx, sessionId: string): Promise<Left> {
  const rows = await trx
    .selectFrom('orders')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('status', '=', orderStatus.progressing)
    .execute();
  const orders = (await storedOrders(trx, rows)).map(({ order }) => order);
  return {
    owed: sum(orders.map(owedOf)),
    unsent: orders.reduce((pieces, order) => pieces + unsentOf(order), 0),
  };
}

function refused(
  reason: ActRefusal,
  message: string,
  { owed, unsent }: Left = { owed: zero, unsent: 0 },
): Refusal {
  return new Refusal(actRefused, message, { data: { reason, owed, unsent } });
}
