import type { AtTable } from '#src/kit/api/diner-state.ts';

/** The table that the staff closed and the diner has left, for as long as the staff may take it back (CX19). */
let closed: { readonly table: AtTable; readonly until: number } | undefined;

/** P1: where parties have no name, the next one cannot be told from this. @param until wall clock, ms */
export function noteClosedTable(table: AtTable, until: number): void {
  closed = table.sessionId ? { table, until } : undefined;
}

/** @param now wall clock, ms */
export function closedTable(now: number): AtTable | undefined {
  return closed && now < closed.until ? closed.table : undefined;
}
