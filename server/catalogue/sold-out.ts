import { codes } from '#contract/codes.ts';
import { Refusal } from '#server/http/routes/route.ts';
import { inTransaction, isPostgres, type Db } from '#server/store/transactions.ts';
import type { StoredProduct, WholeModifier } from './whole-merchant.ts';

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

/** The same for options of dishes: all of them or none, where one is named that no dish has. */
export async function markOptionsSoldOut(
  db: Db,
  merchantId: string,
  modifierIds: readonly string[],
  soldOut: boolean,
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const rows = await trx
      .selectFrom('products')
      .select(['id', 'body'])
      .where('merchant_id', '=', merchantId)
      .orderBy('id')
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .execute();
    const missing = new Set(modifierIds);
    let isNews = false;
    for (const { id, body } of rows) {
      const product = JSON.parse(body) as StoredProduct;
      const options = product.modifierGroups.flatMap(({ modifiers }) => modifiers);
      const meant = options.filter((option) => modifierIds.includes(option.id));
      for (const option of meant) missing.delete(option.id);
      const changed = meant.filter((option) => (option.soldOut ?? false) !== soldOut);
      if (changed.length === 0) continue;
      for (const option of changed) option.soldOut = soldOut;
      isNews = true;
      await trx
        .updateTable('products')
        .set({ body: JSON.stringify(product) })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .execute();
    }
    const [first] = missing;
    if (first !== undefined)
      throw new Refusal(codes.notFound, `Merchant ${merchantId} has no option ${first}`);
    return isNews;
  });
}

/** The product without what is said of its options today. */
export function withoutSoldOut(product: StoredProduct): StoredProduct {
  return withOptions(product, ({ soldOut: _soldOut, ...option }) => option);
}

/** @param keepsAll else only options of which `product` says nothing stay as they are today */
export function keepingSoldOut(
  product: StoredProduct,
  today: StoredProduct,
  keepsAll: boolean,
): StoredProduct {
  const options = today.modifierGroups.flatMap(({ modifiers }) => modifiers);
  return withOptions(product, ({ soldOut, ...option }) => {
    const there = options.find(({ id }) => id === option.id);
    const said = there && (keepsAll || soldOut === undefined) ? there.soldOut : soldOut;
    return { ...option, ...(said !== undefined && { soldOut: said }) };
  });
}

function withOptions(
  product: StoredProduct,
  change: (option: WholeModifier) => WholeModifier,
): StoredProduct {
  const modifierGroups = product.modifierGroups.map((group) => ({
    ...group,
    modifiers: group.modifiers.map(change),
  }));
  return { ...product, modifierGroups };
}
