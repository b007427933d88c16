import { codes } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import { entryOf } from '#events/log.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';
import { cartView, type CartView } from '#projections/cart-view.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import { ownOrderDetail, type OrderTable } from './order-detail.ts';
import { newestVersion } from './plain-server.ts';
import type { Siblings } from './tabs/siblings.ts';
import { asked, isPlain, type Answer, type CartTransport, type ServerAnswer } from './transport.ts';

/** G4: exponential back-off with jitter, ms. */
const backoff = { firstMs: 1_000, maxMs: 30_000 };

/** How often in a row everything may be held before the phone doubts what it was told. */
const heldTries = 3;

export type ServerKind = 'unknown' | 'aware' | 'plain';

/** What an answer said of a batch. */
export interface Outcome {
  readonly accepted: readonly string[];
  readonly rejected: readonly string[];
  readonly version: number;
  /** E5: what the server lacks, and what it knows. */
  readonly missing: VersionVector | undefined;
  readonly known: VersionVector;
}

/** The server will not have what is in the request (a plain one names no event); sending the same again is no use. */
export const unacceptable: readonly number[] = [
  codes.badRequest,
  codes.tooLarge,
  codes.soldOut,
  codes.pleaseAddItAgainToYourCart,
];

export interface OutboxOptions {
  readonly journal: Journal;
  readonly transport: CartTransport;
  readonly env: Environment;
  readonly userId: string;
  readonly table: OrderTable;
  /** Takes the answer to a batch into the log; undefined when it belongs to another session. */
  readonly learn: (
    answer: ServerAnswer,
    batch: readonly AnyEvent[],
    versionBefore: number,
  ) => Outcome | undefined;
  /** Own events that the server has just accepted: now the table may hear of them (P3). */
  readonly accepted: (events: readonly AnyEvent[], version: number) => void;
  /** The diner's other tabs: the one that leads sends for all of them. */
  readonly siblings: () => Pick<Siblings, 'leads' | 'events'>;
  /** `unknown` until the first answer. */
  readonly serverKind: () => ServerKind;
  /** Resolves when the snapshot that follows a change is in; a plain server's lines have their names only then. */
  readonly caughtUp: () => Promise<void>;
  /** E5: the server goes on lacking what others had told; only its own word helps. */
  readonly stuck: () => Promise<void>;
  /** The server refused the request as a whole. */
  readonly refused: (code: number, msg: string, events: readonly AnyEvent[]) => void;
  readonly reachable: (isReachable: boolean) => void;
  /** `sent` has changed. */
  readonly changed: () => void;
}

/** G4: sends what is pending, in order, one request at a time; what piles up meanwhile goes in the next one. */
export interface Outbox {
  /** Events that are in a request just now, or were held by the server. */
  readonly sent: ReadonlySet<string>;
  /** Grows at the start and at the end of every request: a read that saw it change overlapped one (P2). */
  readonly changes: number;
  /** P2: some change that has no answer may have reached the server all the same. */
  readonly isInDoubt: boolean;
  pump(): void;
  close(): void;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { journal, transport, env } = options;
  const sent = new Set<string>();
  /** E5: accepted once, yet the server says that it lacks them. */
  const again = new Set<string>();
  /** P2: perhaps sent, without an answer; of what a page before this one left nobody knows. */
  const doubtful = new Set(journal.pending);
  let running = false;
  let closed = false;
  let changes = 0;
  /** After the server refused a batch, events go one by one until the one at fault is found. */
  let batchSize: number = limits.eventsPerRequest;

  const nextBatch = (): AnyEvent[] => {
    const { leads, events: theirs } = options.siblings();
    if (!leads) {
      // Another tab may be sending them.
      for (const id of journal.pending) doubtful.add(id);
      return [];
    }
    const own = [...again, ...journal.sendable().filter((id) => !again.has(id))];
    const batch: AnyEvent[] = [];
    for (const id of [...own, ...theirs.keys()].slice(0, batchSize)) {
      const event = journal.knowledge.entries.get(id)?.event ?? theirs.get(id);
      if (!event) continue;
      const alone = isTableClear(event);
      // P1: whether the event goes along with the clear hangs on what the server knows.
      if (alone && options.serverKind() === 'unknown') break;
      if (alone && batch.length > 0) break;
      batch.push(event);
      if (alone) break;
    }
    return batch;
  };

