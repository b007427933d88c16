import type { Sync } from '#contract/cart.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import { orderPlaced } from '#events/order-placed.ts';
import { sameVector, type VersionVector } from '#events/version-vector.ts';
import { viewDigest } from '#projections/view-json.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import type { Author } from './mint.ts';
import type { Outcome, ServerKind } from './outbox.ts';
import { newestVersion, plainSnapshot, sameSnapshot } from './plain-server.ts';
import { recordsOfSync } from './sync-records.ts';
import { isPlain, type ServerAnswer } from './transport.ts';

export interface AnswersOptions {
  readonly journal: Journal;
  readonly env: Environment;
  readonly sessionId: string;
  readonly author: () => Author;
  /** The server named another session (S1). */
  readonly sessionEnded: () => void;
  /** The first answer is in. */
  readonly loaded: () => void;
  /** G5: phone and server know the same and show something else. */
  readonly diverged: () => void;
}

/** An order that this phone wrote down, with the version that goes with it (P2). */
export interface OrderMinted {
  readonly event: AnyEvent;
  readonly version: number;
}

/** What the server answers, of either kind (P1, P2), taken into the log. */
export interface Answers {
  readonly serverKind: ServerKind;
  /** False when the answer belongs to another session. */
  sync(sync: Sync): boolean;
  snapshot(answer: ServerAnswer): void;
  /** The answer to a batch of own events; undefined when it belongs to another session. */
  outcome(answer: ServerAnswer, batch: readonly AnyEvent[]): Outcome | undefined;
  /** The server took these out for good. */
  rejected(ids: readonly string[], code: number): void;
  /** O1: with a plain server the phone mints the order itself, once it is placed. */
  mintOrder(orderId: string, seen: VersionVector): OrderMinted | undefined;
}

export function createAnswers(options: AnswersOptions): Answers {
  const { journal, env, sessionId, author } = options;
  let serverKind: ServerKind = 'unknown';

  const fromServer = () => ({ t: env.now(), from: 'server' as const });

  const accept = (ids: readonly string[], version: number) =>
    journal.learn([{ ...fromServer(), accepted: { ids, version } }]);

  const sync = (answer: Sync): boolean => {
    serverKind = 'aware';
    if (answer.sessionId !== sessionId) {
      options.sessionEnded();
      return false;
    }
    journal.learn(recordsOfSync(answer, journal.knowledge, env.now()));
    options.loaded();
    if (hasDiverged(answer)) options.diverged();
    return true;
  };

  // G5: compared only when nothing is on its way on either side.
  const hasDiverged = ({ known, digest }: Sync): boolean => {
    const view = journal.view.value;
    if (journal.pending().length > 0 || view.waiting.length > 0 || !sameVector(known, view.known))
      return false;
    // E7: an older program shows less by design.
    for (const entry of journal.knowledge.entries.values()) if (!entry.known) return false;
    return viewDigest(view) !== digest;
  };

  return {
    get serverKind() {
      return serverKind;
    },
    sync,
    snapshot(answer) {
      if (!isPlain(answer)) return void sync(answer);
      serverKind = 'plain';
      const snapshot = plainSnapshot(answer, journal.knowledge);
      if (!sameSnapshot(snapshot, journal.knowledge.snapshot)) journal.learn([{ ...fromServer(), snapshot }]);
      options.loaded();
    },
    outcome(answer, batch) {
      if (isPlain(answer)) {
        serverKind = 'plain';
        // A plain server takes whatever it stores; where its answer names no version, it is the next one.
        const version = answer.version ?? newestVersion(journal.knowledge) + 1;
        const ids = batch.map(({ id }) => id);
        // Events of other tabs are in the log from now on.
        const others = batch.filter(({ id }) => !journal.knowledge.entries.has(id));
        journal.learn(others.map((event) => ({ ...fromServer(), from: 'peer', event })));
        accept(ids, version);
        return { accepted: ids, rejected: [], version, missing: undefined, known: {} };
      }
      if (!sync(answer)) return undefined;
      const { accepted, rejected = [], version, missing, known } = answer;
      const rejectedIds = rejected.flatMap(({ ids }) => ids);
      return { accepted: accepted?.ids ?? [], rejected: rejectedIds, version, missing, known };
    },
    rejected(ids, code) {
      journal.learn([{ ...fromServer(), rejected: { ids, code } }]);
    },
    mintOrder(orderId, seen) {
      const event = journal.write(author(), (fields) => ({ ...orderPlaced(fields, { orderId }), seen }));
      if (!event) return undefined;
      const version = newestVersion(journal.knowledge) + 1;
      accept([event.id], version);
      return { event, version };
    },
  };
}
