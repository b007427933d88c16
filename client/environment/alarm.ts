import { observeOn, queueScheduler, type Observable } from 'rxjs';
import type { Environment } from './environment.ts';

interface Alarm {
  /** Sets the uptime at which `ring` is called once, ms. It replaces the last one; Infinity means never. */
  set(due: number): void;
}

/** Creates a single timer for the engine, which always knows its next due time. */
export function createAlarm(env: Pick<Environment, 'uptime' | 'timer'>, ring: () => void): Alarm {
  let set = Infinity;
  let cancel = () => {};
  return {
    set(due) {
      if (due === set) return;
      cancel();
      cancel = () => {};
      set = due;
      if (due === Infinity) return;
      cancel = env.timer(due - env.uptime(), () => {
        set = Infinity;
        ring();
      });
    },
  };
}

/** Resolves with true as soon as a value of the state fulfils `holds`, or with false after `ms`. */
export function waitUntil<T>(
  env: Pick<Environment, 'timer'>,
  ms: number,
  state: Observable<T>,
  holds: (value: T) => boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isDone: boolean) => {
      cancel();
      subscription.unsubscribe();
      resolve(isDone);
    };
    const cancel = env.timer(ms, () => finish(false));
    const subscription = state.pipe(observeOn(queueScheduler)).subscribe((value) => {
      if (holds(value)) queueMicrotask(() => finish(true));
    });
  });
}
