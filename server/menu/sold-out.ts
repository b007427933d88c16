import { isDeepStrictEqual } from 'node:util';
import { codes } from '#contract/codes.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { inTransaction, isPostgres, type Db } from '#server/platform/store/transactions.ts';
import type { StoredProduct, WholeModifier } from './whole-merchant.ts';

/** What the staff say of a dish or of options. */
export interface SoldOutChange {
  readonly soldOut: boolean;
  /** Then it is as if nothing had been said, ms. */
  readonly until?: number | undefined;
  /** So many are left of a dish that is on sale. */
  readonly portions?: number | undefined;
}

/** Marks a dish as sold out or back; false when it was so already. Refuses a dish that the merchant doesn't have. */
export async function markSoldOut(
  db: Db,
  merchantId: string,
  productId: string,
  { soldOut, until, portions }: SoldOutChange,
): Promise<boolean> {
  const product = await db
    .selectFrom('products')
    .select(['sold_out', 'said_until', 'portions'])
    .where('merchant_id', '=', merchantId)
    .where('id', '=', productId)
    .executeTakeFirst();
  if (!product) throw new Refusal(codes.notFound, `Merchant ${merchantId} has no dish ${productId}`);
  const count = soldOut ? undefined : portions;
  const said = {
    sold_out: soldOut ? 1 : 0,
    said_until: soldOut || count !== undefined ? (until ?? null) : null,
    portions: count ?? null,
  };
  if (isDeepStrictEqual({ ...product }, said)) return false;
  await db
    .updateTable('products')
    .set(said)
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
  { soldOut, until }: SoldOutChange,
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
      const backAt = soldOut ? until : undefined;
      const changed = meant.filter(
        (option) => (option.soldOut ?? false) !== soldOut || option.soldOutUntil !== backAt,
      );
      if (changed.length === 0) continue;
      for (const option of changed) {
        option.soldOut = soldOut;
        delete option.soldOutUntil;
        if (backAt !== undefined) option.soldOutUntil = backAt;
      }
      isNews = true;
      await trx
        .updateTable('products')
        .set({ body: JSON.stringify(product), options_back_at: firstOptionBackAt(product) })
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
export function stripSoldOut(product: StoredProduct): StoredProduct {
  return withOptions(product, ({ soldOut: _soldOut, soldOutUntil: _until, ...option }) => option);
}

/** When the first of its options comes back by itself, ms; null: none does. */
export function firstOptionBackAt({ modifierGroups }: StoredProduct): number | null {
  const times = modifierGroups
    .flatMap(({ modifiers }) => modifiers)
    .flatMap((each) => each.soldOutUntil ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** @param now ms */
export function restoreOptions(product: StoredProduct, now: number): StoredProduct {
  return withOptions(product, ({ soldOutUntil, ...option }) => {
    if (soldOutUntil === undefined) return option;
    return soldOutUntil <= now ? { ...option, soldOut: false } : { ...option, soldOutUntil };
  });
}

/** @param keepsAll else only options of which `product` says nothing stay as they are today */
export function mergeSoldOut(product: StoredProduct, today: StoredProduct, keepsAll: boolean): StoredProduct {
  const options = today.modifierGroups.flatMap(({ modifiers }) => modifiers);
  return withOptions(product, ({ soldOut, ...option }) => {
    const there = options.find(({ id }) => id === option.id);
    if (!there || !(keepsAll || soldOut === undefined))
      return { ...option, ...(soldOut !== undefined && { soldOut }) };
    return {
      ...option,
      ...(there.soldOut !== undefined && { soldOut: there.soldOut }),
      ...(there.soldOutUntil !== undefined && { soldOutUntil: there.soldOutUntil }),
    };
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
