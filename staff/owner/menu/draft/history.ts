import { invertEdit, isSame, mergeIntoTree, type Edit } from '#contract/menu-file/edits.ts';

/** The steps that can be undone and redone, newest last. */
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

/** Changes of one text within this time are one step, ms. */
const oneStepMs = 1_500;

/** The most steps that are stored. */
const most = 200;

/** Records a step. It is merged with the previous one if that changed the same values a moment ago. */
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

/** True for a typed value. Lists, additions and removals are steps of their own. */
function isTyped({ from, to }: Edit): boolean {
  return typeof from === 'string' && typeof to === 'string';
}

/** Undoes the last step. Values that others changed since are kept. A step without any effect is skipped. */
export function undoStep<Tree extends object>(tree: Tree, { done, undone }: History): [Tree, History] {
  return moveStep(tree, done, undone, true);
}

/** Redoes the last undone step. */
export function redoStep<Tree extends object>(tree: Tree, { done, undone }: History): [Tree, History] {
  return moveStep(tree, undone, done, false);
}

function moveStep<Tree extends object>(
  tree: Tree,
  from: readonly Step[],
  to: readonly Step[],
  isBack: boolean,
): [Tree, History] {
  const rest = [...from];
  let next = tree;
  let gone: Step | undefined;
  while (next === tree && (gone = rest.pop()) !== undefined)
    next = mergeIntoTree(tree, isBack ? gone.edits.map(invertEdit).toReversed() : gone.edits).tree;
  const stays = gone && next !== tree ? [...to, gone] : to;
  return [next, isBack ? { done: rest, undone: stays } : { done: stays, undone: rest }];
}
