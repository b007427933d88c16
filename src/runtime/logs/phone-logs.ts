import type { LogRecord } from '#events/records.ts';
import type { CartStorage, LogKey, StoredReplica } from '#sync/ports/storage.ts';
import { logName } from '../storage/log-name.ts';
import { wholeLog } from './whole-log.ts';

/** One replica's log as this phone still has it. */
export interface PhoneLog {
  readonly log: LogKey;
  readonly replicaId: string;
  readonly records: readonly LogRecord[];
}

/** Every log that is kept on this phone: the table's (`current`) first, then what was put away, newest first. */
export async function phoneLogs(
  storage: Pick<CartStorage, 'load' | 'history'>,
  current: readonly LogKey[],
): Promise<PhoneLog[]> {
  const parts = await storage.history();
  const stored = await Promise.all(
    current.map(async (log) => (await storage.load(log)).map((live) => ({ log, live }))),
  );
  const logs = new Map<string, PhoneLog>();
  const keep = (log: LogKey, replicaId: string, live?: StoredReplica) => {
    const id = `${logName(log)} ${replicaId}`;
    if (logs.has(id)) return;
    logs.set(id, { log, replicaId, records: wholeLog(log, replicaId, parts, live) });
  };
  for (const { log, live } of stored.flat()) keep(log, live.replicaId, live);
  for (const { log, replicaId } of parts.toReversed()) keep(log, replicaId);
  return [...logs.values()].filter(({ records }) => records.length > 0);
}
