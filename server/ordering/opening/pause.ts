/** The pause in which a restaurant takes no orders of diners. A pause with an end is over by itself. */
import type { OrderPause } from '#contract/calls/opening.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';

/** Returns the pause at a time. @param now ms since 1970 */
export async function findPause(db: Db, merchantId: string, now: number): Promise<OrderPause | undefined> {
  const row = await db
    .selectFrom('order_pauses')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row || (row.until !== null && row.until <= now)) return undefined;
  return { reason: row.reason, until: row.until, by: row.by_name, since: row.at };
}

/** Begins a pause, or replaces the present one. */
export async function writePause(trx: Trx, merchantId: string, pause: OrderPause): Promise<void> {
  const row = { reason: pause.reason, until: pause.until, by_name: pause.by, at: pause.since };
  await trx
    .insertInto('order_pauses')
    .values({ merchant_id: merchantId, ...row })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(row))
    .execute();
}

/** Ends the pause. */
export async function deletePause(trx: Trx, merchantId: string): Promise<void> {
  await trx.deleteFrom('order_pauses').where('merchant_id', '=', merchantId).execute();
}
