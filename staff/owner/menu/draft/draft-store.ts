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
import { createValue } from '#client/values/value.ts';
import { isSame, type Edit } from '#contract/menu-file/edits.ts';
import type { MenuTree } from '#contract/menu-file/menu-tree.ts';
import type { Recipe } from './acts.ts';
import type { Conflict } from './conflicts.ts';
import {
  editDraft,
  receiveReading,
  receiveWriting,
  redoEdit,
  startDraft,
  takeMine,
  undoEdit,
  listUnsavedEdits,
  removeConflict,
  type DraftState,
  type Reading,
  type Writing,
} from './draft-state.ts';
import { splitEdits } from './split-edits.ts';

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
  const state = createValue(startDraft(reading, kept));
  let cancel = () => {};
  let isClosed = false;

  const set = (change: Partial<DraftState>) => state.next({ ...state.value, ...change });
  const listUnsaved = () => listUnsavedEdits(state.value);

  const wait = (ms: number) => {
    cancel();
    if (!isClosed) cancel = ports.later(ms, () => void save());
  };

  /** Shows a changed draft, stores it on the device and schedules its save. */
  const change = (next: DraftState) => {
    state.next({ ...next, ...(next.saving !== 'saving' && { saving: 'unsaved' }) });
    ports.keep(listUnsaved());
    if (state.value.saving !== 'saving') wait(pauseMs);
  };
  const receive = (theirs: Reading) => state.next(receiveReading(state.value, theirs));

  let underWay: Promise<void> | undefined;
  /** Saves all edits. Resolves once everything is saved, or a save has failed. */
  const save = async (): Promise<void> => {
    cancel();
    underWay ??= saveAll().finally(() => (underWay = undefined));
    await underWay;
  };
  const saveAll = async (): Promise<void> => {
    const portions = splitEdits(state.value.saved.tree, state.value.tree);
    if (portions.length === 0) return set({ saving: 'saved', words: '' });
    set({ saving: 'saving' });
    const sent = state.value.tree;
    const written = await ports.write(portions, state.value.saved.version);
    state.next(receiveWriting(state.value, sent, written));
    if (written.kind === 'offline') return wait(againMs);
    if (written.kind === 'refused') return;
    ports.keep(listUnsaved());
    // Edits that were made during the save follow at once.
    await saveAll();
  };

  if (listUnsaved().length > 0) wait(0);

  return {
    state,
    edit(recipe: Recipe): void {
      const next = editDraft(state.value, recipe, ports.now());
      if (next !== state.value) change(next);
    },
    undo: () => change(undoEdit(state.value)),
    redo: () => change(redoEdit(state.value)),
    /** Settles a conflict. The other person's value is already in the tree. */
    decide(conflict: Conflict, takes: 'mine' | 'theirs'): void {
      if (takes === 'mine') return change(takeMine(state.value, conflict, ports.now()));
      state.next(removeConflict(state.value, conflict));
      if (conflict.isOfDraft) ports.giveUp(conflict);
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
      return settle(state.value, seen);
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

function settle({ saving, saved }: DraftState, seen: MenuTree): Settled {
  if (saving !== 'saved') return { kind: 'unsaved' };
  return isSame(saved.tree, seen) ? { kind: 'seen', draftVersion: saved.draftVersion } : { kind: 'newer' };
}
