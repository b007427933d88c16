import type { LogKey } from '#sync/ports/storage.ts';

/** Returns the ids that identify a log, in the order of the database's keys. */
export function getLogPath({ merchantId, tableId, sessionId, userId }: LogKey): readonly string[] {
  return [merchantId, tableId, sessionId, userId];
}

/** Returns the same ids as one text. */
export function getLogName(log: LogKey): string {
  return JSON.stringify(getLogPath(log));
}
