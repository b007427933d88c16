/** CX19: the staff end a party's session; that and a move are taken back (A2, A3). */
import { takeBackMs } from '#contract/limits.ts';
import { orderStatus } from '#contract/states.ts';
import type { Actor, ServiceEventOf } from '#events/service/service-event.ts';
import { compareAmounts, sum } from '#projections/bill/money.ts';
import type { Refusal } from '#server/http/routes/route.ts';
import { storedOrders } from '#server/orders/order-store.ts';
import { owedOf, unsentOf } from '#server/orders/standing.ts';
import { appendService, serviceOfTables } from '#server/service/service-log.ts';
import { inTransaction, lockSession, type SessionRow, type Trx } from '#server/store/transactions.ts';
import { closeSession, openSessionOf } from '#server/tables/sessions.ts';
import { reseat } from './reseat.ts';
import { actAt, refused, tableTaken, unlessTaken, type Left, type TableDeps } from './table-acts.ts';

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
  { db, clock }: Pick<TableDeps, 'db' | 'clock'>,
  sessionId: string,
  { actId, by, reason, seen }: Wish,
): Promise<number | undefined> {
  return await inTransaction(db, async (trx) => {
    const session = await lockSession(trx, sessionId);
    if (!session) return undefined;
    if (session.closed_at !== null)
      return actId === undefined ? undefined : (await actAt(trx, sessionId, actId, ['sessionClosed']))?.at;
    const left = await leftOpen(trx, sessionId);
    if (seen && (compareAmounts(seen.owed, left.owed) !== 0 || seen.unsent !== left.unsent))
      throw refused('changed', 'The party’s orders leave something open', left);
    const now = clock.now();
    await closeSession(trx, sessionId, { now, reason, actId, by, left });
    return now;
  });
}

/**
 * Undoes a closing or a move of the last minute; a Refusal 4092 once it is later, or others sit there.
 * @returns whether it is news
 */
export async function takeBackAt(
  deps: TableDeps,
  { id, merchant_id: merchantId, table_id: tableId }: SessionRow,
  { actId, by }: { readonly actId: string; readonly by: Actor },
): Promise<boolean> {
  const { db, clock } = deps;
  const undoing = inTransaction(db, async (trx) => {
    const session = await lockSession(trx, id);
    const all = (await serviceOfTables(trx, [id])).get(id) ?? [];
    if (all.some((event) => event.type === 'takenBack' && event.actId === actId)) return false;
    const now = clock.now();
    const act = await actAt(trx, id, actId, ['sessionClosed', 'tableMoved']);
    if (!session || !act || now - act.at > takeBackMs) throw tooLate();
    if (act.type === 'tableMoved') await moveBack(trx, deps, session, act, now);
    else {
      if (tableId !== null && (await openSessionOf(trx, merchantId, 'table_id', tableId))) throw tableTaken();
      await trx
        .updateTable('table_sessions')
        .set({ closed_at: null, closes_at: null })
        .where('id', '=', id)
        .execute();
    }
    await appendService(trx, id, { act: { type: 'takenBack' }, actId, by, at: now });
    return true;
  });
  return await unlessTaken(undoing);
}

async function moveBack(
  trx: Trx,
  deps: TableDeps,
  session: SessionRow,
  { tableId, from }: ServiceEventOf<'tableMoved'>,
  now: number,
): Promise<void> {
  if (session.closed_at !== null || session.table_id !== tableId || from === undefined) throw tooLate();
  if (await openSessionOf(trx, session.merchant_id, 'table_id', from)) throw tableTaken();
  await reseat(trx, deps, session, from, now);
}

const tooLate = (): Refusal => refused('tooLate', 'This can no longer be taken back');

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
