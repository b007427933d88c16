/** The draft on this page: what one does shows at once, is kept on the device, and goes to the server by itself. */
import {
  differences,
  isSame,
  valueAt,
  withEdits,
  type Edit,
  type EditPath,
} from '#contract/menu-file/edits.ts';
import { tidied, type MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { Recipe } from './acts.ts';
import { mergeEdits, type Conflict } from './conflicts.ts';
import { applyRecipe } from './apply-recipe.ts';
import { portionsOf } from './portions.ts';
import { valueOf } from '#client/values/value.ts';
import { noHistory, recordStep, redone, undone, type History } from './history.ts';

/** The draft as the server has it. */
export interface Reading {
  readonly version: number;
  /** Of the draft alone. */
  readonly draftVersion: number;
  readonly tree: MenuTree;
  /** What the draft and the published menu make of the same values. */
  readonly conflicts: readonly Conflict[];
  /** Who changed a value in the draft last; "" where that is not known. */
  byOf(path: EditPath): string;
}

export type Writing =
  /** `newer`: others changed something else meanwhile. */
  | {
      readonly kind: 'saved';
      readonly version: number;
      readonly draftVersion: number;
      readonly newer?: Reading;
    }
  /** Others were faster: on top of theirs it is tried again. */
  | { readonly kind: 'stale'; readonly reading: Reading }
  | { readonly kind: 'offline' }
  /** The server wants none of it; in its words. */
  | { readonly kind: 'refused'; readonly words: string };

export interface DraftPorts {
  /** @param portions one request each; `version` is the one that the page knows */
  write(portions: readonly (readonly Edit[])[], version: number): Promise<Writing>;
  /** What the draft makes of a published value is no longer wanted. */
  giveUp(conflict: Conflict): void;
  /** What is not on the server yet, for the next start of this page. */
  keep(edits: readonly Edit[]): void;
  now(): number;
  /** @returns what calls it off */
  later(ms: number, run: () => void): () => void;
}

export type Saving = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused';

export interface DraftState {
  readonly tree: MenuTree;
  readonly saved: Pick<Reading, 'version' | 'draftVersion' | 'tree'>;
  readonly saving: Saving;
  /** Why the server refused. */
  readonly words: string;
  readonly conflicts: readonly Conflict[];
  readonly history: History;
}

export type Settled =
  | { readonly kind: 'seen'; readonly draftVersion: number }
  /** Others changed it meanwhile: that is to be looked at first. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'unsaved' };

export type DraftStore = ReturnType<typeof createDraftStore>;

/** A pause in the typing, ms. */
const pauseMs = 700;
/** Between two tries while the server can't be reached, ms. */
const againMs = 4_000;

/** @param kept what an earlier start of this page did not get to the server */
export function createDraftStore(reading: Reading, kept: readonly Edit[], ports: DraftPorts) {
  const { tree, conflicts } = mergeEdits(reading.tree, kept, reading.tree, reading.byOf);
  const state = valueOf<DraftState>({
    tree,
    saved: reading,
    saving: 'saved',
    words: '',
    conflicts: [...reading.conflicts, ...conflicts],
    history: noHistory,
  });
  let cancel = () => {};
  let isClosed = false;

  const set = (change: Partial<DraftState>) => state.next({ ...state.value, ...change });
  const unsaved = () => differences(state.value.saved.tree, state.value.tree);

  const wait = (ms: number) => {
    cancel();
    if (!isClosed) cancel = ports.later(ms, () => void save());
  };

  /** The tree is another: it is kept here, and soon on the server. */
  const changed = (change: Partial<DraftState>) => {
    set({ ...change, ...(state.value.saving !== 'saving' && { saving: 'unsaved' }) });
    ports.keep(unsaved());
    if (state.value.saving !== 'saving') wait(pauseMs);
  };

  let underWay: Promise<void> | undefined;
  /** Resolves when all is saved, or cannot be. */
  const save = async (): Promise<void> => {
    cancel();
    underWay ??= saveAll().finally(() => (underWay = undefined));
    await underWay;
  };
  const saveAll = async (): Promise<void> => {
    const portions = portionsOf(state.value.saved.tree, state.value.tree);
    if (portions.length === 0) return set({ saving: 'saved', words: '' });
    set({ saving: 'saving' });
    const sent = state.value.tree;
    const written = await ports.write(portions, state.value.saved.version);
    switch (written.kind) {
      case 'saved':
        set({
          saved: { version: written.version, draftVersion: written.draftVersion, tree: sent },
          saving: 'unsaved',
          words: '',
        });
        if (written.newer) take(written.newer);
        break;
      case 'stale':
        set({ saving: 'unsaved' });
        take(written.reading);
        break;
      case 'offline':
        set({ saving: 'offline' });
        return wait(againMs);
      case 'refused':
        return set({ saving: 'refused', words: written.words });
    }
    ports.keep(unsaved());
    // What came in between goes right behind.
    await saveAll();
  };

  /** What others did, under what was done here. */
  const take = (theirs: Reading): void => {
    if (theirs.version < state.value.saved.version) return;
    const { tree, conflicts } = mergeEdits(theirs.tree, unsaved(), state.value.tree, theirs.byOf);
    const isSettled = ({ path }: Conflict) =>
      [...conflicts, ...theirs.conflicts].some((each) => isSame(each.path, path));
    set({
      saved: theirs,
      tree,
      conflicts: [
        ...state.value.conflicts.filter((each) => !each.isOfDraft && !isSettled(each)),
        ...conflicts,
        ...theirs.conflicts,
      ],
    });
  };

  if (unsaved().length > 0) wait(0);

  return {
    state,
    edit(recipe: Recipe): void {
      const [next, edits] = applyRecipe(state.value.tree, recipe);
      if (edits.length === 0) return;
      changed({ tree: next, history: recordStep(state.value.history, edits, ports.now()) });
    },
    undo(): void {
      const [next, history] = undone(state.value.tree, state.value.history);
      changed({ tree: tidied(next, [state.value.saved.tree]), history });
    },
    redo(): void {
      const [next, history] = redone(state.value.tree, state.value.history);
      changed({ tree: tidied(next, [state.value.saved.tree]), history });
    },
    /** Of a value that two people changed; the other one's is there already. */
    decide(conflict: Conflict, takes: 'mine' | 'theirs'): void {
      const conflicts = state.value.conflicts.filter((each) => each !== conflict);
      if (takes === 'theirs') {
        set({ conflicts });
        if (conflict.isOfDraft) ports.giveUp(conflict);
        return;
      }
      const { path, mine } = conflict;
      const edit = { path, from: valueAt(state.value.tree, path), to: mine };
      changed({
        conflicts,
        tree: tidied(withEdits(state.value.tree, [edit]), [state.value.saved.tree]),
        history: recordStep(state.value.history, [edit], ports.now()),
      });
    },
    take,
    /** Now, without waiting for a pause. */
    save,
    /**
     * CX24: which version of the draft is published: the one that somebody looked at.
     * @param seen as it was shown
     */
    async versionOf(seen: MenuTree): Promise<Settled> {
      await save();
      const { saving, saved } = state.value;
      if (saving !== 'saved') return { kind: 'unsaved' };
      return isSame(saved.tree, seen)
        ? { kind: 'seen', draftVersion: saved.draftVersion }
        : { kind: 'newer' };
    },
    /** The network is back, or so it seems. */
    tryAgain(): void {
      if (state.value.saving === 'offline') wait(0);
    },
    close(): void {
      isClosed = true;
      cancel();
    },
  };
}
