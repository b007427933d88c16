/**
 * The draft of a menu. A restaurant has one draft, which all its staff share.
 *
 *   published menu ──┐
 *                    ├─ mergeIntoTree ──► tree (the menu with the draft) + crossings (conflicts)
 *   draft edits ─────┘
 *
 * The draft is stored as edits, not as a copy of the menu: each edit has a path, the value `from` and the value `to`.
 * The menu may change under the draft, for example by an import. An edit whose `from` no longer equals the published
 * value becomes a crossing, and a person decides it on the page.
 *
 * Every write raises `draftVersion`. A caller publishes or discards the version that it saw, and never unseen edits.
 */
import { codes } from '#contract/codes.ts';
import { menuCrossed, type MenuCrossing, type MenuDraft } from '#contract/calls/menu-draft.ts';
import {
  mergeIntoTree,
  getValueAt,
  applyEdits,
  type Crossing,
  type Edit,
  type EditPath,
} from '#contract/menu-file/edits.ts';
import { normaliseTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';
import { shareAnswer } from '#server/platform/http/routes/shared-answers.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { toHouseTaxes } from '#server/menu/audit-log/settings-tree.ts';
import { lockMenu } from '#server/menu/audit-log/log-menu-change.ts';
import { createTransactionCache } from '#server/platform/store/transaction-cache.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { readLiveMenu, readMenuVersion, type LiveMenu } from './live-menu.ts';

/** The name of a person, and the time of the change (ms since 1970). */
export interface Authorship {
  readonly by: string;
  readonly at: number;
}

export type DraftEdit = Edit & Authorship;

/** A scheduled publication: a copy of the edits at the time of scheduling. */
export interface Scheduled extends Authorship {
  /** ms since 1970 */
  readonly due: number;
  readonly edits: readonly DraftEdit[];
  /** The server tried to publish it when it was due, and could not. */
  readonly failed?: boolean;
}

export interface Draft {
  readonly merchantId: string;
  /** Grows with every write of the draft. */
  readonly draftVersion: number;
  /** Grows with every change of the draft or of the published menu: the sum of both versions. */
  readonly version: number;
  readonly whole: WholeMerchant;
  readonly published: MenuTree;
  readonly edits: readonly DraftEdit[];
  readonly scheduled: Scheduled | null;
  /** The published menu with the draft's edits applied. */
  readonly tree: MenuTree;
  readonly crossings: readonly Crossing[];
  readonly soldOut: MenuDraft['soldOut'];
}

interface CachedDraft {
  readonly live: LiveMenu;
  readonly draft: Draft;
}

/** Size of the cache: edits in all drafts of one database. */
const maxCachedEdits = 20_000;
const cachedDrafts = createTransactionCache<CachedDraft>(
  maxCachedEdits,
  ({ draft }) => 1 + draft.edits.length,
);

/**
 * Reads the draft of a restaurant.
 * @param locks lock the menu and its draft until the transaction ends
 * @throws Refusal 404 for an unknown restaurant
 */
export async function readDraft(trx: Trx, merchantId: string, locks: boolean): Promise<Draft> {
  if (locks) await lockMenu(trx, merchantId);
  const draftVersion = await readDraftVersion(trx, merchantId);
  const live = await readLiveMenu(trx, merchantId);
  if (!live) throw createStatusRefusal(codes.notFound, 'Unknown merchant');
  const stored = cachedDrafts.get(trx, merchantId);
  if (stored?.live === live && stored.draft.draftVersion === draftVersion) return stored.draft;
  const row = await trx
    .selectFrom('menu_drafts')
    .select(['edits', 'scheduled', 'version'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  const draft = buildDraft(live, {
    merchantId,
    draftVersion: row?.version ?? 0,
    edits: JSON.parse(row?.edits ?? '[]') as DraftEdit[],
    scheduled: JSON.parse(row?.scheduled ?? 'null') as Scheduled | null,
  });
  cachedDrafts.set(trx, merchantId, { live, draft });
  return draft;
}

/** Reads only `version`, which is cheaper than the draft. A page compares it to find out whether anything is new. */
export async function readShownVersion(trx: Trx, merchantId: string): Promise<number> {
  return (await readDraftVersion(trx, merchantId)) + (await readMenuVersion(trx, merchantId));
}

async function readDraftVersion(trx: Trx, merchantId: string): Promise<number> {
  const row = await trx
    .selectFrom('menu_drafts')
    .select('version')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

function buildDraft(
  { whole, published, soldOut, version }: LiveMenu,
  kept: Pick<Draft, 'merchantId' | 'draftVersion' | 'edits' | 'scheduled'>,
): Draft {
  const { tree, crossings } = mergeIntoTree(published, kept.edits);
  const shown = kept.draftVersion + version;
  return { ...kept, version: shown, whole, published, soldOut, tree: normaliseTree(tree), crossings };
}

/**
 * The JSON of each edit. A draft has up to half a million characters, and one edit must not serialise all of them
 * again.
 */
const jsonCache = new WeakMap<object, string>();

function toJson(part: object): string {
  const cached = jsonCache.get(part) ?? JSON.stringify(part);
  jsonCache.set(part, cached);
  return cached;
}

export function convertEditsToJson(edits: readonly DraftEdit[]): string {
  return `[${edits.map(toJson).join(',')}]`;
}

/** Returns the length of `convertEditsToJson` without building the text. */
export function measureJsonLength(edits: readonly DraftEdit[]): number {
  const brackets = 2;
  return edits.reduce((sum, edit) => sum + toJson(edit).length, brackets + Math.max(0, edits.length - 1));
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
      edits: convertEditsToJson(edits),
      scheduled: scheduled && JSON.stringify(scheduled),
      due_at: scheduled && scheduled.failed !== true ? scheduled.due : null,
    })
    .where('merchant_id', '=', merchantId)
    .execute();
  const cached = cachedDrafts.get(trx, merchantId);
  if (cached?.draft !== before) return;
  const draft = buildDraft(cached.live, { merchantId, draftVersion, edits, scheduled });
  cachedDrafts.set(trx, merchantId, { live: cached.live, draft });
}

/**
 * Returns the draft in the form that the page reads.
 * @param crossings the conflicts to show instead of the draft's own
 */
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
    crossings: await presentCrossings(trx, draft, crossings),
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
    taxes: toHouseTaxes(whole),
  };
}

