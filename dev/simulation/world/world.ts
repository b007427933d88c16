/** What all parts of a simulation share. */
import type { Random } from './random.ts';
import type { RateFault } from '../plan/plan.ts';
import type { Scheduler } from './scheduler.ts';

/** A promise of the merge rules that a run broke. */
export class Violation extends Error {}

export interface World {
  readonly clock: Scheduler;
  readonly random: Random;
  /** Draws whether a fault strikes now, and counts it when it does; never once the world is healed. */
  strikes(fault: RateFault, random: Random): boolean;
  /** Counts something that happened, for the guard against runs in which nothing does. */
  count(what: string): void;
  /** A line of the trace; the text is made only when somebody reads it. */
  note(text: () => string): void;
  /** Ends the run with a broken promise. The first one counts. */
  fail(rule: string, what: string): void;
}

/** From the phone to the server, and back. */
export type Way = 'up' | 'down';

/** A tab's life: when it is over nothing that it had planned happens any more, as in a browser. */
export class Life {
  alive = true;
  private readonly endings = new Set<() => void>();

  /** `end` is called when the tab dies; the answer forgets it. */
  onEnd(end: () => void): () => void {
    this.endings.add(end);
    return () => this.endings.delete(end);
  }

  end(): void {
    if (!this.alive) return;
    this.alive = false;
    for (const end of this.endings) end();
    this.endings.clear();
  }
}
