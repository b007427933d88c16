import { useSyncExternalStore } from 'react';
import { sessionValue, storageKeys } from '#client/values/web-storage.ts';
import type { TableLine } from '#client/cart/table-cart.ts';

type Drafts = Readonly<Record<string, string>>;
type LineNames = Pick<TableLine, 'lineId' | 'aliases'>;

/** The unsaved note of a line. It survives a reload, Back, and closing the sheet. */
export function findNoteDraft({ lineId, aliases }: LineNames): string | undefined {
  const drafts = readDrafts();
  return [lineId, ...aliases].map((id) => drafts[id]).find((text) => text !== undefined);
}

/** True if the diner's own line has an unsaved note. */
export function useHasNoteDraft(line: LineNames & Pick<TableLine, 'mine'>): boolean {
  return useSyncExternalStore(listenForDrafts, () => line.mine && findNoteDraft(line) !== undefined);
}

const listeners = new Set<() => void>();

function listenForDrafts(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Stores the unsaved note of a line. @param text undefined deletes the draft */
export function storeNoteDraft({ lineId, aliases }: LineNames, text: string | undefined): void {
  const names = new Set([lineId, ...aliases]);
  const others = Object.entries(readDrafts()).filter(([id]) => !names.has(id));
  const drafts = text === undefined ? others : [...others, [lineId, text] as const];
  sessionValue.set(
    storageKeys.noteDrafts,
    drafts.length > 0 ? JSON.stringify(Object.fromEntries(drafts)) : undefined,
  );
  for (const notify of listeners) notify();
}

function readDrafts(): Drafts {
  const stored = sessionValue.json(storageKeys.noteDrafts);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
