import { logFormatVersion, type LogHeader } from '#events/records/log-file.ts';
import type { LogRecord } from '#events/records/records.ts';
import { dinerState } from '#client/api/diner-state.ts';
import { getCorrectedTime } from '#client/api/server-clock.ts';
import { loadPhoneLogs } from '#client/logs/phone-logs.ts';
import { getRunningCart } from '#client/logs/running-cart.ts';
import { attachRuns } from '#client/logs/attach-runs.ts';
import type { LogKey } from '#sync/ports/storage.ts';
import { createIdbRunStorage, type StoredRun } from '#client/storage/indexeddb-runs.ts';
import { createIdbStorage } from '#client/storage/indexeddb-storage.ts';

/** A log with the content of a log file. */
export interface StoredLog {
  readonly header: LogHeader;
  readonly records: readonly LogRecord[];
  /** The recorded input of its engine, line by line, the oldest run first; undefined if nothing was recorded. */
  readonly run?: readonly string[] | undefined;
  /** Some records can no longer be read. */
  readonly isPartial?: boolean;
}

/**
 * Reads every log on this phone, those of the current table first, with the recordings that belong to them. A diner who
 * logged in also has the log of the guest before. It needs no running cart, and rejects if the database cannot be read.
 */
export async function readStoredLogs(): Promise<StoredLog[]> {
  // Reading its history makes the running cart write all waiting records to the disk.
  await getRunningCart()?.history().catch(console.warn);
  const storage = createIdbStorage();
  try {
    const logs = attachRuns(await loadPhoneLogs(storage, listTableKeys()), await readRuns());
    return logs.map(({ log, replicaId, ...rest }) => ({ header: parseHeader(log, replicaId), ...rest }));
  } finally {
    await storage.close().catch(console.warn);
  }
}

async function readRuns(): Promise<readonly StoredRun[]> {
  const storage = createIdbRunStorage();
  try {
    return await storage.loadRuns();
  } catch (error) {
    console.warn('the recordings can not be read', error);
    return [];
  } finally {
    storage.close();
  }
}

/** The keys of the logs that this phone writes, or wrote before a login, at its table. */
export function listTableKeys(): LogKey[] {
  const { table, member, earlier } = dinerState.value;
  if (!table || !member) return [];
  const { merchantId, tableId, sessionId } = table;
  const before = earlier?.sessionId === sessionId ? earlier.userIds : [];
  return [member.id, ...before].map((userId) => ({ merchantId, tableId, sessionId, userId }));
}

/** The first line of a log file. */
export function parseHeader({ merchantId, tableId, sessionId }: LogKey, replicaId: string): LogHeader {
  const exportedAt = Math.round(getCorrectedTime());
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
