import type { Observable } from 'rxjs';

/** Time, chance and the outside world, handed in: a test or a simulation brings its own. */
export interface Environment {
  /** The phone's clock, corrected by the server's time, ms. */
  now(): number;
  /** In [0, 1). */
  random(): number;
  /** A short random id without `:`. */
  newId(): string;
  /** Resolves after `ms`, or at once when `wake` emits: for what is worth another try then. */
  sleep(ms: number): Promise<void>;
  /** Resolves after `ms`, whatever happens meanwhile: for limits. */
  after(ms: number): Promise<void>;
  /** False while the phone itself says that it has no network; true promises nothing. */
  online(): boolean;
  /** True while the diner looks at the app. */
  looking(): boolean;
  /** The network is back, the page is visible again: what failed is worth another try now. */
  readonly wake: Observable<void>;
}
