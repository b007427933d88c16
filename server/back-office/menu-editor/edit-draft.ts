import { codes } from '#contract/codes.ts';
import { diffTrees, isNamed, isSame, mergeIntoTree, type Edit } from '#contract/menu-file/edits.ts';
import { normaliseTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import { treeSchema } from '#contract/menu-file/tree-schema.ts';
import { statusRefusal } from '#server/platform/http/routes/route.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import {
  conflictRefusal,
  isAt,
  jsonLength,
  readDraft,
  touches,
  writeDraft,
  type By,
  type Draft,
  type DraftEdit,
} from './draft.ts';

/** UTF-16 code units of a draft’s edits as JSON: some 900 dishes, all of them new. What is longer keeps the server busy (D37). */
const mostLength = 512 * 1024;

/** What the draft came to be. */
interface Edited {
  readonly version: number;
  readonly draftVersion: number;
  /** The version that it was before. */
  readonly over: number;
}

/** CX23: all of the edits or none: a Refusal 4098 where somebody else made something else of the same since. */
export async function editDraft(
  trx: Trx,
  merchantId: string,
  edits: readonly Edit[],
  by: By,
): Promise<Edited> {
  const draft = await readDraft(trx, merchantId, true);
  const laid = mergeIntoTree(draft.tree, edits);
  if (laid.crossings.length > 0) throw await conflictRefusal(trx, draft, laid.crossings);
  const checked = treeSchema.safeParse(reached(laid.tree, edits));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const place = issue?.path.map(String).join('.') ?? '';
    throw statusRefusal(codes.badRequest, `body.edits: ${place}: ${issue?.message ?? ''}`, {
      path: 'body.edits',
    });
  }
  const next = compacted(draft, diffTrees(draft.published, normaliseTree(laid.tree)), edits, by);
  if (jsonLength(next) > mostLength)
    throw statusRefusal(codes.tooLarge, 'The draft is too large: publish it first');
  const { version: over, draftVersion } = draft;
  if (isSame(next, draft.edits)) return { version: over, draftVersion, over };
  await writeDraft(trx, draft, next, draft.scheduled);
  return { version: over + 1, draftVersion: draftVersion + 1, over };
}

/** The entries that the edits are about: all others were checked when they came. */
function reached(tree: MenuTree, edits: readonly Edit[]): unknown {
  if (edits.some(({ path }) => path.length === 0)) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([name, part]: [string, unknown]) => {
      const ids = new Set(edits.filter(({ path }) => path[0] === name).map(({ path }) => path[1]));
      if (!isNamed(part) || ids.has(undefined)) return [name, part];
      return [name, Object.fromEntries(Object.entries(part).filter(([id]) => ids.has(id)))];
    }),
  );
}

/** CX24: what was to go live by itself does not, and the draft has it, also where it was thrown away or published otherwise. */
export async function cancelSchedule(trx: Trx, merchantId: string): Promise<void> {
  const draft = await readDraft(trx, merchantId, true);
  const { published, edits, scheduled } = draft;
  if (!scheduled) return;
  const laid = mergeIntoTree(draft.tree, scheduled.edits);
  const now = compacted(draft, diffTrees(published, normaliseTree(laid.tree)), [], scheduled);
  const crossing = scheduled.edits.filter(({ path }) => laid.crossings.some((each) => isAt(each.path, path)));
  const undecided = crossing.filter(({ path }) => !edits.some((edit) => touches(edit.path, path)));
  await writeDraft(trx, draft, [...now, ...undecided], null);
}

/** Each value once, with who made it what it is; what crosses the published menu waits for its decision. */
function compacted(
  { edits, crossings }: Draft,
  now: readonly Edit[],
  asked: readonly Edit[],
  by: By,
): DraftEdit[] {
  const before = new Map(edits.map((edit) => [edit.path.join('\n'), edit]));
  const waiting = crossings.flatMap(({ path }) => {
    const kept = before.get(path.join('\n'));
    const isDecided = asked.some((edit) => edit.path.length <= path.length && touches(edit.path, path));
    return kept && !isDecided ? [kept] : [];
  });
  return [
    ...now.map((edit) => {
      const known = before.get(edit.path.join('\n'));
      const isTheirs = known && isSame(known.to, edit.to);
      // The very same is written already.
      if (isTheirs && isSame(known.from, edit.from)) return known;
      return isTheirs ? { ...edit, by: known.by, at: known.at } : { ...edit, by: by.by, at: by.at };
    }),
    ...waiting.filter(({ path }) => !now.some((edit) => isAt(edit.path, path))),
  ];
}
