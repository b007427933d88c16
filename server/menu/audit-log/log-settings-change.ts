/** D70: writes down what becomes of a house, and who made it so. */
import { diffTrees, readOwn, type Edit } from '#contract/menu-file/edits.ts';
import type { Localized, WholeMerchant } from '#contract/menu-file/whole-merchant.ts';
import type { Database } from '#server/platform/store/schema.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { toHouse, toSettingsTree, type SettingsTree } from './settings-tree.ts';
import { lockMenu, mostChanges, type Author } from './log-menu-change.ts';

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
    { merchantId: before.id, part: 'house', edits, names: namesIn(edits, is, was) },
    author,
    now,
  );
}

/** "0.10" and "0.1" are one rate: its owner would read that it changed from 10 to 10. */
function isSameNumber({ path: [kind, id, field = id], from, to }: Edit): boolean {
  if (!numbers[kind as keyof typeof numbers]?.has(field ?? '')) return false;
  const [was, is] = [from, to].map((value) => /^(\d+(?:\.\d+)?)(%?)$/.exec(String(value)));
  return was?.[2] === is?.[2] && Number(was?.[1]) === Number(is?.[1]);
}

/** What of a house is a number or a percentage. */
const numbers = {
  settings: new Set(['taxRate', 'serviceChargeRate', 'lineLimit']),
  coupons: new Set(['discount', 'from', 'atMost']),
};

interface Noted {
  readonly merchantId: string;
  readonly part: Part;
  readonly edits: readonly Edit[];
  /** What the ids of the edits are called: `tables/12`. */
  readonly names: Readonly<Record<string, Localized>>;
}

/** No edits are no change. */
export async function logEdits(
  trx: Trx,
  { merchantId, part, edits, names }: Noted,
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
      // What goes live by itself is the menu alone.
      way: way === 'schedule' ? 'page' : way,
      takes_back: takesBack?.of === 'house' ? takesBack.number : null,
      edits: JSON.stringify(edits),
      names: JSON.stringify(names),
    })
    .execute();
  await trx
    .deleteFrom('house_changes')
    .where('merchant_id', '=', merchantId)
    .where('number', '<=', number - mostChanges)
    .execute();
}

/** The name alone of a table or a person is the same in both languages. */
export function inBothLanguages(name: string): Localized {
  return { 'en-US': name, 'zh-TW': name };
}

function namesIn(edits: readonly Edit[], ...trees: readonly SettingsTree[]): Record<string, Localized> {
  const names: Record<string, Localized> = {};
  for (const { path } of edits) {
    const [kind, id] = path;
    if ((kind !== 'tables' && kind !== 'coupons') || id === undefined) continue;
    const name = trees
      .map((tree) => readOwn<{ name: string | Localized }>(tree[kind], id)?.name)
      .find(Boolean);
    if (name) names[`${kind}/${id}`] = typeof name === 'string' ? inBothLanguages(name) : name;
  }
  return names;
}
