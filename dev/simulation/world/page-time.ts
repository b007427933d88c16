import type { Environment } from '#client/environment/environment.ts';
import type { Scheduler } from './scheduler.ts';

/** How far a page's time moves between two readings, ms. */
const lookMs = 0.001;

/** Virtual time as in a browser's page. It advances while code runs, and a timer may fire up to 1 ms too early. */
export function createPageTime(clock: Scheduler): Pick<Environment, 'uptime' | 'timer'> {
  let last = 0;
  return {
    uptime: () => (last = Math.max(clock.now, last + lookMs)),
    timer: (ms, work) => {
      const planned = clock.after(Math.max(1, Math.trunc(ms)), work);
      return () => planned.cancel();
    },
  };
}
