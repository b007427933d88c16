/**
 * Limits how many orders of diners a restaurant takes in ten minutes, so that the kitchen can keep up. A round counts as
 * an order. The limit holds for all servers together, because each order locks the restaurant's row until it is stored.
 *
 *     limit 2:   18:00 Ann    18:04 Bob    18:05 Cem: asked to wait until 18:10    18:10 Cem
 */
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { isPostgres } from '#server/platform/store/transactions.ts';

const spanMs = 10 * 60_000;

/** The times of the restaurant's last orders, ms, oldest first. */
type Pace = readonly number[];

/** Returns when the next order can be placed. Undefined: now. @param most orders in ten minutes */
export function findFreeTime(pace: Pace, most: number, now: number): number | undefined {
  const recent = pace.filter((at) => at > now - spanMs);
  return recent.length < most ? undefined : recent.at(-most)! + spanMs;
}

export async function readPace(db: Db, merchantId: string): Promise<Pace> {
  const row = await selectPace(db, merchantId).executeTakeFirst();
  return row ? (JSON.parse(row.placed) as number[]) : [];
}

/** Reads it and locks it for the rest of the transaction. */
export async function lockPace(trx: Trx, merchantId: string): Promise<Pace> {
  await trx
    .insertInto('order_paces')
    .values({ merchant_id: merchantId, placed: '[]' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { placed } = await selectPace(trx, merchantId)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return JSON.parse(placed) as number[];
}

/** Counts an order. @param pace from `lockPace` */
export async function countOrder(trx: Trx, merchantId: string, pace: Pace, now: number): Promise<void> {
  const recent = [...pace.filter((at) => at > now - spanMs), now].toSorted((a, b) => a - b);
  await trx
    .updateTable('order_paces')
    .set({ placed: JSON.stringify(recent) })
    .where('merchant_id', '=', merchantId)
    .execute();
}

function selectPace(db: Db, merchantId: string) {
  return db.selectFrom('order_paces').select('placed').where('merchant_id', '=', merchantId);
}
