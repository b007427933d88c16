import type { Sync } from '#contract/cart.ts';
import { emptyLog } from '#events/log.ts';
import { includes, reach } from '#events/version-vector.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import { recordsOfSync } from './sync-records.ts';
import { asked, isPlain, type CartTransport } from './transport.ts';

export interface RestartOptions {
  readonly journal: Journal;
  readonly transport: CartTransport;
  readonly env: Environment;
  readonly sessionId: string;
  readonly isClosed: () => boolean;
}

/** G5: starting again from the whole of what the server has; one at a time. */
export interface Restart {
  /** Phone and server know the same and show something else. Mended once: a second time would not help. */
  diverged(): void;
  /** E5: the server goes on lacking what others had told; only its own word helps. */
  stuck(): Promise<void>;
}

export function createRestart({ journal, transport, env, sessionId, isClosed }: RestartOptions): Restart {
  let running: Promise<boolean> | undefined;
  let isMended = false;

  const start = async (fits: (sync: Sync) => boolean): Promise<boolean> => {
    const answer = await asked(transport.snapshot({}));
    if (isClosed() || !answer.ok || isPlain(answer.value)) return false;
    const sync = answer.value;
    // An answer that is older than what this phone has been told would take that away again.
    if (sync.sessionId !== sessionId || !hasAllAccepted(sync) || !fits(sync)) return false;
    journal.startAgain(recordsOfSync(sync, emptyLog, env.now()));
    return true;
  };

  const once = (fits: (sync: Sync) => boolean): Promise<boolean> =>
    (running ??= start(fits).finally(() => {
      running = undefined;
    }));

  const hasAllAccepted = ({ known }: Sync): boolean => {
    for (const id of journal.knowledge.accepted.keys()) {
      const entry = journal.knowledge.entries.get(id);
      if (entry && entry.seq > reach(known, entry.replicaId)) return false;
    }
    return true;
  };

  return {
    diverged() {
      if (isMended) return;
      void once(({ known }) => includes(known, journal.view.value.known)).then((done) => {
        isMended ||= done;
      });
    },
    stuck: async () => {
      await once(() => true);
    },
  };
}
