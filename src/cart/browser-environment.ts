import { nanoid } from 'nanoid';
import { BehaviorSubject, filter, firstValueFrom, fromEvent, map, merge, share, timer } from 'rxjs';
import { correctedNow } from '#src/api/server-clock.ts';
import type { State } from './cart-engine.ts';
import type { Environment } from './environment.ts';

let looking: BehaviorSubject<boolean> | undefined;

/** Whether the page is looked at, and each time that this changes; one for the page's life. */
export function lookedAt(): State<boolean> {
  if (looking) return looking;
  looking = new BehaviorSubject(isLookedAt());
  fromEvent(document, 'visibilitychange').pipe(map(isLookedAt)).subscribe(looking);
  return looking;
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible';
}

/** The environment of a real page. */
export function browserEnvironment(): Environment {
  const wake = merge(
    fromEvent(window, 'online'),
    fromEvent(window, 'pageshow'),
    fromEvent(document, 'visibilitychange').pipe(filter(isLookedAt)),
  ).pipe(
    map(() => undefined),
    share(),
  );
  return {
    now: correctedNow,
    random: Math.random,
    // 10 characters of 64: short in every event, and no two phones of a restaurant ever meet.
    newId: () => nanoid(10),
    sleep: async (ms) => {
      await firstValueFrom(merge(timer(ms), wake));
    },
    after: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    online: () => navigator.onLine,
    looking: isLookedAt,
    wake,
  };
}
