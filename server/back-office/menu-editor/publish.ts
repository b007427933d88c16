import { menuMistaken, type MenuMistakes } from '#contract/calls/menu-draft.ts';
import { codes } from '#contract/codes.ts';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import {
  diffTrees,
  mergeIntoTree,
  valueAt,
  applyEdits,
  isSame,
  type Edit,
} from '#contract/menu-file/edits.ts';
import {
  writeNumbers,
  writeTree,
  normaliseTree,
  findTreeMistakes,
  type MenuTree,
} from '#contract/menu-file/menu-tree.ts';
import type { MenuFile } from '#contract/menu-file/menu-file-schema.ts';
import { mistake, type Mistake } from '#contract/menu-file/mistake.ts';
import { Refusal, statusRefusal } from '#server/platform/http/routes/route.ts';
import { menuFileOf } from '#server/menu/menu-file/export-menu.ts';
import { describeMistake } from '#server/menu/menu-file/mistake-words.ts';
import { hasPicture } from '#server/menu/menu-file/pictures.ts';
import { toMerchant } from '#server/menu/menu-file/to-merchant.ts';
import type { Author } from '#server/menu/audit-log/log-menu-change.ts';
import { keepIds } from '#server/menu/menu-file/keep-ids.ts';
import { writeMerchant, type MerchantChange } from '#server/back-office/admin/write-merchant.ts';
import { markOwnMenu } from '#server/platform/store/meta.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import {
  conflictRefusal,
  readDraft,
  writeDraft,
  type By,
  type Draft,
  type DraftEdit,
  type Scheduled,
} from './draft.ts';

/** Where pictures are, and what time it is (ms). */
export interface Surroundings {
  readonly dataDir: string;
  readonly now: number;
}

/** So long ahead something may be scheduled, ms. */
const farthest = 366 * 24 * 60 * 60_000;

/** CX24: the draft that somebody looked at goes live. Refusals: 4098 where it is another one or crosses, 4099 with what is wrong. */
export async function publishDraft(
  trx: Trx,
  merchantId: string,
  seen: number,
  author: string,
  where: Surroundings,
): Promise<void> {
  const draft = await requireSeen(trx, merchantId, seen);
  await publishTree(trx, draft, draft.tree, { name: author, way: 'page' }, where);
  await writeDraft(trx, draft, [], stillScheduled(draft));
}

/**
 * What shall go live later still does, over what is live now, unless all of it is. What was due and could not is in the
 * hands of whoever publishes.
 */
function stillScheduled({ published, tree, scheduled }: Draft): Scheduled | null {
  if (!scheduled || scheduled.failed) return null;
  const edits = rebaseEdits({ published, edits: scheduled.edits }, diffTrees(published, tree));
  return edits.length === 0 ? null : { ...scheduled, edits };
}

/** CX24: the same, at a time; who edits the draft until then changes nothing of what goes live. */
export async function scheduleDraft(
  trx: Trx,
  merchantId: string,
  { seen, due }: { readonly seen: number; readonly due: number },
  by: By,
  where: Surroundings,
): Promise<void> {
  if (due <= where.now || due > where.now + farthest)
    throw statusRefusal(codes.badRequest, 'body.due: must be a time within the next year', {
      path: 'body.due',
    });
  const draft = await requireSeen(trx, merchantId, seen);
  requireRight(draft, draft.tree, where);
  await writeDraft(trx, draft, draft.edits, { ...by, due, edits: draft.edits });
}

/** The draft that somebody looked at, with nothing to decide. */
async function requireSeen(trx: Trx, merchantId: string, seen: number): Promise<Draft> {
  const draft = await readDraft(trx, merchantId, true);
  if (draft.draftVersion !== seen || draft.crossings.length > 0) throw await conflictRefusal(trx, draft);
  return draft;
}

