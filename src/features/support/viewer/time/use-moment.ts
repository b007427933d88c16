import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { findPosition, type TableOfLogs } from '../logs/table-of-logs.ts';

/** The place right after a record of one log. A link contains it, because it does not depend on the other open logs. */
export interface Place {
  readonly key: string;
  readonly number: number;
}

/** How long the scrubber must rest before the address is updated, ms. */
const addressDelay = 250;

/**
 * The chosen moment. It is also in the address:
 *
 *     #at=<replica id>/<number of the record>
 *     #at=start
 *     (nothing)                                 the end
 */
export function useMoment(table: TableOfLogs) {
  const location = useLocation();
  const navigate = useNavigate();
  const [place, setPlace] = useState(() => placeIn(location.hash));
  const written = useRef(location.hash);

  const found = useMemo(() => {
    if (place === 'start') return 0;
    return place === 'end' ? undefined : findPosition(table, place.key, place.number);
  }, [place, table]);
  const position = found ?? table.axis.length;

  // The address has changed because a link was opened on this page.
  useEffect(() => {
    if (location.hash === written.current) return;
    written.current = location.hash;
    setPlace(placeIn(location.hash));
  }, [location.hash]);

  const write = useEffectEvent((to: WhichPlace) => {
    const hash = hashOf(to);
    if (hash === written.current) return;
    written.current = hash;
    void navigate({ search: location.search, hash }, { replace: true, state: location.state });
  });
  useEffect(() => {
    const timer = setTimeout(() => write(place), addressDelay);
    return () => clearTimeout(timer);
  }, [place]);

  const go = useCallback(
    (next: number) => {
      const moment = table.axis[next - 1];
      if (next >= table.axis.length) setPlace('end');
      else if (!moment) setPlace('start');
      else setPlace({ key: table.phones[moment.phone]!.key, number: moment.index + 1 });
    },
    [table],
  );
  // The place of a link whose log is not open or has no such record.
  const missing = typeof place === 'object' && found === undefined ? place : undefined;
  return { position, go, missing };
}

type WhichPlace = Place | 'start' | 'end';

/** The hash of the address for a place. */
export function hashOf(place: WhichPlace): string {
  if (place === 'end') return '';
  return place === 'start' ? '#at=start' : `#at=${encodeURIComponent(place.key)}/${place.number}`;
}

/** The place in the hash of an address. */
export function placeIn(hash: string): WhichPlace {
  const at = new URLSearchParams(hash.replace(/^#/, '')).get('at');
  if (at === 'start') return 'start';
  const [, key, number] = /^(.+)\/(\d{1,9})$/.exec(at ?? '') ?? [];
  return key === undefined ? 'end' : { key, number: Number(number) };
}
