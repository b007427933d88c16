/** D66: what is live of a menu, read and put together anew only when something of it has changed. */
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
  /** Grows with every change of dishes and sections. */
  readonly version: number;
  readonly whole: WholeMerchant;
  readonly published: MenuTree;
  readonly soldOut: MenuDraft['soldOut'];
  /** Its other rows, as text. */
  readonly house: string;
}

/** Dishes of one database. */
const mostKept = 20_000;
const keptMenus = createTransactionCache<LiveMenu>(
  mostKept,
  ({ published }) => 1 + Object.keys(published.dishes).length,
);

/** Undefined where there is no such restaurant. */
export async function readLiveMenu(trx: Trx, merchantId: string): Promise<LiveMenu | undefined> {
  // Before the rows: what is read later may be newer than its version says, never older.
  const version = await readMenuVersion(trx, merchantId);
  const house = await houseOf(trx, merchantId);
  const kept = keptMenus.get(trx, merchantId);
  if (kept?.version === version && kept.house === house) return kept;
  const rows = await readRows(trx, merchantId);
  const whole = assembleMerchant(rows);
  if (!whole) return undefined;
  const menu = { version, house, whole, published: createTree(whole), soldOut: soldOutIn(rows) };
  keptMenus.set(trx, merchantId, menu);
  return menu;
}

/** 0: nothing was ever written. */
export async function readMenuVersion(trx: Trx, merchantId: string): Promise<number> {
  const row = await trx
    .selectFrom('menu_versions')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

async function houseOf(trx: Trx, merchantId: string): Promise<string> {
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

function soldOutIn({ products }: MerchantRows): MenuDraft['soldOut'] {
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
