import { codes } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import type { Sync } from '#contract/cart.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import { ownOrderDetail, type OrderTable } from './order-detail.ts';
import type { Answer, CartTransport } from './transport.ts';

/** G4: exponential back-off with jitter, ms. */
const backoff = { firstMs: 1_000, maxMs: 30_000 };

/** The server could not make sense of the request; sending the same again is no use. */
export const unreadable: readonly number[] = [codes.badRequest, codes.tooLarge];

export interface OutboxOptions {
  readonly journal: Journal;
  readonly transport: CartTransport;
  readonly env: Environment;
  readonly userId: string;
  readonly table: OrderTable;
  /** Takes the answer into the log; false when it belongs to another session. */
  readonly learn: (sync: Sync) => boolean;
  /** Own events that the server has just accepted: now the table may hear of them (P3). */
  readonly accepted: (events: readonly AnyEvent[], sync: Sync) => void;
  /** The server refused the request as a whole. */
  readonly refused: (code: number, events: readonly AnyEvent[]) => void;
  readonly reachable: (isReachable: boolean) => void;
  /** `sent` has changed. */
  readonly changed: () => void;
}

/** G4: sends what is pending, in order, one request at a time; what piles up meanwhile goes in the next one. */
export interface Outbox {
  /** Events that are in a request just now, or were held by the server. */
  readonly sent: ReadonlySet<string>;
  pump(): void;
  close(): void;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { journal, transport, env } = options;
  const sent = new Set<string>();
  /** E5: accepted once, yet the server says that it lacks them. */
  const again = new Set<string>();
  let running = false;
  let closed = false;
  /** After the server could not read a batch, events go one by one until the one at fault is found. */
  let batchSize: number = limits.eventsPerRequest;

  const nextBatch = (): AnyEvent[] => {
    const ids = [...again, ...journal.sendable().filter((id) => !again.has(id))];
    const batch: AnyEvent[] = [];
    for (const id of ids.slice(0, batchSize)) {
      const event = journal.knowledge.entries.get(id)?.event;
      if (!event) continue;
      const alone = isTableClear(event);
      if (alone && batch.length > 0) break;
      batch.push(event);
      if (alone) break;
    }
    return batch;
  };

  const send = (batch: readonly AnyEvent[]): Promise<Answer<Sync | undefined>> => {
    const [first] = batch;
    if (first && isTableClear(first)) return transport.clear(first);
    const detail = ownOrderDetail(journal.view.value, options.userId, options.table);
    return transport.post(detail, batch, journal.view.value.known);
  };

  const run = async () => {
    let delay = backoff.firstMs;
    while (!closed) {
      const batch = nextBatch();
      if (batch.length === 0) return;
      for (const { id } of batch) sent.add(id);
      options.changed();
      const answer = await send(batch);
      if (closed) return;
      if (answer.ok) {
        options.reachable(true);
        if (answer.value && take(batch, answer.value)) {
          delay = backoff.firstMs;
          continue;
        }
      } else if (answer.failure.kind === 'refused') {
        options.reachable(true);
        if (unreadable.includes(answer.failure.code) && batch.length > 1) {
          batchSize = 1;
          continue;
        }
        options.refused(answer.failure.code, batch);
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
  const take = (batch: readonly AnyEvent[], sync: Sync): boolean => {
    if (!options.learn(sync)) return false;
    const answered = new Set([
      ...(sync.accepted?.ids ?? []),
      ...(sync.rejected ?? []).flatMap(({ ids }) => ids),
    ]);
    const accepted = batch.filter(({ id }) => sync.accepted?.ids.includes(id));
    for (const id of answered) {
      sent.delete(id);
      again.delete(id);
    }
    batchSize = limits.eventsPerRequest;
    if (accepted.length > 0) options.accepted(accepted, sync);
    noteMissing(sync);
    options.changed();
    return batch.some(({ id }) => answered.has(id));
  };

  const noteMissing = ({ missing, known }: Sync) => {
    if (!missing) return;
    for (const id of journal.knowledge.local) {
      const entry = journal.knowledge.entries.get(id);
      if (!entry || journal.knowledge.rejected.has(id)) continue;
      if (entry.seq > (known[entry.replicaId] ?? 0) && entry.seq <= (missing[entry.replicaId] ?? 0))
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
    pump,
    close: () => {
      closed = true;
    },
  };
}

function isTableClear(event: AnyEvent): event is AnyEvent & { type: 'cartCleared'; scope: 'table' } {
  return event.type === 'cartCleared' && (event as { scope?: unknown }).scope === 'table';
}
