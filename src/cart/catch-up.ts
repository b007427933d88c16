import type { Sync } from '#contract/cart.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import type { CartTransport } from './transport.ts';

/** Between two tries of a snapshot that did not come, ms. */
const retryMs = 2_000;

export interface CatchUpOptions {
  readonly journal: Journal;
  readonly transport: CartTransport;
  readonly env: Environment;
  readonly learn: (sync: Sync) => boolean;
  readonly refused: (code: number) => void;
  readonly reachable: (isReachable: boolean) => void;
}

/** G6: asks the server for what this phone lacks; one question at a time, the last wish is always served. */
export interface CatchUp {
  ask(): void;
  close(): void;
}

export function createCatchUp({
  journal,
  transport,
  env,
  learn,
  refused,
  reachable,
}: CatchUpOptions): CatchUp {
  let wanted = false;
  let running = false;
  let closed = false;

  const run = async () => {
    while (wanted && !closed) {
      wanted = false;
      const answer = await transport.snapshot(journal.view.value.known);
      if (closed) return;
      if (answer.ok) {
        reachable(true);
        if (answer.value) learn(answer.value);
        // V1: something is still missing; its author has perhaps not sent it yet.
        if (journal.view.value.waiting.length > 0) await pauseAndWant();
      } else if (answer.failure.kind === 'refused') {
        refused(answer.failure.code);
        return;
      } else {
        reachable(false);
        await pauseAndWant();
      }
    }
  };

  const pauseAndWant = async () => {
    await env.sleep(retryMs * (0.5 + env.random()));
    wanted = true;
  };

  const ask = () => {
    wanted = true;
    if (running || closed) return;
    running = true;
    void run().finally(() => {
      running = false;
    });
  };

  return {
    ask,
    close: () => {
      closed = true;
    },
  };
}
