import { diffTrees, getValueAt, type Edit } from '#contract/menu-file/edits.ts';
import { createTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { Localized, WholeMerchant } from '#contract/menu-file/whole-merchant.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { isPostgres, type Trx } from '#server/platform/store/transactions.ts';

/** The author of a change, and where the change was made. */
export interface Author {
  /** Empty if unknown, for example for an imported file. */
  readonly name: string;
  readonly way: Database['menu_changes']['way'];
  /** The number of the change that this one reverts. */
  readonly takesBack?: { readonly of: 'menu' | 'house'; readonly number: number };
}

/** Changes in the log of a restaurant's menu, and in the log of its settings. Older ones are deleted. */
export const maxLoggedChanges = 1_000;

/** Locks a restaurant, its menu and the menu's draft until the transaction ends. */
export async function lockMenu(trx: Trx, merchantId: string): Promise<void> {
  await trx
    .insertInto('menu_drafts')
    .values({ merchant_id: merchantId, version: 0, edits: '[]', scheduled: null, due_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .selectFrom('menu_drafts')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .$if(isPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

/** Logs the differences between two versions of a menu. The caller holds the lock of the menu. */
export async function logMenuChange(
  trx: Trx,
  before: WholeMerchant,
  after: WholeMerchant,
  { name, way, takesBack }: Author,
  now: number,
): Promise<void> {
  const trees = [createTree(before), createTree(after)] as const;
  const edits = diffTrees(...trees);
  if (edits.length === 0) return;
  const { id: merchantId } = before;
  const number = (await readLastMenuChange(trx, merchantId)) + 1;
  await trx
    .insertInto('menu_changes')
    .values({
      merchant_id: merchantId,
      number,
      at: now,
      by_name: name,
      way,
      takes_back: takesBack?.of === 'menu' ? takesBack.number : null,
      edits: JSON.stringify(edits),
      names: JSON.stringify(collectNames(edits, trees)),
    })
    .execute();
  await trx
    .deleteFrom('menu_changes')
    .where('merchant_id', '=', merchantId)
    .where('number', '<=', number - maxLoggedChanges)
    .execute();
}

/** Returns the number of the last change of a menu; 0 without changes. */
export async function readLastMenuChange(trx: Trx, merchantId: string): Promise<number> {
  const row = await trx
    .selectFrom('menu_changes')
    .select('number')
    .where('merchant_id', '=', merchantId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 0;
}

/**
 * Returns the names of the edited dishes and categories, by keys like `dishes/12`. Deleted ones have their last name.
 */
function collectNames(edits: readonly Edit[], trees: readonly MenuTree[]): Record<string, Localized> {
  const names: Record<string, Localized> = {};
  for (const { path } of edits) {
    const [kind, id] = path;
    if (kind === undefined || id === undefined) continue;
    const name = trees.map((tree) => getValueAt(tree, [kind, id, 'name'])).findLast(Boolean);
    if (name) names[`${kind}/${id}`] = name as Localized;
  }
  return names;
}
