import type { printAgain } from '#contract/calls/kitchen.ts';
import type { BodyOf } from '#contract/http/call.ts';
import { readStoredOrder } from '#server/ordering/orders/order-store.ts';
import { queueReprint } from '#server/service/kitchen/queue/queue-tickets.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, lockSession, type Db } from '#server/platform/store/transactions.ts';
import { requireOrder } from '#server/service/fulfilment/do-act.ts';

/** Queues the tickets of a round once more. @returns how many tickets */
export async function reprint(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  merchantId: string,
  { orderId, ...request }: BodyOf<typeof printAgain>,
): Promise<number> {
  const { session_id: sessionId } = await requireOrder(db, merchantId, orderId);
  return await runInTransaction(db, async (trx) => {
    await lockSession(trx, sessionId);
    const { order } = await readStoredOrder(trx, await requireOrder(trx, merchantId, orderId));
    return await queueReprint(trx, { merchantId, order, now: clock.now() }, request);
  });
}