  // P1: the lines as they should be after this batch: a plain server stores what it is told, and what waits for the
  // next request must not be in it already.
  const viewAfter = (batch: readonly AnyEvent[]): CartView => {
    const { knowledge } = journal;
    const inBatch = new Set(batch.map(({ id }) => id));
    const later = new Set([...journal.pending].filter((id) => !inBatch.has(id)));
    const others = batch.filter(({ id }) => !knowledge.entries.has(id));
    if (options.serverKind() === 'aware' || later.size + others.length === 0) return journal.view.value;
    const entries = new Map([...knowledge.entries].filter(([id]) => !later.has(id)));
    for (const event of others) entries.set(event.id, entryOf(event)!);
    return cartView({ ...knowledge, entries });
  };

  const send = (batch: readonly AnyEvent[]): Promise<Answer<ServerAnswer>> => {
    const [first] = batch;
    if (first && isTableClear(first))
      return transport.clear(options.serverKind() === 'aware' ? first : undefined);
    const detail = ownOrderDetail(viewAfter(batch), options.userId, options.table);
    return transport.post(detail, batch, journal.view.value.known);
  };

  const run = async () => {
    let delay = backoff.firstMs;
    let held = 0;
    while (!closed) {
      const batch = nextBatch();
      if (batch.length === 0) return;
      for (const { id } of batch) {
        sent.add(id);
        doubtful.add(id);
      }
      options.changed();
      changes += 1;
      const versionBefore = newestVersion(journal.knowledge);
      const answer = await asked(send(batch));
      changes += 1;
      if (closed) return;
      if (answer.ok || answer.failure.kind === 'refused') for (const { id } of batch) doubtful.delete(id);
      if (answer.ok) {
        options.reachable(true);
        if (take(batch, answer.value, versionBefore)) {
          held = 0;
          delay = backoff.firstMs;
          if (isPlain(answer.value)) await options.caughtUp();
          continue;
        }
        held += 1;
        if (held % heldTries === 0) await options.stuck();
      } else if (answer.failure.kind === 'refused') {
        options.reachable(true);
        if (unacceptable.includes(answer.failure.code) && batch.length > 1) {
          batchSize = 1;
          continue;
        }
        options.refused(answer.failure.code, answer.failure.msg, batch);
      } else {
        // Whether it arrived can't be told: to the diner it is on this phone until the server says otherwise.
        for (const { id } of batch) sent.delete(id);
        options.changed();
        options.reachable(false);
      }
      await env.sleep(delay * (0.5 + env.random()));
      delay = Math.min(delay * 2, backoff.maxMs);
    }
  };

  /** True when the answer brought anything on; events that are held wait for what they lack. */
  const take = (batch: readonly AnyEvent[], answer: ServerAnswer, versionBefore: number): boolean => {
    const outcome = options.learn(answer, batch, versionBefore);
    if (!outcome) return false;
    const answered = new Set([...outcome.accepted, ...outcome.rejected]);
    const accepted = batch.filter(({ id }) => outcome.accepted.includes(id));
    for (const id of answered) {
      sent.delete(id);
      again.delete(id);
    }
    batchSize = limits.eventsPerRequest;
    if (accepted.length > 0) options.accepted(accepted, outcome.version);
    noteMissing(outcome);
    options.changed();
    return batch.some(({ id }) => answered.has(id));
  };

  const noteMissing = ({ missing, known }: Outcome) => {
    if (!missing) return;
    for (const id of journal.knowledge.local) {
      const entry = journal.knowledge.entries.get(id);
      if (!entry || journal.knowledge.rejected.has(id)) continue;
      if (entry.seq > reach(known, entry.replicaId) && entry.seq <= reach(missing, entry.replicaId))
        again.add(id);
    }
  };

  const pump = () => {
    if (running || closed) return;
    running = true;
    void run().finally(() => {
      running = false;
      // What was written between the last look and now.
      if (!closed && nextBatch().length > 0) pump();
    });
  };

  return {
    sent,
    get changes() {
      return changes;
    },
    get isInDoubt() {
      const { events: theirs } = options.siblings();
      return [...journal.pending, ...theirs.keys()].some((id) => doubtful.has(id));
    },
    pump,
    close: () => {
      closed = true;
    },
  };
}

function isTableClear(event: AnyEvent): event is AnyEvent & { type: 'cartCleared'; scope: 'table' } {
  return event.type === 'cartCleared' && (event as { scope?: unknown }).scope === 'table';
}
