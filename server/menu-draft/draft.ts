/** CX23: the draft of a menu, as edits over what is published (D56). */
import { codes } from '#contract/codes.ts';
import { menuCrossed, type MenuCrossing, type MenuDraft } from '#contract/calls/menu-draft.ts';
import { laidOver, type Crossing, type Edit, type EditPath } from '#contract/menu-file/edits.ts';
import { tidied, treeOf, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import { readRows, wholeOf, type MerchantRows, type WholeMerchant } from '#server/catalogue/merchant-rows.ts';
import type { StoredProduct } from '#server/catalogue/whole-merchant.ts';
import { Refusal, statusRefusal } from '#server/http/routes/route.ts';
import { lockMenu } from '#server/operator/note-menu-change.ts';
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
    crossings: await withAuthors(trx, draft, crossings),
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

/** Says whose it is that stands there: of the draft where it has an edit, else of what was published last. */
async function withAuthors(
  trx: Trx,
  { merchantId, edits, crossings: ofDraft }: Draft,
  crossings: readonly Crossing[],
): Promise<MenuCrossing[]> {
  if (crossings.length === 0) return [];
  const own = edits.filter((edit) => !ofDraft.some(({ path }) => isAt(path, edit.path)));
  const rows = await trx
    .selectFrom('menu_changes')
    .select(['by_name as by', 'at', 'edits'])
    .where('merchant_id', '=', merchantId)
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
  const history = rows.flatMap(({ by, at, edits: made }) =>
    (JSON.parse(made) as Edit[]).map(({ path }) => ({ path, by, at })),
  );
  return crossings.map((crossing) => {
    const author = [...own, ...history].find(({ path }) => touches(path, crossing.path));
    return { ...crossing, path: [...crossing.path], by: author?.by ?? '', at: author?.at ?? 0 };
  });
}

/** One of both is the other, or holds it. */
function touches(a: EditPath, b: EditPath): boolean {
  return a.every((name, index) => index >= b.length || b[index] === name);
}

export function isAt(a: EditPath, b: EditPath): boolean {
  return a.length === b.length && touches(a, b);
}
