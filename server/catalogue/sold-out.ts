import { codes } from '#contract/codes.ts';
import { Refusal } from '#server/http/routes/route.ts';
import type { Db } from '#server/store/transactions.ts';

/** Marks a dish as sold out or back; false when it was so already. Refuses a dish that the merchant doesn't have. */
export async function markSoldOut(
  db: Db,
  merchantId: string,
  productId: string,
  soldOut: boolean,
): Promise<boolean> {
  const product = await db
    .selectFrom('products')
    .select('sold_out')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', productId)
    .executeTakeFirst();
  if (!product) throw new Refusal(codes.notFound, `Merchant ${merchantId} has no dish ${productId}`);
  const flag = soldOut ? 1 : 0;
  if (product.sold_out === flag) return false;
  await db
    .updateTable('products')
    .set({ sold_out: flag })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', productId)
    .execute();
  return true;
}
