/** Orders that a phone has, and that the database lost because it was restored from an older backup. */
import { lostOrderSchema, type LostOrder } from '#contract/calls/order.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { limitBytes } from '#server/platform/http/limit-bytes.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';

/** Per table session. Diners rarely place more rounds, and nobody can flood the staff page. */
const mostOfSession = 5;
/** Of one answer. Staff see the next lost orders when a table session ends. */
const mostBytes = 48 * 1024;

/**
 * Stores an order that a phone reports as lost.
 * @returns `kept`: false if the database has the order; `isNew`: false if another phone reported it before
 */
export async function storeLostOrder(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  sessionId: string,
  lost: LostOrder,
): Promise<{ readonly kept: boolean; readonly isNew: boolean }> {
  return await runInTransaction(db, async (trx) => {
    const known = await trx
      .selectFrom('orders')
      .select(['rounds', 'updated_at'])
      .where('id', '=', lost.orderId)
      .executeTakeFirst();
    // A later round may be lost even if the order itself is there.
    if (known && known.updated_at >= lost.at) return { kept: false, isNew: false };
    const { count } = await trx
      .selectFrom('lost_orders')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    if (count >= mostOfSession) return { kept: false, isNew: false };
    const { numInsertedOrUpdatedRows: inserted } = await trx
      .insertInto('lost_orders')
      .values({
        session_id: sessionId,
        order_id: lost.orderId,
        told_at: clock.now(),
        body: JSON.stringify(lost),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return { kept: true, isNew: inserted === 1n };
  });
}

/** The lost orders of open table sessions, newest first. */
export async function listLostOrders(
  db: Db,
  merchantId: string,
): Promise<(LostOrder & { readonly tableName: string | null })[]> {
  const rows = await db
    .selectFrom('lost_orders')
    .innerJoin('table_sessions', 'table_sessions.id', 'lost_orders.session_id')
    .leftJoin('tables', (join) =>
      join
        .onRef('tables.id', '=', 'table_sessions.table_id')
        .onRef('tables.merchant_id', '=', 'table_sessions.merchant_id'),
    )
    .select(['lost_orders.body', 'tables.name'])
    .where('table_sessions.merchant_id', '=', merchantId)
    .where('table_sessions.closed_at', 'is', null)
    .orderBy('lost_orders.told_at', 'desc')
    .execute();
  return limitBytes(
    rows.map(({ body, name: tableName }) => ({ ...lostOrderSchema.parse(JSON.parse(body)), tableName })),
    mostBytes,
  );
}
