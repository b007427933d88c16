import { readOnce } from '#server/platform/store/read-once.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { StoredCategory } from './whole-merchant.ts';

/** Reads the sections of a menu, in their order. */
export async function readCategories(
  db: Db,
  merchantId: string,
): Promise<readonly (StoredCategory & { readonly id: string })[]> {
  return await readOnce(db, `categories ${merchantId}`, async () => {
    const rows = await db
      .selectFrom('categories')
      .select(['id', 'body'])
      .where('merchant_id', '=', merchantId)
      .orderBy('sort')
      .execute();
    return rows.map(({ id, body }) => ({ ...(JSON.parse(body) as StoredCategory), id }));
  });
}
