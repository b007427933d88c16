import { logFormatVersion, type LogHeader, type LogRecord } from '#events/records/records.ts';
import { dinerState } from '#client/api/diner-state.ts';
import { correctedNow } from '#client/api/server-clock.ts';
import { phoneLogs } from '#client/logs/phone-logs.ts';
import { withRuns } from '#client/logs/with-runs.ts';
import type { LogKey } from '#sync/ports/storage.ts';
import { createIdbRunStorage, type StoredRun } from '#client/storage/indexeddb-runs.ts';
import { createIdbStorage } from '#client/storage/indexeddb-storage.ts';

/** A log as a file has it (L1, L2). */
export interface KeptLog {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
  /** What its engine was told, line by line, oldest run first; undefined: nothing was recorded. */
  readonly run?: readonly string[] | undefined;
  /** Some of it can't be read any more. */
  readonly isPartial?: boolean;
}

/**
 * Every log that this phone keeps, those of the table first: also of who the diner was before a login; and what was
 * recorded with it, or without one. Works without a running cart. Rejects when the browser's database can't be read.
 */
export async function keptLogs(): Promise<KeptLog[]> {
  const storage = createIdbStorage();
  try {
    const logs = withRuns(await phoneLogs(storage, tableKeys()), await keptRuns());
    return logs.map(({ log, replicaId, ...rest }) => ({ header: headerOf(log, replicaId), ...rest }));
  } finally {
    await storage.close().catch(console.warn);
  }
}

async function keptRuns(): Promise<readonly StoredRun[]> {
  const storage = createIdbRunStorage();
  try {
    return await storage.loadRuns();
  } catch (error) {
    console.warn('what was recorded can not be read', error);
    return [];
  } finally {
    storage.close();
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