/** A Refusal 4099 that says what is wrong with the menu, by its places. */
function requireRight({ whole }: Draft, tree: MenuTree, { dataDir }: Surroundings): void {
  const mistakes = [...findTreeMistakes(tree, whole.decimals), ...pictureMistakes(tree, dataDir)];
  const [first] = mistakes;
  if (!first) return;
  const data: MenuMistakes = {
    mistakes: mistakes.map(({ path, code, values, first: earlier }) => ({
      path: [...path],
      code,
      values,
      ...(earlier && { first: [...earlier] }),
    })),
  };
  const words = {
    'en-US': `${first.path.join('.')}: ${describeMistake(first, 'en-US')}`,
    'zh-TW': `${first.path.join('.')}：${describeMistake(first, 'zh-TW')}`,
  };
  throw new Refusal(menuMistaken, words, { data });
}

/** A draft names pictures that were sent before; no path leads from it to a file of the server. */
function pictureMistakes({ dishes }: MenuTree, dataDir: string): Mistake[] {
  return Object.values(dishes)
    .filter(({ picture }) => picture !== '' && !hasPicture(picture, { dataDir }))
    .map(({ id }) => mistake(['dishes', id, 'picture'], 'notKept'));
}

/** Live from the end of the transaction on; a Refusal 4099 where it is no menu. */
export async function publishTree(
  trx: Trx,
  draft: Draft,
  tree: MenuTree,
  author: Author,
  where: Surroundings,
): Promise<void> {
  requireRight(draft, tree, where);
  const { whole, merchantId } = draft;
  const checked = checkMenu({ ...(writeNumbers(menuFileOf(whole)) as object), ...writeTree(tree) });
  if (!checked.ok) throw new Error(`Merchant ${merchantId} is none: ${JSON.stringify(checked.mistakes)}`);
  await publishFile(trx, draft, checked.file, { author, keepSoldOut: true }, where);
}

interface How {
  readonly author: Author;
  /** Else what the file says of it counts. */
  readonly keepSoldOut: boolean;
}

/** The sections and stations of a file whose pictures are kept; the house's parts of it are those that are live. */
export async function publishFile(
  trx: Trx,
  { whole, merchantId }: Draft,
  file: MenuFile,
  { author, keepSoldOut }: How,
  { dataDir, now }: Surroundings,
): Promise<MerchantChange[]> {
  const made = await toMerchant(file, merchantId, { menuPath: dataDir, dataDir });
  const { stations: _stations, ...rest } = whole;
  const { categories } = keepIds(made.whole, whole);
  // D61: to where the server connects inside its network is the operator's to say, in the file.
  const printers = new Map(whole.stations?.map(({ id, printer }) => [id, printer]));
  const stations = made.whole.stations?.map(({ printer: _printer, ...station }) => {
    const kept = printers.get(station.id);
    return { ...station, ...(kept && { printer: kept }) };
  });
  const next = { ...rest, categories, ...(stations && { stations }) };
  const changes = await writeMerchant(trx, next, { now, keepSoldOut, by: author });
  await markOwnMenu(trx, merchantId, now);
  return changes;
}

/** Edits that were made of what is published, as they go on from what has gone live meanwhile. */
export function rebaseEdits(
  { published, edits }: Pick<Draft, 'published' | 'edits'>,
  done: readonly Edit[],
): DraftEdit[] {
  return edits
    .map((edit) => {
      const asSeen = applyEdits(published, [{ path: edit.path, to: edit.from }]);
      return { ...edit, from: valueAt(applyEdits(asSeen, done), edit.path) };
    })
    .filter(({ from, to }) => !isSame(from, to));
}

/** Edits laid over what is live, as a whole or not at all: undefined where something crosses. */
export function layEditsOver({ published }: Draft, edits: readonly Edit[]): MenuTree | undefined {
  const { tree, crossings } = mergeIntoTree(published, edits);
  return crossings.length > 0 ? undefined : normaliseTree(tree);
}
