import { useEffect, useState } from 'react';
import { useTableNotices } from '#src/cart/hooks.ts';

/** How long a diner counts as choosing after a change, ms. */
const choosingMs = 20_000;

/** The ids of the other diners who changed something a moment ago. */
export function useJustChanged(): ReadonlySet<string> {
  /** By user id: when the diner no longer counts as choosing, ms since 1970. */
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map());

  useTableNotices((notice) => {
    if (notice.kind !== 'peersChanged') return;
    const until = Date.now() + choosingMs;
    const events = notice.records.flatMap((record) => ('event' in record ? [record.event] : []));
    setChanges((before) => {
      // An order ends the choosing of everybody before it. Their dishes went with it or wait for the next round.
      const ordered = events.findLastIndex(({ type }) => type === 'orderPlaced');
      const since = events.slice(ordered + 1).map(({ userId }) => [userId, until] as const);
      return new Map([...(ordered === -1 ? before : []), ...since]);
    });
  });
  useEffect(() => {
    if (changes.size === 0) return;
    const next = Math.min(...changes.values());
    const timer = setTimeout(
      () => setChanges((before) => new Map([...before].filter(([, until]) => until > next))),
      next - Date.now(),
    );
    return () => clearTimeout(timer);
  }, [changes]);
  return new Set(changes.keys());
}
