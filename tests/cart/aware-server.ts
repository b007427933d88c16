import type { Sync } from '#contract/calls/cart.ts';
import { codes } from '#contract/codes.ts';
import type { Order } from '#contract/order-fields.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import { isAhead } from '#events/clock.ts';
import { append, emptyLog, entryOf, type Log } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { orderPlaced } from '#events/order-placed.ts';
import { includes, lacking, type VersionVector } from '#events/version-vector.ts';
import { cartView } from '#projections/merge/cart-view.ts';
import { viewDigest } from '#projections/merge/view-json.ts';
import type { Answer, CartTransport, PlacementOutcome } from '#sync/ports/transport.ts';

/** What the network does to the next requests of a phone. */
export interface Connection {
  offline: boolean;
  /** The request arrives and is carried out, but its answer is lost; a text: of this kind of request only. */
  loseAnswers: boolean | string;
  requests: { kind: string; ids: string[] }[];
  /** Requests of this kind are refused as a whole. */
  refuse?:
    | {
        readonly kind: string;
        readonly code: number;
        readonly msg: string;
        readonly restoredFrom?: string;
      }
    | undefined;
}

/** A small event-aware server for engine tests: accepts what is in order, rejects what it is told to. */
export class AwareServer {
  sessionId = 's1';
  version = 0;
  log: Log = emptyLog;
  /** Event ids by the code that they are to be rejected with. */
  readonly toReject = new Map<string, string | number>();
  readonly placements = new Map<string, PlacementOutcome>();
  private serverSeq = 0;

  constructor(readonly now: () => number) {}

  transportFor(connection: Connection): CartTransport {
    const through = async <T>(kind: string, ids: string[], work: () => Answer<T>): Promise<Answer<T>> => {
      await Promise.resolve();
      connection.requests.push({ kind, ids });
      if (connection.offline) return { ok: false, failure: { kind: 'retry', reason: 'offline' } };
      const { refuse } = connection;
      if (refuse?.kind === kind) return { ok: false, failure: { ...refuse, kind: 'refused' } };
      const answer = work();
      return connection.loseAnswers
        ? { ok: false, failure: { kind: 'retry', reason: 'answer lost' } }
        : answer;
    };
    const idsOf = (events: readonly AnyEvent[]) => events.map(({ id }) => id);
    return {
      post: (_detail, events, known) =>
        through('post', idsOf(events), () => ({ ok: true, value: this.take(events, known) })),
      clear: (event) => through('clear', [event!.id], () => ({ ok: true, value: this.take([event!], {}) })),
      openOrder: () => through('openOrder', [], () => ({ ok: true, value: null })),
      snapshot: (known) => through('snapshot', [], () => ({ ok: true, value: this.sync(known) })),
      place: ({ placementId, seen }) => through('place', [], () => this.place(placementId, seen)),
      placement: (id) =>
        through('placement', [], () => {
          const refused = {
            outcome: 'refused' as const,
            order: null,
            code: codes.shoppingCartUpdated,
            msg: '',
          };
          const outcome = this.placements.get(id) ?? refused;
          this.placements.set(id, outcome);
          return { ok: true, value: outcome };
        }),
    };
  }

  learn(record: LogRecord): void {
    this.log = append(this.log, [record]).log;
  }

  private take(events: readonly AnyEvent[], known: VersionVector): Sync {
    const accepted: string[] = [];
    const rejected: { ids: string[]; code: string | number }[] = [];
    let missing: VersionVector = {};
    for (const event of events) {
      const view = cartView(this.log);
      const { replicaId, seq } = entryOf(event)!;
      const code = isAhead(event.at, this.now()) ? 'clockAhead' : this.toReject.get(event.id);
      if (this.log.entries.has(event.id)) accepted.push(event.id);
      else if (code !== undefined) {
        this.version += 1;
        rejected.push({ ids: [event.id], code });
        this.learn({ t: 0, from: 'server', rejected: { ids: [event.id], code } });
      } else if (!includes(view.known, { ...event.seen, [replicaId]: seq - 1 }))
        missing = { ...missing, ...lacking(view.known, { ...event.seen, [replicaId]: seq - 1 }) };
      else {
        this.version += 1;
        accepted.push(event.id);
        this.learn({ t: 0, from: 'server', event });
      }
    }
    return {
      ...this.sync(known),
      accepted: { ids: accepted, version: this.version },
      rejected,
      ...(Object.keys(missing).length > 0 && { missing }),
    };
  }

  private place(placementId: string, seen: VersionVector): Answer<{ order: Order; sync: Sync }> {
    const before = this.placements.get(placementId);
    if (before?.outcome === 'refused')
      return { ok: false, failure: { kind: 'refused', code: before.code!, msg: '' } };
    if (!before) {
      this.version += 1;
      this.serverSeq += 1;
      const id = `server:${this.serverSeq}`;
      this.learn({
        t: 0,
        from: 'server',
        event: orderPlaced({ id, at: [this.now(), 0], seen, userId: 'u1' }, { orderId: 'o1' }),
      });
      const order = { id: 'o1', rowVersion: this.serverSeq } as Order;
      this.placements.set(placementId, { outcome: 'placed', order, code: null, msg: '' });
    }
    return { ok: true, value: { order: this.placements.get(placementId)!.order!, sync: this.sync({}) } };
  }

  sync(known: VersionVector): Sync {
    const view = cartView(this.log);
    const events = [...this.log.entries.values()]
      .filter(({ replicaId, seq }) => seq > (known[replicaId] ?? 0))
      .map(({ event }) => event);
    return {
      sessionId: this.sessionId,
      version: this.version,
      serverTime: this.now(),
      snapshot: { version: this.version, covers: {}, userCarts: [], events },
      known: view.known,
      digest: viewDigest(view),
    };
  }
}
