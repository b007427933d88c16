import { takeBackMs } from '#contract/limits.ts';
import type { AtTable } from '#client/api/diner-state.ts';

/** The table that staff closed and the diner has left. Kept in memory while staff may still undo the closing. */
let closed: { readonly table: AtTable; readonly until: number } | undefined;

/**
 * Remembers a closed table for the minute in which staff may undo the closing. A table session without an id is not
 * remembered, because the phone could not distinguish it from the next guests' session.
 */
export function rememberClosedTable(table: AtTable): void {
  closed = table.sessionId ? { table, until: Date.now() + takeBackMs } : undefined;
}

/**
 * The remembered table, as long as its closing may be undone.
 * @param now wall clock, ms
 */
export function getClosedTable(now: number): AtTable | undefined {
  return closed && now < closed.until ? closed.table : undefined;
}
