import { diffTrees, valueAt, type Edit } from '#contract/menu-file/edits.ts';
import { createTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { Localized, WholeMerchant } from '#contract/menu-file/whole-merchant.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { isPostgres, type Trx } from '#server/platform/store/transactions.ts';

/** Who changed a restaurant, and how that came. */
export interface Author {
  /** "": nobody said. */
  readonly name: string;
  readonly way: Database['menu_changes']['way'];
  /** CX24, CX35: the number of the change that this one takes back. */
  readonly takesBack?: { readonly of: 'menu' | 'house'; readonly number: number };
}

/** So many changes of a menu are kept, and of a house. */
export const mostChanges = 1_000;

/** Until this transaction ends nobody else changes this restaurant, its menu or the menu's draft. */
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

/** CX24: writes down what becomes of a menu, under its lock. */
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
  const last = await trx
    .selectFrom('menu_changes')
    .select('number')
    .where('merchant_id', '=', merchantId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
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
      names: JSON.stringify(namesIn(edits, trees)),
    })
    .execute();
  await trx
    .deleteFrom('menu_changes')
    .where('merchant_id', '=', merchantId)
    .where('number', '<=', number - mostChanges)
    .execute();
}

/** What the things that are edited are called, or were: `dishes/12`. */
function namesIn(edits: readonly Edit[], trees: readonly MenuTree[]): Record<string, Localized> {
  const names: Record<string, Localized> = {};
  for (const { path } of edits) {
    const [kind, id] = path;
    if (kind === undefined || id === undefined) continue;
    const name = trees.map((tree) => valueAt(tree, [kind, id, 'name'])).findLast(Boolean);
    if (name) names[`${kind}/${id}`] = name as Localized;
  }
  return names;
}
