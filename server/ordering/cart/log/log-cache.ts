/** Sessions that this process keeps in memory: those used last, as many as have room. The database has the last word. */
import type { Db } from '#server/platform/store/transactions.ts';
import type { SessionLog } from './merged-log.ts';

/** Bytes of the sessions of one process: more than a thousand tables late in the evening. */
const room = 128 * 2 ** 20;

interface Cache {
  readonly logs: Map<string, SessionLog>;
  bytes: number;
}

const caches = new WeakMap<Db, Cache>();

/** The session as this process knows it; another one may be further. */
export function recall(db: Db, sessionId: string): SessionLog | undefined {
  return caches.get(db)?.logs.get(sessionId);
}

/** Memory learns of a log that is committed; a newer one stays. */
export function remember(db: Db, log: SessionLog, bytes = room): void {
  let cache = caches.get(db);
  if (!cache) caches.set(db, (cache = { logs: new Map(), bytes: 0 }));
  const known = cache.logs.get(log.sessionId);
  const kept = known && known.version > log.version ? known : log;
  cache.logs.delete(log.sessionId);
  cache.logs.set(log.sessionId, kept);
  cache.bytes += kept.bytes - (known?.bytes ?? 0);
  for (const [oldest, { bytes: freed }] of cache.logs) {
    // The one in use stays, however large.
    if (cache.bytes <= bytes || oldest === log.sessionId) break;
    cache.logs.delete(oldest);
    cache.bytes -= freed;
  }
}

/** What is written was changed behind its back. */
export function forgetLogs(db: Db): void {
  caches.delete(db);
}
