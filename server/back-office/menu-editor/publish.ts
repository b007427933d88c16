import { menuMistaken, type MenuMistakes } from '#contract/calls/menu-draft.ts';
import { codes } from '#contract/codes.ts';
import { checkMenu } from '#contract/menu-file/checked-menu.ts';
import {
  diffTrees,
  mergeIntoTree,
  getValueAt,
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
import { createMistake, type Mistake } from '#contract/menu-file/mistake.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { toMenuFile } from '#server/menu/menu-file/export-menu.ts';
import { describeMistake } from '#server/menu/menu-file/mistake-words.ts';
import { listMissingPictures } from '#server/menu/menu-file/pictures.ts';
import { toMerchant } from '#server/menu/menu-file/to-merchant.ts';
import type { Author } from '#server/menu/audit-log/log-menu-change.ts';
import { removePrinter } from '#server/menu/printers.ts';
import { keepIds } from '#server/menu/menu-file/keep-ids.ts';
import { writeMerchant, type MerchantChange } from '#server/back-office/admin/write-merchant.ts';
import { markOwnMenu } from '#server/platform/store/meta.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import type { LocalPictures } from '#server/menu/menu-file/run-with-pictures.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import {
  createConflict,
  readDraft,
  writeDraft,
  type Authorship,
  type Draft,
  type DraftEdit,
  type Scheduled,
} from './draft.ts';

/** The files of the pictures, and the current time (ms since 1970). */
export interface PublishContext {
  readonly pictures: LocalPictures;
  readonly now: number;
}

/** How far in the future a publication may be scheduled, ms. */
const maxAheadMs = 366 * 24 * 60 * 60_000;

/**
 * Publishes the draft and empties it.
 * @param seen the `draftVersion` that the person saw
 * @throws Refusal 4098 if the draft is another one by now or has conflicts; 4099 with the mistakes of the menu
 */
export async function publishDraft(
  trx: Trx,
  merchantId: string,
  seen: number,
  author: string,
  context: PublishContext,
): Promise<void> {
  const draft = await readSeenDraft(trx, merchantId, seen);
  await publishTree(trx, draft, draft.tree, { name: author, way: 'page' }, context);
  await writeDraft(trx, draft, [], rebaseScheduled(draft));
}

/**
 * Rebases the scheduled edits onto the menu that is being published now. Returns null if all of them are live by now. A
 * failed publication ends here, too: the person who publishes has seen it on the page.
 */
function rebaseScheduled({ published, tree, scheduled }: Draft): Scheduled | null {
  if (!scheduled || scheduled.failed) return null;
  const edits = rebaseEdits({ published, edits: scheduled.edits }, diffTrees(published, tree));
  return edits.length === 0 ? null : { ...scheduled, edits };
}

/** Schedules the draft for publication. Later edits of the draft do not change what will be published. */
export async function scheduleDraft(
  trx: Trx,
  merchantId: string,
  { seen, due }: { readonly seen: number; readonly due: number },
  by: Authorship,
  context: PublishContext,
): Promise<void> {
  if (due <= context.now || due > context.now + maxAheadMs)
    throw createStatusRefusal(codes.badRequest, 'body.due: must be a time within the next year', {
      path: 'body.due',
    });
  const draft = await readSeenDraft(trx, merchantId, seen);
  await requireValid(draft, draft.tree, context);
  await writeDraft(trx, draft, draft.edits, { ...by, due, edits: draft.edits });
}

/** Reads the draft and refuses (4098) if it is not the seen version, or has conflicts. */
async function readSeenDraft(trx: Trx, merchantId: string, seen: number): Promise<Draft> {
  const draft = await readDraft(trx, merchantId, true);
  if (draft.draftVersion !== seen || draft.crossings.length > 0) throw await createConflict(trx, draft);
  return draft;
}

/** @throws Refusal 4099 with every mistake of the menu and its path */
async function requireValid({ whole }: Draft, tree: MenuTree, { pictures }: PublishContext): Promise<void> {
  const mistakes = [...findTreeMistakes(tree, whole), ...(await findMissingPictures(tree, pictures))];
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
  const words = getServerTexts('menu.mistake', (language) => ({
    place: first.path.join('.'),
    mistake: describeMistake(first, language),
  }));
  throw new Refusal(menuMistaken, words, { data });
}

/** A draft may name only uploaded pictures. It can therefore not read other files of the server. */
async function findMissingPictures({ dishes }: MenuTree, files: LocalPictures): Promise<Mistake[]> {
  const named = Object.values(dishes).filter(({ picture }) => picture !== '');
  const missing = await listMissingPictures(
    named.map(({ picture }) => picture),
    files,
  );
  return named
    .filter(({ picture }) => missing.has(picture))
    .map(({ id }) => createMistake(['dishes', id, 'picture'], 'notKept'));
}

/** Publishes a menu at the end of the transaction. @throws Refusal 4099 for an invalid menu */
export async function publishTree(
  trx: Trx,
  draft: Draft,
  tree: MenuTree,
  author: Author,
  context: PublishContext,
): Promise<void> {
  await requireValid(draft, tree, context);
  const { whole, merchantId } = draft;
  const checked = checkMenu({ ...(writeNumbers(toMenuFile(whole)) as object), ...writeTree(tree) });
  if (!checked.ok)
    throw new Error(`Restaurant ${merchantId} is invalid: ${JSON.stringify(checked.mistakes)}`);
  await publishFile(trx, draft, checked.file, { author, keepSoldOut: true }, context);
}

interface FileOptions {
  readonly author: Author;
  /** Keep which dishes are sold out today. Otherwise the file decides. */
  readonly keepSoldOut: boolean;
}

/**
 * Publishes the categories and stations of a menu file. Settings, tables and coupons stay as they are. The caller has
 * checked that all pictures of the file are stored.
 */
export async function publishFile(
  trx: Trx,
  { whole, merchantId }: Draft,
  file: MenuFile,
  { author, keepSoldOut }: FileOptions,
  { pictures, now }: PublishContext,
): Promise<MerchantChange[]> {
  const made = await toMerchant(file, merchantId, { menuPath: pictures.folder, files: pictures });
  const { stations: _stations, ...rest } = whole;
  const { categories } = keepIds(made.whole, whole);
  // A POS may write the menu, but not make the server connect to any address of its network.
  const stations = made.whole.stations?.map(removePrinter);
  const next = { ...rest, categories, ...(stations && { stations }) };
  const changes = await writeMerchant(trx, next, { now, keepSoldOut, by: author });
  await markOwnMenu(trx, merchantId, now);
  return changes;
}

/**
 * Rebases edits onto a newer menu: their `from` becomes the value after the edits `done`. Edits without an effect on
 * the newer menu are dropped. @param published the menu on which both were made
 */
export function rebaseEdits(
  { published, edits }: Pick<Draft, 'published' | 'edits'>,
  done: readonly Edit[],
): DraftEdit[] {
  return edits
    .map((edit) => {
      const asSeen = applyEdits(published, [{ path: edit.path, to: edit.from }]);
      return { ...edit, from: getValueAt(applyEdits(asSeen, done), edit.path) };
    })
    .filter(({ from, to }) => !isSame(from, to));
}

/** Applies edits to the published menu. Returns undefined if one of them has a conflict. */
export function mergeEdits({ published }: Draft, edits: readonly Edit[]): MenuTree | undefined {
  const { tree, crossings } = mergeIntoTree(published, edits);
  return crossings.length > 0 ? undefined : normaliseTree(tree);
}
