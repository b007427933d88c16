import { logFormatVersion, type LogHeader, type LogRecord } from '#events/records.ts';
import { dinerState } from '#src/api/diner-state.ts';
import { correctedNow } from '#src/api/server-clock.ts';
import { phoneLogs } from '#src/runtime/logs/phone-logs.ts';
import type { LogKey } from '#sync/ports/storage.ts';
import { idbStorage } from '#src/runtime/storage/idb-storage.ts';

/** A log as a file has it (L1, L2). */
export interface KeptLog {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
}

/**
 * Every log that this phone keeps, those of the table first: also of who the diner was before a login. Works without a
 * running cart. Rejects when the browser's database can't be read.
 */
export async function keptLogs(): Promise<KeptLog[]> {
  const storage = idbStorage();
  try {
    const logs = await phoneLogs(storage, tableKeys());
    return logs.map(({ log, replicaId, records }) => ({ header: headerOf(log, replicaId), records }));
  } finally {
    await storage.close().catch(console.warn);
  }
}

/** The logs that this phone writes, or wrote, at its table. */
export function tableKeys(): LogKey[] {
  const { table, member, earlier } = dinerState.value;
  if (!table || !member) return [];
  const { merchantId, tableId, sessionId } = table;
  const before = earlier?.sessionId === sessionId ? earlier.userIds : [];
  return [member.id, ...before].map((userId) => ({ merchantId, tableId, sessionId, userId }));
}

/** L1 */
export function headerOf({ merchantId, tableId, sessionId }: LogKey, replicaId: string): LogHeader {
  const exportedAt = Math.round(correctedNow());
  return {
    format: 'cart-log',
    version: logFormatVersion,
    merchantId,
    tableId,
    sessionId,
    replicaId,
    exportedAt,
  };
}

/** The name of a log's file. */
export function logName({ merchantId, tableId, replicaId }: LogHeader): string {
  return `cart-log-${[merchantId, tableId, replicaId].filter(Boolean).join('-')}.jsonl`.replaceAll(
    /[^\w.-]/g,
    '_',
  );
}
