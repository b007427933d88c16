import { nanoid } from 'nanoid';
import { BehaviorSubject, filter, fromEvent, map, merge, share } from 'rxjs';
import { getCorrectedTime } from '#client/api/server-clock.ts';
import type { State } from './state.ts';
import type { Environment } from './environment.ts';

let visibility: BehaviorSubject<boolean> | undefined;

/** Whether the page is visible. All callers share one state for the life of the page. */
export function watchVisibility(): State<boolean> {
  if (visibility) return visibility;
  visibility = new BehaviorSubject(isPageVisible());
  fromEvent(document, 'visibilitychange').pipe(map(isPageVisible)).subscribe(visibility);
  return visibility;
}

function isPageVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** The environment of a real page. */
export function createBrowserEnvironment(): Environment {
  const seen = fromEvent(document, 'visibilitychange').pipe(map(isPageVisible), share());
  return {
    now: getCorrectedTime,
    uptime: () => performance.now(),
    random: Math.random,
    // 60 random bits: short, because every event contains it, and still unique within a restaurant.
    newId: () => nanoid(10),
    timer: (ms, work) => {
      // Browsers drop fractions of a millisecond, so the timer would ring before the work is due.
      const timer = setTimeout(work, Math.max(0, Math.ceil(ms)));
      return () => clearTimeout(timer);
    },
    online: () => navigator.onLine,
    looking: isPageVisible,
    wake: merge(
      fromEvent(window, 'online'),
      fromEvent(window, 'pageshow'),
      seen.pipe(filter((isSeen) => isSeen)),
    ).pipe(
      map(() => undefined),
      share(),
    ),
    leave: merge(fromEvent(window, 'pagehide'), seen.pipe(filter((isSeen) => !isSeen))).pipe(
      map(() => undefined),
      share(),
    ),
  };
}
