import type { LogKey } from '#sync/ports/storage.ts';

/** What tells logs apart (S1), in the order in which the database sorts them. */
export function getLogPath({ merchantId, tableId, sessionId, userId }: LogKey): readonly string[] {
  return [merchantId, tableId, sessionId, userId];
}

/** The same as one text. */
export function getLogName(log: LogKey): string {
  return JSON.stringify(getLogPath(log));
}
