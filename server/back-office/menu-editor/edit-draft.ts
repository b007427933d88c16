import { codes } from '#contract/codes.ts';
import { diffTrees, isNamed, isSame, mergeIntoTree, type Edit } from '#contract/menu-file/edits.ts';
import { limits } from '#contract/limits.ts';
import { normaliseTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import { treeSchema } from '#contract/menu-file/tree-schema.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import {
  createConflict,
  isSamePath,
  measureJsonLength,
  readDraft,
  isOnSamePath,
  writeDraft,
  type Authorship,
  type Draft,
  type DraftEdit,
} from './draft.ts';

/**
 * Largest draft, in UTF-16 code units of its edits as JSON: about 900 new dishes. A longer one would occupy the
 * server's processor for too long at each call.
 */
const maxJsonLength = 512 * 1024;

interface DraftVersions {
  readonly version: number;
  readonly draftVersion: number;
  /** The version before the edits. */
  readonly over: number;
}

/**
 * Applies edits to the draft, all or none.
 * @throws Refusal 4098 if another person changed one of the values since; 400 for an invalid value; 413 for too large
 *   a draft
 */
export async function editDraft(
  trx: Trx,
  merchantId: string,
  edits: readonly Edit[],
  by: Authorship,
): Promise<DraftVersions> {
  const draft = await readDraft(trx, merchantId, true);
  const merged = mergeIntoTree(draft.tree, edits);
  if (merged.crossings.length > 0) throw await createConflict(trx, draft, merged.crossings);
  const checked = treeSchema.safeParse(pickEdited(merged.tree, edits));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const place = issue?.path.map(String).join('.') ?? '';
    throw createStatusRefusal(codes.badRequest, `body.edits: ${place}: ${issue?.message ?? ''}`, {
      path: 'body.edits',
    });
  }
  const next = compactEdits(draft, diffTrees(draft.published, normaliseTree(merged.tree)), edits, by);
  if (measureJsonLength(next) > maxJsonLength)
    throw createStatusRefusal(codes.tooLarge, getServerTexts('menu.draftTooLarge'));
  const { version: over, draftVersion } = draft;
  if (isSame(next, draft.edits)) return { version: over, draftVersion, over };
  await writeDraft(trx, draft, next, draft.scheduled);
  return { version: over + 1, draftVersion: draftVersion + 1, over };
}

/** Whether the draft could hold the differences between the published menu and this tree. */
export function canHoldTree({ published }: Draft, tree: MenuTree): boolean {
  const by = { by: 'x'.repeat(limits.nameLength), at: Number.MAX_SAFE_INTEGER };
  return measureJsonLength(diffTrees(published, tree).map((edit) => ({ ...edit, ...by }))) <= maxJsonLength;
}

/** Returns the part of the tree that the edits touch. The rest was validated when it was written. */
function pickEdited(tree: MenuTree, edits: readonly Edit[]): unknown {
  if (edits.some(({ path }) => path.length === 0)) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([name, part]: [string, unknown]) => {
      const ids = new Set(edits.filter(({ path }) => path[0] === name).map(({ path }) => path[1]));
      if (!isNamed(part) || ids.has(undefined)) return [name, part];
      return [name, Object.fromEntries(Object.entries(part).filter(([id]) => ids.has(id)))];
    }),
  );
}

/**
 * Cancels the scheduled publication and puts its edits back into the draft, so that none is lost. That includes edits
 * which were discarded from the draft in the meantime. An edit that conflicts with the draft goes back only if the
 * draft has no edit on the same path.
 */
export async function cancelSchedule(trx: Trx, merchantId: string): Promise<void> {
  const draft = await readDraft(trx, merchantId, true);
  const { published, edits, scheduled } = draft;
  if (!scheduled) return;
  const merged = mergeIntoTree(draft.tree, scheduled.edits);
  const now = compactEdits(draft, diffTrees(published, normaliseTree(merged.tree)), [], scheduled);
  const crossing = scheduled.edits.filter(({ path }) =>
    merged.crossings.some((each) => isSamePath(each.path, path)),
  );
  const undecided = crossing.filter(({ path }) => !edits.some((edit) => isOnSamePath(edit.path, path)));
  await writeDraft(trx, draft, [...now, ...undecided], null);
}

/**
 * Builds the new list of edits, with one edit per value.
 *
 * An edit keeps its author as long as its value stays. A crossing stays in the list until a person decides it, that is,
 * until one of the `asked` edits sets its path or a path that contains it.
 * @param now the differences between the published menu and the new tree
 */
function compactEdits(
  { edits, crossings }: Draft,
  now: readonly Edit[],
  asked: readonly Edit[],
  by: Authorship,
): DraftEdit[] {
  const before = new Map(edits.map((edit) => [edit.path.join('\n'), edit]));
  const undecided = crossings.flatMap(({ path }) => {
    const kept = before.get(path.join('\n'));
    const isDecided = asked.some((edit) => edit.path.length <= path.length && isOnSamePath(edit.path, path));
    return kept && !isDecided ? [kept] : [];
  });
  return [
    ...now.map((edit) => {
      const known = before.get(edit.path.join('\n'));
      const isTheirs = known && isSame(known.to, edit.to);
      // Keep the same object, because its JSON is cached.
      if (isTheirs && isSame(known.from, edit.from)) return known;
      return isTheirs ? { ...edit, by: known.by, at: known.at } : { ...edit, by: by.by, at: by.at };
    }),
    ...undecided.filter(({ path }) => !now.some((edit) => isSamePath(edit.path, path))),
  ];
}
