import type { Environment } from '#client/environment/environment.ts';
import type { Scheduler } from './scheduler.ts';

/** How far a page's time moves from one look at it to the next, ms. */
const lookMs = 0.001;

/** Virtual time as a browser's page has it: it moves on while code runs, and a timer of more than 1 ms may ring up to 1 ms too early. */
export function pageTime(clock: Scheduler): Pick<Environment, 'uptime' | 'timer'> {
  let last = 0;
  return {
    uptime: () => (last = Math.max(clock.now, last + lookMs)),
    timer: (ms, work) => {
      const planned = clock.after(Math.max(1, Math.trunc(ms)), work);
      return () => planned.cancel();
    },
  };
}
