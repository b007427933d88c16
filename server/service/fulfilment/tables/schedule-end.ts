import { takeBackMs } from '#contract/limits.ts';
import { usualPaidTableMinutes } from '#contract/menu-file/whole-merchant.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

/**
 * Calculates when a session may end without the staff, and stores the time in `closes_at`. Call it under the session's
 * lock after every act about one of its orders.
 *
 * | orders of the session | `closes_at` |
 * |---|---|
 * | none, or some are unpaid | null: only the staff end the session |
 * | all paid, all dishes served | `now + takeBackMs`, when the last act can no longer be undone |
 * | all paid, some dishes not served | `now` and the restaurant's `paidTableMinutes` |
 *
 * When staff mark the last dish as served, this function runs again, and the session ends earlier.
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
  const waitMs = open.length === 0 ? takeBackMs : await readPaidTableMs(trx, open[0]!.merchantId);
  await trx
    .updateTable('table_sessions')
    .set({ closes_at: isPaid ? now + waitMs : null })
    .where('id', '=', sessionId)
    .execute();
}

async function readPaidTableMs(trx: Trx, merchantId: string): Promise<number> {
  const { paidTableMinutes = usualPaidTableMinutes } = await readSettings(trx, merchantId);
  return paidTableMinutes * 60_000;
}
