import { useEffect, useState } from 'react';
import { useTableNotices } from '#src/kit/cart/hooks.ts';

/** ms after a change in which its diner counts as choosing. */
const standsFor = 20_000;

/** Ids of the other diners who changed something in sight of this one a moment ago. */
export function useJustChanged(): ReadonlySet<string> {
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map());

  useTableNotices((notice) => {
    if (notice.kind !== 'peersChanged') return;
    const until = Date.now() + standsFor;
    const userIds = notice.records.flatMap((record) => ('event' in record ? [record.event.userId] : []));
    setChanges((before) => new Map([...before, ...userIds.map((userId) => [userId, until] as const)]));
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
