import { includes, union, type VersionVector } from '#events/version-vector.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import { asked, isPlain, type CartTransport, type ServerAnswer } from './transport.ts';

/** Between two questions that did not bring what is missing, ms: doubled each time, up to the longest. */
const retry = { firstMs: 2_000, maxMs: 30_000 };

export interface CatchUpOptions {
  readonly journal: Journal;
  readonly transport: CartTransport;
  readonly env: Environment;
  readonly learn: (answer: ServerAnswer) => void;
  /** Of the outbox: grows with every request that changes something. */
  readonly changes: () => number;
  readonly refused: (code: number, msg: string) => void;
  readonly reachable: (isReachable: boolean) => void;
}

/** So many questions may follow each other at once; a flood of wishes beyond them waits, ms. */
const burst = { questions: 3, pauseMs: 1_000 };

/** G6: asks the server for what this phone lacks; one question at a time, the last wish is always served. */
export interface CatchUp {
  ask(): void;
  /** The server said that it knows this: asks until the phone knows it too (D16). */
  hint(known: VersionVector): void;
  /** Asks, and resolves with the next answer. */
  refreshed(): Promise<void>;
  close(): void;
}

export function createCatchUp({
  journal,
  transport,
  env,
  learn,
  changes,
  refused,
  reachable,
}: CatchUpOptions): CatchUp {
  let wanted = false;
  let running: Promise<void> | undefined;
  let closed = false;
  let delay = retry.firstMs;
  let hinted: VersionVector = {};
  const waiters: (() => void)[] = [];

  const run = async () => {
    for (let question = 1; wanted && !closed; question += 1) {
      if (question > burst.questions) await env.after(burst.pauseMs);
      wanted = false;
      const before = changes();
      const answer = await asked(transport.snapshot(journal.view.value.known));
      if (closed) return;
      // P2: a plain server's cart, read while an own change was on its way, says neither before nor after.
      if (answer.ok && isPlain(answer.value) && (before !== changes() || isUnderWay(before))) {
        wanted = true;
        await env.after(0);
        continue;
      }
      if (answer.ok) {
        reachable(true);
        learn(answer.value);
        for (const resolve of waiters.splice(0)) resolve();
        // V1: something is still missing: its author has perhaps not sent it yet, or the answer is older than the hint.
        if (journal.view.value.waiting.length > 0 || lags()) await pauseAndWant();
        else delay = retry.firstMs;
      } else if (answer.failure.kind === 'refused') {
        wanted = false;
        refused(answer.failure.code, answer.failure.msg);
        return;
      } else {
        reachable(false);
        await pauseAndWant();
      }
    }
  };

  const lags = () => !includes(journal.view.value.known, hinted);

  const pauseAndWant = async () => {
    await env.sleep(delay * (0.5 + env.random()));
    delay = Math.min(delay * 2, retry.maxMs);
    wanted = true;
  };

  const ask = () => {
    wanted = true;
    if (running || closed) return;
    running = run().finally(() => {
      running = undefined;
      if (wanted && !closed) ask();
    });
  };

  return {
    ask,
    hint(known) {
      hinted = union(hinted, known);
      if (lags()) ask();
    },
    refreshed: () =>
      new Promise((resolve) => {
        if (closed) return resolve();
        waiters.push(resolve);
        ask();
      }),
    close: () => {
      closed = true;
      for (const resolve of waiters.splice(0)) resolve();
    },
  };
}

/** Every request counts at its start and at its end: an odd number means that one is under way. */
function isUnderWay(changes: number): boolean {
  return changes % 2 === 1;
}
