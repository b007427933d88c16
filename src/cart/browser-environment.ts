import { nanoid } from 'nanoid';
import { filter, firstValueFrom, fromEvent, map, merge, share, timer } from 'rxjs';
import { correctedNow } from '#src/api/server-clock.ts';
import type { Environment } from './environment.ts';

/** The environment of a real page. */
export function browserEnvironment(): Environment {
  const wake = merge(
    fromEvent(window, 'online'),
    fromEvent(window, 'pageshow'),
    fromEvent(document, 'visibilitychange').pipe(filter(() => document.visibilityState === 'visible')),
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
    wake,
  };
}
