/** Staff end a table session. */
import { orderStatus } from '#contract/states.ts';
import type { Actor } from '#events/fulfilment/service-event.ts';
import { compareAmounts, sum } from '#projections/bill/money.ts';
import { orderColumns, readStoredOrders, type StoredOrder } from '#server/ordering/orders/order-store.ts';
import { calculateOwed, countUnsent } from '#server/ordering/orders/order-state.ts';
import { runInTransaction, lockSession, type Db } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { completePaidOrders } from './complete-paid.ts';
import { findTableAct, createActRefusal, type Left, type TableDeps } from './table-acts.ts';

interface EndCommand {
  readonly actId?: string | undefined;
  readonly by: Actor;
  readonly reason: string;
  /** What the waiter saw as owed and not sent. Undefined: end it in any state. */
  readonly seen: Left | undefined;
}

/**
 * Ends a session. A Refusal 4092 if its orders owe more, or lack more, than the waiter saw.
 * @returns when this act ended it, ms; undefined if it had ended before
 */
export async function endSession(
  deps: TableDeps,
  sessionId: string,
  { actId, by, reason, seen }: EndCommand,
): Promise<number | undefined> {
  return await runInTransaction(deps.db, async (trx) => {
    const session = await lockSession(trx, sessionId);
    if (!session) return undefined;
    if (session.closed_at !== null)
      return actId === undefined
        ? undefined
        : (await findTableAct(trx, sessionId, actId, ['sessionClosed']))?.at;
    const left = countLeft(await readOpenOrders(trx, sessionId));
    if (seen && (compareAmounts(seen.owed, left.owed) !== 0 || seen.unsent !== left.unsent))
      throw createActRefusal('changed', 'The party’s orders leave something open', left);
    const now = deps.clock.now();
    await completePaidOrders(trx, deps, { sessionId, by, reason, at: now });
    await closeSession(trx, sessionId, { now, reason, actId, by, left });
    await deps.subscribers.record(trx, 'sessionEnded', { merchantId: session.merchant_id, sessionId });
    return now;
  });
}

/** The open orders of a session. */
export async function readOpenOrders(db: Db, sessionId: string): Promise<StoredOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('session_id', '=', sessionId)
    .where('status', '=', orderStatus.progressing)
    .execute();
  return await readStoredOrders(db, rows);
}

/** The amount that the orders owe, and the number of dishes that were not sent to the kitchen. */
export function countLeft(stored: readonly StoredOrder[]): Left {
  const orders = stored.map(({ order }) => order);
  return {
    owed: sum(orders.map(calculateOwed)),
    unsent: orders.reduce((pieces, order) => pieces + countUnsent(order), 0),
  };
}
