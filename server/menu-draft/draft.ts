/** CX23: the draft of a menu, as edits over what is published (D56). */
import { codes } from '#contract/codes.ts';
import { menuCrossed, type MenuCrossing, type MenuDraft } from '#contract/calls/menu-draft.ts';
import {
  laidOver,
  valueAt,
  withEdits,
  type Crossing,
  type Edit,
  type EditPath,
} from '#contract/menu-file/edits.ts';
import { tidied, treeOf, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import { readRows, wholeOf, type MerchantRows, type WholeMerchant } from '#server/catalogue/merchant-rows.ts';
import type { StoredProduct } from '#server/catalogue/whole-merchant.ts';
import { Refusal, statusRefusal } from '#server/http/routes/route.ts';
import { lockMenu } from '#server/changes/note-menu-change.ts';
import type { Database } from '#server/store/schema.ts';
import type { Trx } from '#server/store/transactions.ts';

/** Who did something, and when (ms). */
export interface By {
  readonly by: string;
  readonly at: number;
}

export type DraftEdit = Edit & By;

/** What goes live by itself: the edits as they were when somebody said so. */
export interface Scheduled extends By {
  readonly due: number;
  readonly edits: readonly DraftEdit[];
  /** It was due, and could not be published. */
  readonly failed?: boolean;
}

export interface Draft {
  readonly merchantId: string;
  readonly draftVersion: number;
  readonly version: number;
  readonly whole: WholeMerchant;
  readonly published: MenuTree;
  readonly edits: readonly DraftEdit[];
  readonly scheduled: Scheduled | null;
  /** What is published, with the edits. */
  readonly tree: MenuTree;
  readonly crossings: readonly Crossing[];
  readonly soldOut: MenuDraft['soldOut'];
}

/** A Refusal 404 where there is no such restaurant. @param locks nobody else changes it until this transaction ends */
export async function readDraft(trx: Trx, merchantId: string, locks: boolean): Promise<Draft> {
  const row = locks ? await lockMenu(trx, merchantId) : await draftRow(trx, merchantId);
  const rows = await readRows(trx, merchantId);
  const whole = wholeOf(rows);
  if (!whole) throw statusRefusal(codes.notFound, 'Unknown merchant');
  const menu = await trx
    .selectFrom('menu_versions')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  const draftVersion = row?.version ?? 0;
  return draftOver(whole, {
    merchantId,
    draftVersion,
    version: draftVersion + (menu?.version ?? 0),
    edits: JSON.parse(row?.edits ?? '[]') as DraftEdit[],
    scheduled: JSON.parse(row?.scheduled ?? 'null') as Scheduled | null,
    soldOut: soldOutIn(rows),
  });
}

/** The version alone, for who asks whether there is anything new. */
export async function draftVersionOf(trx: Trx, merchantId: string): Promise<number> {
  const row = await draftRow(trx, merchantId);
  const menu = await trx
    .selectFrom('menu_versions')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return (row?.version ?? 0) + (menu?.version ?? 0);
}

async function draftRow(trx: Trx, merchantId: string): Promise<Database['menu_drafts'] | undefined> {
  return await trx
    .selectFrom('menu_drafts')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
}

function draftOver(
  whole: WholeMerchant,
  kept: Omit<Draft, 'whole' | 'published' | 'tree' | 'crossings'>,
): Draft {
  const published = treeOf(whole);
  const { tree, crossings } = laidOver(published, kept.edits);
  return { ...kept, whole, published, tree: tidied(tree), crossings };
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

export async function writeDraft(
  trx: Trx,
  { merchantId, draftVersion }: Draft,
  edits: readonly DraftEdit[],
  scheduled: Scheduled | null,
): Promise<void> {
  await trx
    .updateTable('menu_drafts')
    .set({
      version: draftVersion + 1,
      edits: JSON.stringify(edits),
      scheduled: scheduled && JSON.stringify(scheduled),
      due_at: scheduled && scheduled.failed !== true ? scheduled.due : null,
    })
    .where('merchant_id', '=', merchantId)
    .execute();
}

/** As the page reads it. @param crossings others than those of the draft itself, for a refusal */
export async function shownDraft(
  trx: Trx,
  draft: Draft,
  crossings: readonly Crossing[] = draft.crossings,
): Promise<MenuDraft> {
  const { version, draftVersion, published, edits, scheduled, soldOut, whole } = draft;
  return {
    version,
    draftVersion,
    published,
    edits: [...edits].map((edit) => ({ ...edit, path: [...edit.path] })),
    crossings: await shownCrossings(trx, draft, crossings),
    scheduled: scheduled && {
      by: scheduled.by,
      at: scheduled.at,
      due: scheduled.due,
      edits: scheduled.edits.length,
      failed: scheduled.failed ?? false,
    },
    soldOut,
    currency: whole.currency,
    decimals: whole.decimals,
  };
}

/** A Refusal 4098, with the draft as it is and what crossed. */
export async function crossed(
  trx: Trx,
  draft: Draft,
  crossings: readonly Crossing[] = draft.crossings,
): Promise<Refusal> {
  const words = {
    'en-US': 'Somebody else has changed this meanwhile',
    'zh-TW': '這裡剛剛被別人改過了',
  };
  return new Refusal(menuCrossed, words, { data: await shownDraft(trx, draft, crossings) });
}

interface Done extends By {
  readonly edit: Edit;
}

/** So many changes are looked through for whose something is. */
const mostChanges = 100;

/**
 * As people decide about them: with whose it is that stands there, of the draft where it has an edit, else of what was
 * published last; of what is gone as a whole all of it, as the draft would have it.
 */
async function shownCrossings(
  trx: Trx,
  { merchantId, edits, published, crossings: ofDraft }: Draft,
  crossings: readonly Crossing[],
): Promise<MenuCrossing[]> {
  if (crossings.length === 0) return [];
  const rows = await trx
    .selectFrom('menu_changes')
    .select(['by_name as by', 'at', 'edits'])
    .where('merchant_id', '=', merchantId)
    .orderBy('number', 'desc')
    .limit(mostChanges)
    .execute();
  const history = rows.flatMap(({ by, at, edits: made }): Done[] =>
    (JSON.parse(made) as Edit[]).map((edit) => ({ edit, by, at })),
  );
  const own = edits
    .filter(({ path }) => !ofDraft.some((crossing) => isAt(crossing.path, path)))
    .map((edit): Done => ({ edit, by: edit.by, at: edit.at }));
  const shown = new Map<string, MenuCrossing>();
  for (const crossing of crossings) {
    const [kind = '', id = ''] = crossing.path;
    const whole = [kind, id];
    const isGone = crossing.path.length > whole.length && valueAt(published, whole) === undefined;
    const path = isGone ? whole : [...crossing.path];
    const author = [...own, ...history].find(({ edit }) => touches(edit.path, path));
    const by = { by: author?.by ?? '', at: author?.at ?? 0 };
    const mine = isGone ? asItWas(history, edits, whole) : crossing.mine;
    shown.set(path.join('\n'), { ...crossing, path, mine, ...by });
  }
  return [...shown.values()];
}

/** What somebody took away, with the draft's edits of it. */
function asItWas(
  history: readonly Done[],
  edits: readonly DraftEdit[],
  [kind = '', id = '']: EditPath,
): unknown {
  const removal = history.find(({ edit: { path, to } }) => isAt(path, [kind, id]) && to === undefined);
  if (!removal) return undefined;
  const tree = { [kind]: { [id]: removal.edit.from } };
  return valueAt(withEdits(tree, edits), [kind, id]);
}

/** One of both is the other, or holds it. */
export function touches(a: EditPath, b: EditPath): boolean {
  return a.every((name, index) => index >= b.length || b[index] === name);
}

/** The same place. */
export function isAt(a: EditPath, b: EditPath): boolean {
  return a.length === b.length && touches(a, b);
}
