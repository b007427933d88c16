import type { LogRecord } from '#events/records/records.ts';
import type { CartStorage, LogKey, StoredReplica } from '#sync/ports/storage.ts';
import { getLogName } from '../storage/log-name.ts';
import { isSameLog, joinLog } from './join-log.ts';

/** The log of one replica on this phone. Each open tab writes under its own replica. */
export interface PhoneLog {
  readonly log: LogKey;
  readonly replicaId: string;
  readonly records: readonly LogRecord[];
  /** An archived part of the log cannot be read, so `records` is incomplete. */
  readonly isPartial?: boolean;
}

/**
 * Loads the logs on this phone. The logs of `current` come first. Then follow those that exist only in the archive, newest
 * first.
 * @param current the logs of the current table session
 * @param alone loads only the logs of `current`
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
  // A log of `current` may also have archived parts. `joinLog` puts both together, so each log is added once.
  for (const { log, live } of stored.flat()) keep(log, live.replicaId, live);
  for (const { log, replicaId } of parts.toReversed()) keep(log, replicaId);
  return [...logs.values()].filter(({ records, isPartial }) => records.length > 0 || isPartial);
}