const presentedDrafts = new WeakMap<Draft, MenuDraft>();

/**
 * Returns the draft as the page reads it. All readers of one version share the answer and its JSON, and the JSON of
 * unchanged edits is reused from version to version.
 */
export async function presentSharedDraft(trx: Trx, draft: Draft): Promise<MenuDraft> {
  const cached = presentedDrafts.get(draft);
  if (cached) return cached;
  const { published, edits, ...rest } = await presentDraft(trx, draft);
  const presented = { ...rest, published, edits };
  // A crossing names the author of the last change, who may be another one at the next reading.
  if (draft.crossings.length === 0) presentedDrafts.set(draft, presented);
  const writeJson = () =>
    `${JSON.stringify(rest).slice(0, -1)},"published":${toJson(published)},"edits":${convertEditsToJson(draft.edits)}}`;
  return shareAnswer(presented, writeJson);
}

/** Creates a Refusal 4098 with the current draft and its conflicts. */
export async function createConflict(
  trx: Trx,
  draft: Draft,
  crossings: readonly Crossing[] = draft.crossings,
): Promise<Refusal> {
  const words = getServerTexts('menu.changedMeanwhile');
  return new Refusal(menuCrossed, words, { data: await presentDraft(trx, draft, crossings) });
}

interface AuthoredEdit extends Authorship {
  readonly edit: Edit;
}

/** Number of published changes that are searched for the author of a value. */
const maxChanges = 100;

/**
 * Adds to each crossing the author of the current value: the author of the draft's edit, or else of the last published
 * change. If a whole dish or category was removed, its crossings become one. It shows the entry with the draft's edits.
 */
async function presentCrossings(
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
    .limit(maxChanges)
    .execute();
  const history = rows.flatMap(({ by, at, edits: made }): AuthoredEdit[] =>
    (JSON.parse(made) as Edit[]).map((edit) => ({ edit, by, at })),
  );
  const own = edits
    .filter(({ path }) => !ofDraft.some((crossing) => isSamePath(crossing.path, path)))
    .map((edit): AuthoredEdit => ({ edit, by: edit.by, at: edit.at }));
  const shown = new Map<string, MenuCrossing>();
  for (const crossing of crossings) {
    const [kind = '', id = ''] = crossing.path;
    const entryPath = [kind, id];
    const isGone = crossing.path.length > entryPath.length && getValueAt(published, entryPath) === undefined;
    const path = isGone ? entryPath : [...crossing.path];
    const author = [...own, ...history].find(({ edit }) => isOnSamePath(edit.path, path));
    const by = { by: author?.by ?? '', at: author?.at ?? 0 };
    const mine = isGone ? restoreRemoved(history, edits, entryPath) : crossing.mine;
    shown.set(path.join('\n'), { ...crossing, path, mine, ...by });
  }
  return [...shown.values()];
}

/**
 * Returns a removed dish or category with the draft's edits applied, or undefined if the history has no such removal.
 */
function restoreRemoved(
  history: readonly AuthoredEdit[],
  edits: readonly DraftEdit[],
  [kind = '', id = '']: EditPath,
): unknown {
  const removal = history.find(({ edit: { path, to } }) => isSamePath(path, [kind, id]) && to === undefined);
  if (!removal) return undefined;
  const tree = { [kind]: { [id]: removal.edit.from } };
  return getValueAt(applyEdits(tree, edits), [kind, id]);
}

/** Returns whether two paths are equal, or one contains the other. */
export function isOnSamePath(a: EditPath, b: EditPath): boolean {
  return a.every((name, index) => index >= b.length || b[index] === name);
}

export function isSamePath(a: EditPath, b: EditPath): boolean {
  return a.length === b.length && isOnSamePath(a, b);
}
