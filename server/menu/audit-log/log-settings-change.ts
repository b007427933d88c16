/** Logs the changes of a restaurant's settings, tables, coupons and staff, with their authors. */
import { diffTrees, readOwn, type Edit } from '#contract/menu-file/edits.ts';
import type { Localized, WholeMerchant } from '#contract/menu-file/whole-merchant.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { createTexts } from '#contract/menu-file/localized.ts';
import { toHouse, toSettingsTree, type SettingsTree } from './settings-tree.ts';
import { lockMenu, maxLoggedChanges, type Author } from './log-menu-change.ts';

type Part = Database['house_changes']['part'];

export async function logSettingsChange(
  trx: Trx,
  before: WholeMerchant,
  after: WholeMerchant,
  author: Author,
  now: number,
): Promise<void> {
  const [was, is] = [toSettingsTree(toHouse(before)), toSettingsTree(toHouse(after))];
  const edits = diffTrees(was, is).filter((edit) => !isSameNumber(edit));
  await logEdits(
    trx,
    { merchantId: before.id, part: 'house', edits, names: collectNames(edits, is, was) },
    author,
    now,
  );
}

/** Returns whether only the spelling of a number changed. "0.10" and "0.1" would show as a change from 10 to 10. */
function isSameNumber({ path: [kind, id, field = id], from, to }: Edit): boolean {
  if (!numericFields[kind as keyof typeof numericFields]?.has(field ?? '')) return false;
  const [was, is] = [from, to].map((value) => /^(\d+(?:\.\d+)?)(%?)$/.exec(String(value)));
  return was?.[2] === is?.[2] && Number(was?.[1]) === Number(is?.[1]);
}

/** The fields that hold a number or a percentage. */
const numericFields = {
  settings: new Set(['taxRate', 'serviceChargeRate', 'lineLimit', 'cashCoin']),
  coupons: new Set(['discount', 'from', 'atMost']),
};

interface LoggedChange {
  readonly merchantId: string;
  readonly part: Part;
  readonly edits: readonly Edit[];
  /** The names of the edited tables, coupons or people, by keys like `tables/12`. */
  readonly names: Readonly<Record<string, Localized>>;
}

/** Logs edits. An empty list writes no row. */
export async function logEdits(
  trx: Trx,
  { merchantId, part, edits, names }: LoggedChange,
  { name, way, takesBack }: Author,
  now: number,
): Promise<void> {
  if (edits.length === 0) return;
  await lockMenu(trx, merchantId);
  const last = await trx
    .selectFrom('house_changes')
    .select('number')
    .where('merchant_id', '=', merchantId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const number = (last?.number ?? 0) + 1;
  await trx
    .insertInto('house_changes')
    .values({
      merchant_id: merchantId,
      number,
      part,
      at: now,
      by_name: name,
      // Only menus can be scheduled, so this type has no such way.
      way: way === 'schedule' ? 'page' : way,
      takes_back: takesBack?.of === 'house' ? takesBack.number : null,
      edits: JSON.stringify(edits),
      names: JSON.stringify(names),
    })
    .execute();
  await trx
    .deleteFrom('house_changes')
    .where('merchant_id', '=', merchantId)
    .where('number', '<=', number - maxLoggedChanges)
    .execute();
}

function collectNames(edits: readonly Edit[], ...trees: readonly SettingsTree[]): Record<string, Localized> {
  const names: Record<string, Localized> = {};
  for (const { path } of edits) {
    const [kind, id] = path;
    if ((kind !== 'tables' && kind !== 'coupons') || id === undefined) continue;
    const name = trees
      .map((tree) => readOwn<{ name: string | Localized }>(tree[kind], id)?.name)
      .find(Boolean);
    if (name) names[`${kind}/${id}`] = typeof name === 'string' ? createTexts(name) : name;
  }
  return names;
}
