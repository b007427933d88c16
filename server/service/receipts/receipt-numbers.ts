import type { Selectable } from 'kysely';
import type { Database } from '#server/platform/store/schema.ts';
import { isPostgres, type Db, type Trx } from '#server/platform/store/transactions.ts';

export type NumberedReceipt = Selectable<Database['receipts']>;

interface Wanted {
  readonly merchantId: string;
  readonly orderId: string;
  /** ms */
  readonly now: number;
}

/** Returns the receipt of the order, if it has a number. */
export async function findReceipt(db: Db, orderId: string): Promise<NumberedReceipt | undefined> {
  return await db.selectFrom('receipts').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

/**
 * Returns the receipt of the order. The first time it gets the restaurant's next number. Numbers have no gaps, because
 * the restaurant's row is locked from reading the last number until the commit.
 */
export async function numberReceipt(
  trx: Trx,
  { merchantId, orderId, now }: Wanted,
): Promise<NumberedReceipt> {
  await trx
    .selectFrom('merchants')
    .select('id')
    .where('id', '=', merchantId)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirst();
  const known = await findReceipt(trx, orderId);
  if (known) return known;
  const { last } = await trx
    .selectFrom('receipts')
    .select((row) => row.fn.max('number').as('last'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const receipt = {
    merchant_id: merchantId,
    number: (last ?? 0) + 1,
    order_id: orderId,
    at: now,
    prints: 0,
  };
  await trx.insertInto('receipts').values(receipt).execute();
  return receipt;
}
