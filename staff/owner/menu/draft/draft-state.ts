/** The state of the menu's draft on this page, and its changes. Pure. */
import {
  diffTrees,
  isSame,
  getValueAt,
  applyEdits,
  type Edit,
  type EditPath,
} from '#contract/menu-file/edits.ts';
import { normaliseTree, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { Recipe } from './acts.ts';
import { applyRecipe } from './apply-recipe.ts';
import { mergeEdits, type Conflict } from './conflicts.ts';
import { noHistory, recordStep, redoStep, undoStep, type History } from './history.ts';

/** The server's state of the draft. */
export interface Reading {
  readonly version: number;
  /** The version of the draft, without the published menu. */
  readonly draftVersion: number;
  readonly tree: MenuTree;
  /** Values that both the draft and a publication changed. */
  readonly conflicts: readonly Conflict[];
  /** The person who changed a value of the draft last, or "" if unknown. */
  byOf(path: EditPath): string;
}

export type Writing =
  /** `newer` is set if others changed something else meanwhile. */
  | {
      readonly kind: 'saved';
      readonly version: number;
      readonly draftVersion: number;
      readonly newer?: Reading;
    }
  /** Others wrote first. The edits are merged with theirs and sent again. */
  | { readonly kind: 'stale'; readonly reading: Reading }
  | { readonly kind: 'offline' }
  /** The server refused the edits, with this message. */
  | { readonly kind: 'refused'; readonly words: string };

export type Saving = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused';

export interface DraftState {
  readonly tree: MenuTree;
  readonly saved: Pick<Reading, 'version' | 'draftVersion' | 'tree'>;
  readonly saving: Saving;
  /** The server's message. */
  readonly words: string;
  readonly conflicts: readonly Conflict[];
  readonly history: History;
}

/** @param kept edits that an earlier start of this page could not save */
export function startDraft(reading: Reading, kept: readonly Edit[]): DraftState {
  const { tree, conflicts } = mergeEdits(reading.tree, kept, reading.tree, reading.byOf);
  return {
    tree,
    saved: reading,
    saving: 'saved',
    words: '',
    conflicts: [...reading.conflicts, ...conflicts],
    history: noHistory,
  };
}

/** The edits that the server does not have yet. */
export function listUnsavedEdits({ saved, tree }: DraftState): readonly Edit[] {
  return diffTrees(saved.tree, tree);
}

/** Merges the server's newer state with the edits of this page. An older one changes nothing. */
export function receiveReading(state: DraftState, theirs: Reading): DraftState {
  if (theirs.version < state.saved.version) return state;
  const { tree, conflicts } = mergeEdits(theirs.tree, listUnsavedEdits(state), state.tree, theirs.byOf);
  const isListed = ({ path }: Conflict) =>
    [...conflicts, ...theirs.conflicts].some((each) => isSame(each.path, path));
  const earlier = state.conflicts.filter((each) => !each.isOfDraft && !isListed(each));
  return { ...state, saved: theirs, tree, conflicts: [...earlier, ...conflicts, ...theirs.conflicts] };
}

/** Takes the outcome of a save over. @param sent the tree that was saved */
export function receiveWriting(state: DraftState, sent: MenuTree, written: Writing): DraftState {
  switch (written.kind) {
    case 'saved': {
      const { version, draftVersion, newer } = written;
      const saved = { version, draftVersion, tree: sent };
      const next: DraftState = { ...state, saved, saving: 'unsaved', words: '' };
      return newer ? receiveReading(next, newer) : next;
    }
    case 'stale':
      return receiveReading({ ...state, saving: 'unsaved' }, written.reading);
    case 'offline':
      return { ...state, saving: 'offline' };
    case 'refused':
      return { ...state, saving: 'refused', words: written.words };
  }
}

/** Applies a recipe as one step of undo. Returns the same state if it changes nothing. @param at ms */
export function editDraft(state: DraftState, recipe: Recipe, at: number): DraftState {
  const [tree, edits] = applyRecipe(state.tree, recipe);
  return edits.length === 0 ? state : { ...state, tree, history: recordStep(state.history, edits, at) };
}

export function undoEdit(state: DraftState): DraftState {
  const [tree, history] = undoStep(state.tree, state.history);
  return { ...state, tree: normalizeTree(state, tree), history };
}

export function redoEdit(state: DraftState): DraftState {
  const [tree, history] = redoStep(state.tree, state.history);
  return { ...state, tree: normalizeTree(state, tree), history };
}

/** Settles a conflict with the value of this page. @param at ms */
export function takeMine(state: DraftState, conflict: Conflict, at: number): DraftState {
  const { path, mine } = conflict;
  const edit = { path, from: getValueAt(state.tree, path), to: mine };
  return {
    ...removeConflict(state, conflict),
    tree: normalizeTree(state, applyEdits(state.tree, [edit])),
    history: recordStep(state.history, [edit], at),
  };
}

export function removeConflict(state: DraftState, conflict: Conflict): DraftState {
  return { ...state, conflicts: state.conflicts.filter((each) => each !== conflict) };
}

/** Puts each dish into exactly one section. After changes of several people it may be in none, or in two. */
function normalizeTree({ saved }: DraftState, tree: MenuTree): MenuTree {
  return normaliseTree(tree, [saved.tree]);
}
