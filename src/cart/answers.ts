import type { Sync } from '#contract/cart.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import { orderPlaced } from '#events/order-placed.ts';
import type { LogRecord } from '#events/records.ts';
import { sameVector, type VersionVector } from '#events/version-vector.ts';
import { viewDigest } from '#projections/view-json.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import type { Author } from './mint.ts';
import type { Outcome, ServerKind } from './outbox.ts';
import { heardOfPlain, plainSnapshot, sameSnapshot } from './plain-server.ts';
import { recordsOfSync } from './sync-records.ts';
import { isPlain, type ServerAnswer } from './transport.ts';

export interface AnswersOptions {
  readonly journal: Journal;
  readonly env: Environment;
  readonly sessionId: string;
  readonly author: () => Author;
  /** The server named another session (S1). */
  readonly sessionEnded: () => void;
  /** P2: own changes were perhaps carried out, perhaps not: a plain server's cart says neither before nor after. */
  readonly isInDoubt: () => boolean;
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
  /** P2: a cart was left aside while a change was in doubt, and none has come since. */
  readonly hasMissedOne: boolean;
  /** Resolves with the first answer: `serverKind` is known. */
  readonly met: Promise<void>;
  /** False when the answer belongs to another session. */
  sync(sync: Sync): boolean;
  snapshot(answer: ServerAnswer): void;
  /** What another tab has learnt, as it goes into this one's log. */
  ofSibling(records: readonly LogRecord[]): readonly LogRecord[];
  /** The answer to a batch of own events; undefined when it belongs to another session. */
  outcome(answer: ServerAnswer, batch: readonly AnyEvent[], versionBefore: number): Outcome | undefined;
  /** The server took these out for good. */
  rejected(ids: readonly string[], code: number): void;
  /**
   * O1: with a plain server the phone mints the order itself, once it is placed.
   * @param versionBefore the newest that the phone had heard of when it asked for the order
   */
  mintOrder(orderId: string, seen: VersionVector, versionBefore: number): OrderMinted | undefined;
}

export function createAnswers(options: AnswersOptions): Answers {
  const { journal, env, sessionId, author } = options;
  let serverKind: ServerKind = 'unknown';
  let hasMissedOne = false;
  let meet = () => {};
  const met = new Promise<void>((resolve) => (meet = resolve));
  const isOfKind = (kind: 'aware' | 'plain') => {
    serverKind = kind;
    meet();
  };

  const fromServer = () => ({ t: env.now(), from: 'server' as const });

  const accept = (ids: readonly string[], version: number) =>
    journal.learn(heardOfPlain([{ ...fromServer(), accepted: { ids, version } }], journal.knowledge, true));

  const sync = (answer: Sync): boolean => {
    isOfKind('aware');
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
    if (journal.pending.size > 0 || view.waiting.length > 0 || !sameVector(known, view.known)) return false;
    // E7: an older program shows less by design.
    for (const entry of journal.knowledge.entries.values()) if (!entry.known) return false;
    return viewDigest(view) !== digest;
  };

  return {
    get serverKind() {
      return serverKind;
    },
    get hasMissedOne() {
      return hasMissedOne;
    },
    met,
    sync,
    snapshot(answer) {
      if (!isPlain(answer)) return void sync(answer);
      isOfKind('plain');
      const snapshot = plainSnapshot(answer, journal.knowledge);
      hasMissedOne = options.isInDoubt();
      if (!hasMissedOne && !sameSnapshot(snapshot, journal.knowledge.snapshot))
        journal.learn([{ ...fromServer(), snapshot }]);
      options.loaded();
    },
    ofSibling(records) {
      if (serverKind === 'aware') return records;
      const certain = options.isInDoubt() ? records.filter((record) => !('snapshot' in record)) : records;
      if (certain.length < records.length) hasMissedOne = true;
      return heardOfPlain(certain, journal.knowledge, serverKind === 'plain');
    },
    outcome(answer, batch, versionBefore) {
      if (isPlain(answer)) {
        isOfKind('plain');
        // A plain server takes whatever it stores.
        const version = answer.version ?? versionAfter(versionBefore);
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
    mintOrder(orderId, seen, versionBefore) {
      const event = journal.write(author(), (fields) => ({ ...orderPlaced(fields, { orderId }), seen }));
      if (!event) return undefined;
      const version = versionAfter(versionBefore);
      accept([event.id], version);
      return { event, version };
    },
  };
}

/**
 * P2: of a change whose answer names no version: the least that it can have. A cart of that version may still lack the
 * change, and is asked for again; with a later one a cut would hide what the server has.
 */
function versionAfter(before: number): number {
  return before + 1;
}
