import { condense } from '#events/records/condense.ts';
import type { Knowledge } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { CartStorage, LogKey } from '#sync/ports/storage.ts';

/**
 * Loads all records of a diner's logs of one table session: those of all tabs and those in the archive. A diner has several
 * logs if they logged in. If the disk cannot be read, returns only the records in memory. Never rejects.
 * @param t now, ms
 */
export async function loadTableHistory(
  storage: CartStorage,
  keys: readonly LogKey[],
  knowledge: Knowledge,
  t: number,
): Promise<LogRecord[]> {
  const inMemory = condense(knowledge, t);
  try {
    // The import may fail without a network. Then, too, the records in memory are returned.
    const { loadPhoneLogs } = await import('./phone-logs.ts');
    const logs = await loadPhoneLogs(storage, keys, { alone: true });
    return [...logs.flatMap(({ records }) => records), ...inMemory];
  } catch (error) {
    console.warn('the history cannot be read; only the records in memory are shown', error);
    return inMemory;
  }
}
