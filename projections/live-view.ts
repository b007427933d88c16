/**
 * The merge rules, kept up to date record by record (G1): an event that sorts last costs its line, a late one its
 * line's events. Whatever comes in, the result equals the plain reading in `cart-view.ts`.
 */
import { compareText, parseEventId } from '#events/event-id.ts';
import { compareEntries, type Knowledge, type Learnt, type LogEntry } from '#events/log.ts';
import type { CartEvent } from '#events/catalogue.ts';
import type { Snapshot, ValueStamp } from '#events/records.ts';
import { sameVector } from '#events/version-vector.ts';
import type { CartView } from './cart-view.ts';
import { CutCover, isCut, type Cut } from './cut-cover.ts';
import { isLineEvent } from './line-group.ts';
import { KnownVector } from './known-vector.ts';
import { LiveCarts } from './live-carts.ts';
import { isOlder } from './value-stamps.ts';

type ValueType = 'guestsSet' | 'orderTypeSet' | 'orderPlaced';

/** The view of a log that grows. */
export class LiveView {
  private known = new KnownVector();
  /** Not known yet, by replica and sequence number. */
  private blocked = new Map<string, Map<number, LogEntry>>();
  /** Rejected beyond what is known, by replica. */
  private rejectedAhead = new Map<string, Set<number>>();
  private cuts = new CutCover();
  private carts!: LiveCarts;
  private values = new Map<ValueType, LogEntry>();
  private current: CartView | undefined;
  private waiting: readonly string[] | undefined;
  /** The snapshot that the carts stand on. */
  private base: Snapshot | undefined;

  constructor(private readonly knowledge: Knowledge) {
    this.rebuild();
  }

  /** V6; the same object until something changed. */
  get view(): CartView {
    return (this.current ??= this.read());
  }

  /** Takes in what `log.append` has just learnt. */
  learn(learnt: Learnt): void {
    if ((learnt.snapshot && this.baseHasChanged()) || learnt.rejected.some((id) => this.mustRebuild(id))) {
      this.rebuild();
      return;
    }
    // E6: what was known already costs nothing; but a snapshot may have set a value.
    if (!learnt.snapshot && learnt.rejected.length === 0 && learnt.entries.length === 0) return;
    if (learnt.rejected.length > 0) this.waiting = undefined;
    for (const id of learnt.rejected) this.reject(id);
    this.advance(learnt.entries);
    this.current = undefined;
  }

  /** The answers of an event-aware server mostly bring events alone: then nothing has to be folded again. */
  private baseHasChanged(): boolean {
    const before = this.base;
    const after = this.knowledge.snapshot;
    const noCarts = (before?.userCarts.length ?? 0) === 0 && after?.userCarts.length === 0;
    const unchanged = noCarts && sameVector(before?.covers ?? {}, after.covers);
    if (unchanged) this.base = after;
    return !unchanged;
  }

  /** From everything that is known, in one pass. */
  private rebuild(): void {
    const { snapshot, entries, rejected } = this.knowledge;
    const covers = snapshot?.covers ?? {};
    this.base = snapshot;
    this.known = new KnownVector(covers);
    this.blocked = new Map();
    this.rejectedAhead = new Map();
    this.waiting = undefined;
    this.cuts = new CutCover();
    this.values = new Map();
    for (const id of rejected.keys()) this.noteRejected(id);
    const live = this.walk(entries.values());
    for (const { known } of live) if (known && isCut(known)) this.cuts.add(known);
    this.carts = new LiveCarts(snapshot?.userCarts ?? [], this.cuts);
    this.fold(live);
    this.current = undefined;
  }

  /** V1, for events that have just come in. */
  private advance(entries: readonly LogEntry[]): void {
    const live = this.walk(entries);
    if (live.length === 0) return;
    const news: Cut[] = [];
    for (const { known } of live) if (known && isCut(known)) news.push(known);
    if (news.length > 0) {
      for (const cut of news) this.cuts.add(cut);
      this.carts.cut(news, this.cuts);
    }
    this.fold(live);
  }

  /** V1: what becomes live by these events, in total order. Most of them are known as they come. */
  private walk(entries: Iterable<LogEntry>): LogEntry[] {
    const live: LogEntry[] = [];
    for (const entry of entries) {
      const { replicaId, seq } = entry;
      const reached = this.known.reach(replicaId);
      if (seq <= reached) continue;
      const isNext = seq === reached + 1 && !this.rejectedAhead.has(replicaId);
      if (isNext && this.known.includes(entry.event.seen)) {
        this.known.set(replicaId, seq);
        live.push(entry);
      } else this.block(entry);
    }
    if (this.blocked.size > 0 || this.rejectedAhead.size > 0) this.walkBlocked(live);
    if (live.length > 1) live.sort(compareEntries);
    return live;
  }

