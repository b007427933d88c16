import type { AtTable } from '#client/api/diner-state.ts';

let sessionId: string | undefined;

/** CB23: the diner of this phone began the table's cart anew. */
export function recordRestart(table: AtTable | undefined): void {
  sessionId = table?.sessionId;
}

/** Until the page is loaded again. */
export function hasRestarted(table: AtTable | undefined): boolean {
  return table !== undefined && table.sessionId === sessionId;
}
