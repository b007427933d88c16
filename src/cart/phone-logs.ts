import type { LogRecord } from '#events/records.ts';
import type { CartStorage, LogKey } from './storage/cart-storage.ts';
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
  current: LogKey | undefined,
): Promise<PhoneLog[]> {
  const parts = await storage.history();
  const stored = current ? await storage.load(current) : [];
  const logs = new Map<string, PhoneLog>();
  const keep = (log: LogKey, replicaId: string) => {
    const id = JSON.stringify([log.merchantId, log.tableId, log.sessionId, log.userId, replicaId]);
    if (logs.has(id)) return;
    const isCurrent = log === current;
    const live = isCurrent ? stored.find((each) => each.replicaId === replicaId) : undefined;
    logs.set(id, { log, replicaId, records: wholeLog(log, replicaId, parts, live) });
  };
  if (current) for (const { replicaId } of stored) keep(current, replicaId);
  for (const { log, replicaId } of parts.toReversed()) keep(log, replicaId);
  return [...logs.values()].filter(({ records }) => records.length > 0);
}
