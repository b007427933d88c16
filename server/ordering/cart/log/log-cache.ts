/** The session logs that this process keeps in memory: the ones used last, up to a number of bytes. */
import type { Db } from '#server/platform/store/transactions.ts';
import type { SessionLog } from './merged-log.ts';

/** Bytes per process. More than a thousand tables fit in late in the evening. */
const room = 128 * 2 ** 20;

interface Cache {
  readonly logs: Map<string, SessionLog>;
  bytes: number;
}

const caches = new WeakMap<Db, Cache>();

/** The cached log of a session. Another process may have changed the session since. */
export function findCachedLog(db: Db, sessionId: string): SessionLog | undefined {
  return caches.get(db)?.logs.get(sessionId);
}

/** Caches a log that is committed, unless a newer one is cached. */
export function cacheLog(db: Db, log: SessionLog, bytes = room): void {
  let cache = caches.get(db);
  if (!cache) caches.set(db, (cache = { logs: new Map(), bytes: 0 }));
  const known = cache.logs.get(log.sessionId);
  const kept = known && known.version > log.version ? known : log;
  cache.logs.delete(log.sessionId);
  cache.logs.set(log.sessionId, kept);
  cache.bytes += kept.bytes - (known?.bytes ?? 0);
  for (const [oldest, { bytes: freed }] of cache.logs) {
    // The log in use stays, however large it is.
    if (cache.bytes <= bytes || oldest === log.sessionId) break;
    cache.logs.delete(oldest);
    cache.bytes -= freed;
  }
}

/** Call it after the stored events were rewritten. */
export function dropCachedLogs(db: Db): void {
  caches.delete(db);
}
