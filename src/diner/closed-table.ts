import { takeBackMs } from '#contract/limits.ts';
import type { AtTable } from '#client/api/diner-state.ts';

/** The table that the staff closed and the diner has left, for as long as the staff may take it back (CX19). */
let closed: { readonly table: AtTable; readonly until: number } | undefined;

/** P1: where parties have no name, the next one cannot be told from this. The staff may take the closing back for a minute. */
export function rememberClosedTable(table: AtTable): void {
  closed = table.sessionId ? { table, until: Date.now() + takeBackMs } : undefined;
}

/** @param now wall clock, ms */
export function closedTable(now: number): AtTable | undefined {
  return closed && now < closed.until ? closed.table : undefined;
}
