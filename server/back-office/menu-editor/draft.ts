/** CX23: the draft of a menu, as edits over what is published (D56). */
import { codes } from '#contract/codes.ts';
import { menuCrossed, type MenuCrossing, type MenuDraft } from '#contract/calls/menu-draft.ts';
import {
  mergeIntoTree,
  valueAt,
  applyEdits,
  type Crossing,
  type Edit,
  type EditPath,
} from '#contract/menu-file/edits.ts';
import { normaliseTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';
import { shareAnswer } from '#server/platform/http/routes/shared-answers.ts';
import { Refusal, statusRefusal } from '#server/platform/http/routes/route.ts';
import { lockMenu } from '#server/menu/audit-log/log-menu-change.ts';
import { createTransactionCache } from '#server/platform/store/transaction-cache.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { readLiveMenu, readMenuVersion, type LiveMenu } from './live-menu.ts';

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

interface KeptDraft {
  readonly live: LiveMenu;
  readonly draft: Draft;
}

/** Edits of one database. */
const mostKept = 20_000;
const keptDrafts = createTransactionCache<KeptDraft>(mostKept, ({ draft }) => 1 + draft.edits.length);

/** A Refusal 404 where there is no such restaurant. @param locks nobody else changes it until this transaction ends */
export async function readDraft(trx: Trx, merchantId: string, locks: boolean): Promise<Draft> {
  if (locks) await lockMenu(trx, merchantId);
  const draftVersion = await draftVersionOf(trx, merchantId);
  const live = await readLiveMenu(trx, merchantId);
  if (!live) throw statusRefusal(codes.notFound, 'Unknown merchant');
  const kept = keptDrafts.get(trx, merchantId);
  if (kept?.live === live && kept.draft.draftVersion === draftVersion) return kept.draft;
  const row = await trx
    .selectFrom('menu_drafts')
    .select(['edits', 'scheduled', 'version'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  const draft = draftOver(live, {
    merchantId,
    draftVersion: row?.version ?? 0,
    edits: JSON.parse(row?.edits ?? '[]') as DraftEdit[],
    scheduled: JSON.parse(row?.scheduled ?? 'null') as Scheduled | null,
  });
  keptDrafts.set(trx, merchantId, { live, draft });
  return draft;
}

/** The version alone, for who asks whether there is anything new. */
export async function readShownVersion(trx: Trx, merchantId: string): Promise<number> {
  return (await draftVersionOf(trx, merchantId)) + (await readMenuVersion(trx, merchantId));
}

async function draftVersionOf(trx: Trx, merchantId: string): Promise<number> {
  const row = await trx
    .selectFrom('menu_drafts')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

function draftOver(
  { whole, published, soldOut, version }: LiveMenu,
  kept: Pick<Draft, 'merchantId' | 'draftVersion' | 'edits' | 'scheduled'>,
): Draft {
  const { tree, crossings } = mergeIntoTree(published, kept.edits);
  const shown = kept.draftVersion + version;
  return { ...kept, version: shown, whole, published, soldOut, tree: normaliseTree(tree), crossings };
}

/** What is written of each as JSON: a draft of half a million characters is not written anew for one of them. */
const written = new WeakMap<object, string>();

function jsonOf(part: object): string {
  const known = written.get(part) ?? JSON.stringify(part);
  written.set(part, known);
  return known;
}

export function editsAsJson(edits: readonly DraftEdit[]): string {
  return `[${edits.map(jsonOf).join(',')}]`;
}

/** How long that is: what is too long is never put together. */
export function jsonLength(edits: readonly DraftEdit[]): number {
  const brackets = 2;
  return edits.reduce((sum, edit) => sum + jsonOf(edit).length, brackets + Math.max(0, edits.length - 1));
}

export async function writeDraft(
  trx: Trx,
  before: Draft,
  edits: readonly DraftEdit[],
  scheduled: Scheduled | null,
): Promise<void> {
  const { merchantId } = before;
  const draftVersion = before.draftVersion + 1;
  await trx
    .updateTable('menu_drafts')
    .set({
      version: draftVersion,
      edits: editsAsJson(edits),
      scheduled: scheduled && JSON.stringify(scheduled),
      due_at: scheduled && scheduled.failed !== true ? scheduled.due : null,
    })
    .where('merchant_id', '=', merchantId)
    .execute();
  const kept = keptDrafts.get(trx, merchantId);
  if (kept?.draft !== before) return;
  const draft = draftOver(kept.live, { merchantId, draftVersion, edits, scheduled });
  keptDrafts.set(trx, merchantId, { live: kept.live, draft });
}

/** As the page reads it. @param crossings others than those of the draft itself, for a refusal */
export async function presentDraft(
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

const shown = new WeakMap<Draft, MenuDraft>();

/** D66: the same for whoever reads it next, as long as nothing of it changes; of each new one only what is new is written. */
export async function presentSharedDraft(trx: Trx, draft: Draft): Promise<MenuDraft> {
  const known = shown.get(draft);
  if (known) return known;
  const { published, edits, ...rest } = await presentDraft(trx, draft);
  const told = { ...rest, published, edits };
  // Whose it is what crosses may be told otherwise later.
  if (draft.crossings.length === 0) shown.set(draft, told);
  const json = () =>
    `${JSON.stringify(rest).slice(0, -1)},"published":${jsonOf(published)},"edits":${editsAsJson(draft.edits)}}`;
  return shareAnswer(told, json);
}

/** A Refusal 4098, with the draft as it is and its conflicts. */
export async function conflictRefusal(
  trx: Trx,
  draft: Draft,
  crossings: readonly Crossing[] = draft.crossings,
): Promise<Refusal> {
  const words = {
    'en-US': 'Somebody else has changed this meanwhile',
    'zh-TW': '這裡剛剛被別人改過了',
  };
  return new Refusal(menuCrossed, words, { data: await presentDraft(trx, draft, crossings) });
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
  return valueAt(applyEdits(tree, edits), [kind, id]);
}

/** One of both is the other, or holds it. */
export function touches(a: EditPath, b: EditPath): boolean {
  return a.every((name, index) => index >= b.length || b[index] === name);
}

/** The same place. */
export function isAt(a: EditPath, b: EditPath): boolean {
  return a.length === b.length && touches(a, b);
}
