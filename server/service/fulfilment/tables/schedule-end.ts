import { takeBackMs } from '#contract/limits.ts';
import { usualPaidTableMinutes } from '#contract/menu-file/whole-merchant.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

/**
 * Stores when a session ends by itself, or that it does not. Call it under the session's lock after every act about one
 * of its orders.
 *
 * | its orders | it ends |
 * |---|---|
 * | unpaid, or no orders | never by itself |
 * | paid and complete | once the last act can no longer be undone |
 * | paid, with open dishes | after the restaurant's `paidTableMinutes`, if nobody marks them as served |
 *
 * @param now ms
 */
export async function scheduleEnd(trx: Trx, sessionId: string, now: number): Promise<void> {
  const orders = await trx
    .selectFrom('orders')
    .select(['merchant_id as merchantId', 'status', 'payment_status as payment'])
    .where('session_id', '=', sessionId)
    .where('status', 'not in', [orderStatus.cancelled, orderStatus.beMerged])
    .orderBy('created_at')
    .execute();
  const open = orders.filter(({ status }) => status === orderStatus.progressing);
  const isPaid = [...open, orders.at(-1)].every((order) => order?.payment === paymentStatus.fullyPaid);
  const waitMs = open.length === 0 ? takeBackMs : await paidTableMs(trx, open[0]!.merchantId);
  await trx
    .updateTable('table_sessions')
    .set({ closes_at: isPaid ? now + waitMs : null })
    .where('id', '=', sessionId)
    .execute();
}

async function paidTableMs(trx: Trx, merchantId: string): Promise<number> {
  const { paidTableMinutes = usualPaidTableMinutes } = await readSettings(trx, merchantId);
  return paidTableMinutes * 60_000;
}
