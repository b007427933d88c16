import { useSyncExternalStore } from 'react';
import { sessionValue, storageKeys } from '#client/values/web-storage.ts';
import type { TableLine } from '#client/cart/table-cart.ts';

type Drafts = Readonly<Record<string, string>>;
type LineNames = Pick<TableLine, 'lineId' | 'aliases'>;

/** What was written for a line and not saved; a reload, Back, or a closed sheet leaves it. */
export function noteDraft({ lineId, aliases }: LineNames): string | undefined {
  const drafts = keptDrafts();
  return [lineId, ...aliases].map((id) => drafts[id]).find((text) => text !== undefined);
}

/** Whether something was written for a line of one's own and not saved. */
export function useHasNoteDraft(line: LineNames & Pick<TableLine, 'mine'>): boolean {
  return useSyncExternalStore(listenForDrafts, () => line.mine && noteDraft(line) !== undefined);
}

const listeners = new Set<() => void>();

function listenForDrafts(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Keeps what is being written for a line; undefined forgets it. */
export function keepNoteDraft({ lineId, aliases }: LineNames, text: string | undefined): void {
  const names = new Set([lineId, ...aliases]);
  const others = Object.entries(keptDrafts()).filter(([id]) => !names.has(id));
  const drafts = text === undefined ? others : [...others, [lineId, text] as const];
  sessionValue.set(
    storageKeys.noteDrafts,
    drafts.length > 0 ? JSON.stringify(Object.fromEntries(drafts)) : undefined,
  );
  for (const notify of listeners) notify();
}

function keptDrafts(): Drafts {
  const kept = sessionValue.json(storageKeys.noteDrafts);
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
