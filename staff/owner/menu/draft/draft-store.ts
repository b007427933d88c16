/**
 * The draft of the menu on this page. An edit shows at once, is stored on the device, and is saved to the server after a
 * pause in typing.
 *
 *   edit ──► unsaved ──pause──► saving ──► saved
 *               ▲                  │
 *               ├──── stale ◄──────┤  others wrote first: merge their state, send again
 *               └──── offline ◄────┤  try again after `againMs`
 *                     refused ◄────┘  show the server's message; the next edit tries again
 *
 * Invariant: `tree` is the server's tree (`saved.tree`) with the unsaved edits applied. A save sends the difference of
 * the two, so that edits which cancel each other out are never sent.
 */
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

export interface DraftPorts {
  /**
   * @param portions one request each
   * @param version the version that the page knows
   */
  write(portions: readonly (readonly Edit[])[], version: number): Promise<Writing>;
  /** Drops the draft's change of a published value. */
  giveUp(conflict: Conflict): void;
  /** Stores the edits that the server does not have yet, for the next start of this page. */
  keep(edits: readonly Edit[]): void;
  now(): number;
  /** @returns a function that cancels it */
  later(ms: number, run: () => void): () => void;
}

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

export type Settled =
  | { readonly kind: 'seen'; readonly draftVersion: number }
  /** Others changed the draft meanwhile. The owner must see that first. */
  | { readonly kind: 'newer' }
  | { readonly kind: 'unsaved' };

export type DraftStore = ReturnType<typeof createDraftStore>;

/** How long typing must pause before a save, ms. */
const pauseMs = 700;
/** The delay between two attempts while the server cannot be reached, ms. */
const againMs = 4_000;

/** @param kept edits that an earlier start of this page could not save */
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

  /** Stores a changed tree on the device and schedules its save. */
  const changed = (change: Partial<DraftState>) => {
    set({ ...change, ...(state.value.saving !== 'saving' && { saving: 'unsaved' }) });
    ports.keep(unsaved());
    if (state.value.saving !== 'saving') wait(pauseMs);
  };

  let underWay: Promise<void> | undefined;
  /** Saves all edits. Resolves once everything is saved, or a save has failed. */
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
        if (written.newer) receive(written.newer);
        break;
      case 'stale':
        set({ saving: 'unsaved' });
        receive(written.reading);
        break;
      case 'offline':
        set({ saving: 'offline' });
        return wait(againMs);
      case 'refused':
        return set({ saving: 'refused', words: written.words });
    }
    ports.keep(unsaved());
    // Edits that were made during the save follow at once.
    await saveAll();
  };

  /** Merges the server's newer state with the edits of this page. */
  const receive = (theirs: Reading): void => {
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
      const [next, history] = undoStep(state.value.tree, state.value.history);
      changed({ tree: tidied(next, [state.value.saved.tree]), history });
    },
    redo(): void {
      const [next, history] = redoStep(state.value.tree, state.value.history);
      changed({ tree: tidied(next, [state.value.saved.tree]), history });
    },
    /** Settles a conflict. The other person's value is already in the tree. */
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
    receive,
    /** Saves now, without waiting for a pause. */
    save,
    /**
     * Finds the version of the draft to publish, which must be the one that the owner saw.
     * @param seen the tree that was shown
     */
    async versionOf(seen: MenuTree): Promise<Settled> {
      await save();
      const { saving, saved } = state.value;
      if (saving !== 'saved') return { kind: 'unsaved' };
      return isSame(saved.tree, seen)
        ? { kind: 'seen', draftVersion: saved.draftVersion }
        : { kind: 'newer' };
    },
    /** Retries a failed save, because the network seems to be back. */
    tryAgain(): void {
      if (state.value.saving === 'offline') wait(0);
    },
    close(): void {
      isClosed = true;
      cancel();
    },
  };
}
