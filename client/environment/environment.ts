import type { Observable } from 'rxjs';
import type { Moment } from '#sync/ports/input.ts';

/** Time, randomness and the state of the page. Tests and the simulation bring their own. */
export interface Environment {
  /** The phone's clock, corrected by the server's time, ms. */
  now(): number;
  /** A monotonic clock with any start, ms. Changes of the phone's clock do not affect it. */
  uptime(): number;
  /** In [0, 1). */
  random(): number;
  /** A short random id without `:`. */
  newId(): string;
  /** Calls `work` after `ms`. Returns a function that cancels it. */
  timer(ms: number, work: () => void): () => void;
  /** False if the phone reports that it has no network. True does not mean that the server can be reached. */
  online(): boolean;
  /** True while the page is visible. */
  looking(): boolean;
  /** The network is back or the page is visible again. Failed work may be retried now. */
  readonly wake: Observable<void>;
  /** The page may end at any moment, so unsaved data must be written now. */
  readonly leave: Observable<void>;
}

/** Resolves after `ms`, or earlier when `wake` emits. */
export function sleep(env: Pick<Environment, 'timer' | 'wake'>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const woken = env.wake.subscribe(() => finish());
    const cancel = env.timer(ms, () => finish());
    const finish = () => {
      woken.unsubscribe();
      cancel();
      resolve();
    };
  });
}

/** Returns the moment for an input that is created now. */
export function createMoment(env: Environment): Moment {
  return {
    now: env.now(),
    uptime: env.uptime(),
    chance: env.random(),
    id: env.newId(),
    looking: env.looking(),
  };
}
