import type { Observable } from 'rxjs';
import type { Moment } from '#sync/ports/input.ts';

/** Time, chance and the outside world, handed in: a test or a simulation brings its own. */
export interface Environment {
  /** The phone's clock, corrected by the server's time, ms. */
  now(): number;
  /** Runs on evenly from any start, whatever the clock is set to, ms. */
  uptime(): number;
  /** In [0, 1). */
  random(): number;
  /** A short random id without `:`. */
  newId(): string;
  /** Calls `work` after `ms`, whatever happens meanwhile; answers how to call it off. */
  timer(ms: number, work: () => void): () => void;
  /** False while the phone itself says that it has no network; true promises nothing. */
  online(): boolean;
  /** True while the diner looks at the app. */
  looking(): boolean;
  /** The network is back, the page is visible again: what failed is worth another try now. */
  readonly wake: Observable<void>;
  /** The page may end at any moment: what is to be kept is to be written now. */
  readonly leave: Observable<void>;
}

/** Resolves after `ms`, or at once when `wake` emits: for what is worth another try then. */
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

/** The moment of an input that comes now. */
export function momentOf(env: Environment): Moment {
  return {
    now: env.now(),
    uptime: env.uptime(),
    chance: env.random(),
    id: env.newId(),
    looking: env.looking(),
  };
}
