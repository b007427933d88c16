/** Ends table sessions at the daily closing, so that the next diners start with a bill of their own. */
import type { OpenParty } from '#contract/calls/closing.ts';
import type { Actor } from '#events/fulfilment/service-event.ts';
import { isZero, sum } from '#projections/bill/money.ts';
import type { StoredOrder } from '#server/ordering/orders/order-store.ts';
import { calculateOwed, countUnserved } from '#server/ordering/orders/order-state.ts';
import { runInTransaction, lockSession, type Db } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { countLeft, readOpenOrders } from './end-session.ts';
import { completePaidOrders } from './complete-paid.ts';
import type { TableDeps } from './table-acts.ts';

/** The sessions that opened before `until` and have not changed since, by table. @param until ms */
async function listSessionsUntil(db: Db, merchantId: string, until: number) {
  return await db
    .selectFrom('table_sessions as session')
    .innerJoin('tables', (join) =>
      join
        .onRef('tables.id', '=', 'session.table_id')
        .onRef('tables.merchant_id', '=', 'session.merchant_id'),
    )
    .select(['session.id', 'tables.name'])
    .where('session.merchant_id', '=', merchantId)
    .where('session.closed_at', 'is', null)
    .where('session.opened_at', '<=', until)
    .where('session.last_operate_at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('session_members')
            .select('user_id')
            .whereRef('session_id', '=', 'session.id')
            .where('joined_at', '>', until),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('session_id', '=', 'session.id')
            .where('created_at', '>', until),
        ),
      ),
    )
    .orderBy('tables.sort')
    .execute();
}

/** The sessions that owe something or wait for dishes. A person decides about them. */
export async function listOpenSessionsOfDay(db: Db, merchantId: string, until: number): Promise<OpenParty[]> {
  const parties: OpenParty[] = [];
  for (const { id: sessionId, name } of await listSessionsUntil(db, merchantId, until)) {
    const open = findOpenParts(await readOpenOrders(db, sessionId));
    if (open) parties.push({ sessionId, tableName: name, ...open });
  }
  return parties;
}

interface Ending {
  /** ms */
  readonly until: number;
  readonly by: Actor;
  /** The sessions that end even though they owe something or wait for dishes. */
  readonly ends: readonly string[];
}

/** Ends each session that has nothing open, and those in `ends`. @returns the sessions that ended */
export async function endSessionsOfDay(
  deps: TableDeps,
  merchantId: string,
  { until, by, ends }: Ending,
): Promise<string[]> {
  const ended: string[] = [];
  for (const { id } of await listSessionsUntil(deps.db, merchantId, until)) {
    const hasEnded = await runInTransaction(deps.db, async (trx) => {
      const session = await lockSession(trx, id);
      if (!session || session.closed_at !== null) return false;
      const orders = await readOpenOrders(trx, id);
      if (findOpenParts(orders) && !ends.includes(id)) return false;
      const now = deps.clock.now();
      await completePaidOrders(trx, deps, { sessionId: id, by, reason: 'dayClosed', at: now });
      await closeSession(trx, id, { now, reason: 'dayClosed', by, left: countLeft(orders) });
      await deps.subscribers.record(trx, 'sessionEnded', { merchantId, sessionId: id });
      return true;
    });
    if (hasEnded) ended.push(id);
  }
  return ended;
}

/** Undefined if everything is paid and served. */
function findOpenParts(orders: readonly StoredOrder[]): Pick<OpenParty, 'owed' | 'unserved'> | undefined {
  const owed = sum(orders.map(({ order }) => calculateOwed(order)));
  const unserved = orders.reduce((pieces, { order, life }) => pieces + countUnserved(order, life), 0);
  return isZero(owed) && unserved === 0 ? undefined : { owed, unserved };
}
