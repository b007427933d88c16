import { createContext, use } from 'react';
import type { LostLine } from '#sync/table-notice.ts';

/** Lines of the diner's own that have left the cart and may come back. */
export interface UndoOffer {
  readonly lines: readonly LostLine[];
  /** null: the diner's own wish; else who cleared the table, empty when nobody said. */
  readonly clearedBy: string | null;
  /** The diner's own wish was to clear everybody's. */
  readonly wholeTable: boolean;
  /** Puts them back, by new events like any other. */
  putBack(): void;
  dismiss(): void;
}

export const UndoContext = createContext<UndoOffer | undefined>(undefined);

/** What can be undone just now. */
export function useUndoOffer(): UndoOffer | undefined {
  return use(UndoContext);
}
