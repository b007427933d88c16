/** The clock, the random numbers, the faults and the records that all parts of a simulation share. */
import type { Random } from './random.ts';
import type { RateFault } from '../plan/plan.ts';
import type { Scheduler } from './scheduler.ts';

/** A promise of the merge rules that a run broke. */
export class Violation extends Error {}

export interface World {
  readonly clock: Scheduler;
  readonly random: Random;
  /** Draws whether a fault happens now, and counts it. False after the world is healed. */
  strikes(fault: RateFault, random: Random): boolean;
  /** Counts something that happened. A test checks that each kind of event happens in some runs. */
  count(what: string): void;
  /** Adds a line to the trace. The text is created only if there is a reader. */
  note(text: () => string): void;
  /** Ends the run with a broken promise. The first one counts. */
  fail(rule: string, what: string): void;
}

/** Up is from the phone to the server. */
export type Way = 'up' | 'down';

/** The life of a tab. After its end, none of the tab's planned work runs, as in a browser. */
export class Life {
  alive = true;
  private readonly endings = new Set<() => void>();

  /** Calls `end` when the tab is closed. Returns a function that cancels this. */
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
