import type { AtTable } from '#client/api/diner-state.ts';

let sessionId: string | undefined;

/** Remembers that this phone's diner cleared the table's cart to start again. Forgotten when the page reloads. */
export function recordRestart(table: AtTable | undefined): void {
  sessionId = table?.sessionId;
}

export function hasRestarted(table: AtTable | undefined): boolean {
  return table !== undefined && table.sessionId === sessionId;
}