  private block(entry: LogEntry): void {
    let chain = this.blocked.get(entry.replicaId);
    if (!chain) this.blocked.set(entry.replicaId, (chain = new Map()));
    chain.set(entry.seq, entry);
    this.waiting = undefined;
  }

  /** V1: steps every replica as far as it goes, until nothing moves. */
  private walkBlocked(live: LogEntry[]): void {
    for (let moved = true; moved;) {
      moved = false;
      for (const replica of new Set([...this.blocked.keys(), ...this.rejectedAhead.keys()]))
        moved = this.step(replica, live) || moved;
    }
  }

  private step(replica: string, live: LogEntry[]): boolean {
    const chain = this.blocked.get(replica);
    const rejected = this.rejectedAhead.get(replica);
    if (!chain && !rejected) return false;
    let moved = false;
    for (;;) {
      const next = this.known.reach(replica) + 1;
      const entry = chain?.get(next);
      if (rejected?.has(next)) rejected.delete(next);
      else if (entry && this.known.includes(entry.event.seen)) live.push(entry);
      else break;
      chain?.delete(next);
      this.known.set(replica, next);
      this.waiting = undefined;
      moved = true;
    }
    if (chain?.size === 0) this.blocked.delete(replica);
    if (rejected?.size === 0) this.rejectedAhead.delete(replica);
    return moved;
  }

  /** V5, of live events in total order. */
  private fold(live: readonly LogEntry[]): void {
    const lineEvents: LogEntry[] = [];
    for (const entry of live) {
      const event = entry.known;
      switch (event?.type) {
        case 'itemAdded':
        case 'itemDecreased':
        case 'notesEdited':
          if (!this.cuts.voids(entry)) lineEvents.push(entry);
          break;
        case 'guestsSet':
        case 'orderTypeSet':
        case 'orderPlaced':
          this.noteValue(event.type, entry);
          break;
        case 'cartCleared':
        case undefined:
          break;
        default:
          event satisfies never;
      }
    }
    if (lineEvents.length > 0) this.carts.insert(lineEvents);
  }

  /** V5d, V5e: of all live events the one that sorts last sets the value. */
  private noteValue(type: ValueType, entry: LogEntry): void {
    const last = this.values.get(type);
    if (!last || compareEntries(last, entry) < 0) this.values.set(type, entry);
  }

  /** The event that sets a value, unless the snapshot has a later stamp. */
  private setBy<T extends ValueType>(type: T, stamp: ValueStamp | null | undefined) {
    const entry = this.values.get(type);
    if (!entry || isOlder(entry, stamp)) return undefined;
    return entry.known as Extract<CartEvent, { type: T }>;
  }

  /** A rejected event that shows as more than a line, or that a cut was, changes what others mean. */
  private mustRebuild(id: string): boolean {
    const entry = this.knowledge.entries.get(id);
    if (!entry || entry.seq > this.known.reach(entry.replicaId)) return false;
    const { known } = entry;
    return known !== undefined && !isLineEvent(known);
  }

  private reject(id: string): void {
    const entry = this.knowledge.entries.get(id);
    const isKnown = entry && entry.seq <= this.known.reach(entry.replicaId);
    if (isKnown) this.carts.remove(entry);
    else this.noteRejected(id);
    if (entry) this.blocked.get(entry.replicaId)?.delete(entry.seq);
    if (entry && this.blocked.get(entry.replicaId)?.size === 0) this.blocked.delete(entry.replicaId);
  }

  private noteRejected(id: string): void {
    const parts = parseEventId(id);
    if (!parts || parts.seq <= this.known.reach(parts.replicaId)) return;
    let seqs = this.rejectedAhead.get(parts.replicaId);
    if (!seqs) this.rejectedAhead.set(parts.replicaId, (seqs = new Set()));
    seqs.add(parts.seq);
  }

  private read(): CartView {
    const { snapshot } = this.knowledge;
    const guests = this.setBy('guestsSet', snapshot?.guestsAt);
    const orderType = this.setBy('orderTypeSet', snapshot?.orderTypeAt);
    const order = this.setBy('orderPlaced', snapshot?.lastOrderAt);
    return {
      known: this.known.vector,
      waiting: (this.waiting ??= this.readWaiting()),
      guests: guests ? guests.guests : (snapshot?.guests ?? null),
      orderType: orderType ? orderType.orderType : (snapshot?.orderType ?? null),
      lastOrderId: order ? order.orderId : (snapshot?.lastOrderId ?? null),
      carts: this.carts.read(),
    };
  }

  private readWaiting(): readonly string[] {
    if (this.blocked.size === 0) return noneWaiting;
    const ids = [...this.blocked.values()].flatMap((chain) =>
      [...chain.values()].map(({ event }) => event.id),
    );
    return ids.filter((id) => !this.knowledge.rejected.has(id)).sort(compareText);
  }
}

const noneWaiting: readonly string[] = [];
