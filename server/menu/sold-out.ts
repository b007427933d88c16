import { isDeepStrictEqual } from 'node:util';
import { codes } from '#contract/codes.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { runInTransaction, isPostgres, type Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import type { StoredProduct, WholeModifier } from './whole-merchant.ts';

/** What staff set for a dish or for options. */
export interface SoldOutChange {
  readonly soldOut: boolean;
  /** When the change ends, ms since 1970. The dish is then on sale again, without a limit. */
  readonly until?: number | undefined;
  /** How many portions are left. Only for a dish that is on sale. */
  readonly portions?: number | undefined;
}

/** Marks a dish as sold out or on sale. Returns false if nothing changed. @throws Refusal 404 for an unknown dish */
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
  if (!product)
    throw new Refusal(
      codes.notFound,
      getServerTexts('menu.noDish', { merchant: merchantId, dish: productId }),
    );
  const count = soldOut ? undefined : portions;
  const columns = {
    sold_out: soldOut ? 1 : 0,
    said_until: soldOut || count !== undefined ? (until ?? null) : null,
    portions: count ?? null,
  };
  if (isDeepStrictEqual({ ...product }, columns)) return false;
  await db
    .updateTable('products')
    .set(columns)
    .where('merchant_id', '=', merchantId)
    .where('id', '=', productId)
    .execute();
  return true;
}

/** Marks options as sold out or on sale, all or none. @throws Refusal 404 if no dish has one of the options */
export async function markOptionsSoldOut(
  db: Db,
  merchantId: string,
  modifierIds: readonly string[],
  { soldOut, until }: SoldOutChange,
): Promise<boolean> {
  return await runInTransaction(db, async (trx) => {
    const rows = await trx
      .selectFrom('products')
      .select(['id', 'body'])
      .where('merchant_id', '=', merchantId)
      .orderBy('id')
      .$if(isPostgres(trx), (query) => query.forUpdate())
      .execute();
    const missing = new Set(modifierIds);
    let isChanged = false;
    for (const { id, body } of rows) {
      const product = JSON.parse(body) as StoredProduct;
      const options = product.modifierGroups.flatMap(({ modifiers }) => modifiers);
      const named = options.filter((option) => modifierIds.includes(option.id));
      for (const option of named) missing.delete(option.id);
      const backAt = soldOut ? until : undefined;
      const changed = named.filter(
        (option) => (option.soldOut ?? false) !== soldOut || option.soldOutUntil !== backAt,
      );
      if (changed.length === 0) continue;
      for (const option of changed) {
        option.soldOut = soldOut;
        delete option.soldOutUntil;
        if (backAt !== undefined) option.soldOutUntil = backAt;
      }
      isChanged = true;
      await trx
        .updateTable('products')
        .set({ body: JSON.stringify(product), options_back_at: findFirstReturn(product) })
        .where('merchant_id', '=', merchantId)
        .where('id', '=', id)
        .execute();
    }
    const [first] = missing;
    if (first !== undefined)
      throw new Refusal(
        codes.notFound,
        getServerTexts('menu.noOption', { merchant: merchantId, option: first }),
      );
    return isChanged;
  });
}

/** Removes from a product which options are sold out today. */
export function stripSoldOut(product: StoredProduct): StoredProduct {
  return mapOptions(product, ({ soldOut: _soldOut, soldOutUntil: _until, ...option }) => option);
}

/** Returns when the first sold-out option comes back, ms since 1970. Null: none does. */
export function findFirstReturn({ modifierGroups }: StoredProduct): number | null {
  const times = modifierGroups
    .flatMap(({ modifiers }) => modifiers)
    .flatMap((each) => each.soldOutUntil ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** Puts options on sale whose time has passed. @param now ms since 1970 */
export function restoreOptions(product: StoredProduct, now: number): StoredProduct {
  return mapOptions(product, ({ soldOutUntil, ...option }) => {
    if (soldOutUntil === undefined) return option;
    return soldOutUntil <= now ? { ...option, soldOut: false } : { ...option, soldOutUntil };
  });
}

/**
 * Copies which options are sold out today to a new version of a product.
 * @param keepsAll copy for every option; otherwise only for options where the new version does not say it
 */
export function mergeSoldOut(product: StoredProduct, today: StoredProduct, keepsAll: boolean): StoredProduct {
  const options = today.modifierGroups.flatMap(({ modifiers }) => modifiers);
  return mapOptions(product, ({ soldOut, ...option }) => {
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

function mapOptions(product: StoredProduct, change: (option: WholeModifier) => WholeModifier): StoredProduct {
  const modifierGroups = product.modifierGroups.map((group) => ({
    ...group,
    modifiers: group.modifiers.map(change),
  }));
  return { ...product, modifierGroups };
}
