/** A cache of published menus. The server reads and assembles a menu again only after a change. */
import type { MenuDraft } from '#contract/calls/menu-draft.ts';
import { createTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import {
  readRows,
  assembleMerchant,
  type MerchantRows,
  type WholeMerchant,
} from '#server/menu/merchant-rows.ts';
import type { StoredProduct } from '#server/menu/whole-merchant.ts';
import { createTransactionCache } from '#server/platform/store/transaction-cache.ts';
import type { Trx } from '#server/platform/store/transactions.ts';

export interface LiveMenu {
  /** Grows with every change of dishes and categories. */
  readonly version: number;
  readonly whole: WholeMerchant;
  readonly published: MenuTree;
  readonly soldOut: MenuDraft['soldOut'];
  /** The rows of the restaurant and its tables as JSON, which `version` does not cover. */
  readonly settingsRows: string;
}

/** Size of the cache: dishes in all menus of one database. */
const maxCachedDishes = 20_000;
const cachedMenus = createTransactionCache<LiveMenu>(
  maxCachedDishes,
  ({ published }) => 1 + Object.keys(published.dishes).length,
);

/** Returns undefined for an unknown restaurant. */
export async function readLiveMenu(trx: Trx, merchantId: string): Promise<LiveMenu | undefined> {
  // Read the version before the rows. The rows may then be newer than the version, but never older.
  const version = await readMenuVersion(trx, merchantId);
  const settingsRows = await readSettingsRows(trx, merchantId);
  const cached = cachedMenus.get(trx, merchantId);
  if (cached?.version === version && cached.settingsRows === settingsRows) return cached;
  const rows = await readRows(trx, merchantId);
  const whole = assembleMerchant(rows);
  if (!whole) return undefined;
  const menu = { version, settingsRows, whole, published: createTree(whole), soldOut: collectSoldOut(rows) };
  cachedMenus.set(trx, merchantId, menu);
  return menu;
}

/** Returns 0 if the menu was never written. */
export async function readMenuVersion(trx: Trx, merchantId: string): Promise<number> {
  const row = await trx
    .selectFrom('menu_versions')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function readSettingsRows(trx: Trx, merchantId: string): Promise<string> {
  const merchant = await trx
    .selectFrom('merchants')
    .select('body')
    .where('id', '=', merchantId)
    .executeTakeFirst();
  const tables = await trx
    .selectFrom('tables')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .orderBy('sort')
    .execute();
  return JSON.stringify([merchant, tables]);
}

function collectSoldOut({ products }: MerchantRows): MenuDraft['soldOut'] {
  const options = products.flatMap(({ body }) =>
    (JSON.parse(body) as StoredProduct).modifierGroups.flatMap(({ modifiers }) =>
      modifiers.filter(({ soldOut }) => soldOut === true).map(({ id }) => id),
    ),
  );
  return {
    dishes: products.filter(({ sold_out }) => sold_out === 1).map(({ id }) => id),
    options: [...new Set(options)],
  };
}
