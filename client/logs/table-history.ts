import { condense } from '#events/records/condense.ts';
import type { Knowledge } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { CartStorage, LogKey } from '#sync/ports/storage.ts';

/**
 * Every record that this phone still has of a diner's logs of one session (a guest who logs in begins another), of all
 * its tabs and from the archive; when the disk can't be read, what the cart works with. Never rejects. `t`: now, ms.
 */
export async function loadTableHistory(
  storage: CartStorage,
  keys: readonly LogKey[],
  knowledge: Knowledge,
  t: number,
): Promise<LogRecord[]> {
  const inMemory = condense(knowledge, t);
  try {
    // What reads the disk may not have come before the network went.
    const { loadPhoneLogs } = await import('./phone-logs.ts');
    const logs = await loadPhoneLogs(storage, keys, { alone: true });
    return [...logs.flatMap(({ records }) => records), ...inMemory];
  } catch (error) {
    console.warn('the history can not be read, what is in memory is shown', error);
    return inMemory;
  }
}
