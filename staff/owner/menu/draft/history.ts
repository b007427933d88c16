import { inverse, isSame, laidOver, type Edit } from '#contract/menu-file/edits.ts';

/** What was done, and what was taken back of it, each the newest last. */
export interface History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export interface Step {
  readonly edits: readonly Edit[];
  /** ms */
  readonly at: number;
}

export const noHistory: History = { done: [], undone: [] };

/** Typing of one word is one step, ms. */
const oneStepMs = 1_500;

/** More is not kept. */
const most = 200;

/** A step is done: it goes on with the one before where that has just changed the same values. */
export function recordStep(history: History, edits: readonly Edit[], at: number): History {
  if (edits.length === 0) return history;
  const last = history.done.at(-1);
  const goesOn =
    last !== undefined &&
    history.undone.length === 0 &&
    at - last.at < oneStepMs &&
    last.edits.length === edits.length &&
    edits.every((edit, index) => isTyped(edit) && isSame(edit.path, last.edits[index]!.path));
  const step = goesOn
    ? { at, edits: edits.map((edit, index) => ({ ...edit, from: last.edits[index]!.from })) }
    : { at, edits };
  return { done: [...history.done.slice(goesOn ? 0 : -most, goesOn ? -1 : undefined), step], undone: [] };
}

/** Lists and what comes or goes are steps of their own. */
function isTyped({ from, to }: Edit): boolean {
  return typeof from === 'string' && typeof to === 'string';
}

/** The last step back. What others have changed since stays theirs; a step of which nothing is left is passed over. */
export function undone<Tree extends object>(tree: Tree, { done, undone }: History): [Tree, History] {
  return moved(tree, done, undone, true);
}

/** The last step that was taken back is done again. */
export function redone<Tree extends object>(tree: Tree, { done, undone }: History): [Tree, History] {
  return moved(tree, undone, done, false);
}

function moved<Tree extends object>(
  tree: Tree,
  from: readonly Step[],
  to: readonly Step[],
  isBack: boolean,
): [Tree, History] {
  const rest = [...from];
  let next = tree;
  let gone: Step | undefined;
  while (next === tree && (gone = rest.pop()) !== undefined)
    next = laidOver(tree, isBack ? gone.edits.map(inverse).toReversed() : gone.edits).tree;
  const stays = gone && next !== tree ? [...to, gone] : to;
  return [next, isBack ? { done: rest, undone: stays } : { done: stays, undone: rest }];
}
