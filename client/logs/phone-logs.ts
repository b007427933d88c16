import type { LogRecord } from '#events/records/records.ts';
import type { CartStorage, LogKey, StoredReplica } from '#sync/ports/storage.ts';
import { getLogName } from '../storage/log-name.ts';
import { isSameLog, joinLog } from './join-log.ts';

/** One replica's log as this phone still has it. */
export interface PhoneLog {
  readonly log: LogKey;
  readonly replicaId: string;
  readonly records: readonly LogRecord[];
  /** Part of the log is in the archive and cannot be read. */
  readonly isPartial?: boolean;
}

/**
 * Loads every log on this phone: first those of the table (`current`), then the archived ones, newest first. With `alone` it
 * loads only those of `current`.
 */
export async function loadPhoneLogs(
  storage: Pick<CartStorage, 'load' | 'loadArchive'>,
  current: readonly LogKey[],
  { alone = false } = {},
): Promise<PhoneLog[]> {
  const parts = await storage.loadArchive(alone ? current : undefined);
  const stored = await Promise.all(
    current.map(async (log) => (await storage.load(log)).map((live) => ({ log, live }))),
  );
  const logs = new Map<string, PhoneLog>();
  const keep = (log: LogKey, replicaId: string, live?: StoredReplica) => {
    const id = `${getLogName(log)} ${replicaId}`;
    if (logs.has(id)) return;
    const isPartial = parts.some(
      (part) => part.reason.why === 'unreadable' && part.replicaId === replicaId && isSameLog(part.log, log),
    );
    const records = joinLog(log, replicaId, parts, live);
    logs.set(id, { log, replicaId, records, ...(isPartial && { isPartial }) });
  };
  for (const { log, live } of stored.flat()) keep(log, live.replicaId, live);
  for (const { log, replicaId } of parts.toReversed()) keep(log, replicaId);
  return [...logs.values()].filter(({ records, isPartial }) => records.length > 0 || isPartial);
}
