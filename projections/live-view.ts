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
import { isLineEvent } from './line-fold.ts';
import { KnownVector } from './known-vector.ts';
import { LiveCarts } from './live-carts.ts';
import { isOlder } from './value-stamps.ts';

type ValueType = 'guestsSet' | 'orderTypeSet' | 'orderPlaced';
type ShownValues = Pick<CartView, 'guests' | 'orderType' | 'lastOrderId'>;

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
  private shownValues: ShownValues | undefined;
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
    if (learnt.entries.length > 0 || learnt.rejected.length > 0) this.advance(learnt.entries);
    if (learnt.snapshot) this.shownValues = undefined;
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
    this.shownValues = undefined;
    for (const id of rejected.keys()) this.noteRejected(id);
    const live = this.walk([...entries.values()]);
    for (const { known } of live) if (known && isCut(known)) this.cuts.add(known);
    this.carts = new LiveCarts(snapshot?.userCarts ?? [], this.cuts);
    this.fold(live);
    this.current = undefined;
  }

  /** V1, for events that have just come in. */
  private advance(entries: readonly LogEntry[]): void {
    const live = this.walk(entries);
    let news: Cut[] | undefined;
    for (const { known } of live) if (known && isCut(known)) (news ??= []).push(known);
    if (news) {
      for (const cut of news) this.cuts.add(cut);
      this.carts.cut(news, this.cuts);
    }
    this.fold(live);
  }

  /** V1: what becomes live by these events, in total order. Most of them are known as they come. */
  private walk(entries: readonly LogEntry[]): readonly LogEntry[] {
    const isOpen = this.blocked.size > 0 || this.rejectedAhead.size > 0;
    // The common case makes no list of its own.
    if (entries.length === 1 && !isOpen && this.goOn(entries[0]!)) return entries;
    const live: LogEntry[] = [];
    for (const entry of entries) {
      if (entry.seq <= this.known.reach(entry.replicaId)) continue;
      if (!this.rejectedAhead.has(entry.replicaId) && this.goOn(entry)) live.push(entry);
      else this.block(entry);
    }
    if (this.blocked.size > 0 || this.rejectedAhead.size > 0) this.walkBlocked(live);
    return live.length > 1 ? live.sort(compareEntries) : live;
  }

  /** V1: true when the event is its replica's next one, and what its author had seen is known; then it is known too. */
  private goOn({ replicaId, seq, event }: LogEntry): boolean {
    if (seq !== this.known.reach(replicaId) + 1 || !this.known.includes(event.seen)) return false;
    this.known.set(replicaId, seq);
    return true;
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
      if (rejected?.delete(next)) this.known.set(replica, next);
      else if (entry && this.goOn(entry)) live.push(entry);
      else break;
      chain?.delete(next);
      this.waiting = undefined;
      moved = true;
    }
    if (chain?.size === 0) this.blocked.delete(replica);
    if (rejected?.size === 0) this.rejectedAhead.delete(replica);
    return moved;
  }

  /** V5, of live events in total order. */
  private fold(live: readonly LogEntry[]): void {
    if (live.length === 1) {
      if (this.isOfLine(live[0]!)) this.carts.insert(live);
      return;
    }
    const lineEvents = live.filter((entry) => this.isOfLine(entry));
    if (lineEvents.length > 0) this.carts.insert(lineEvents);
  }

  /** True for a line's event that counts; what sets a value is noted. */
  private isOfLine(entry: LogEntry): boolean {
    const event = entry.known;
    switch (event?.type) {
      case 'itemAdded':
      case 'itemDecreased':
      case 'notesEdited':
        return !this.cuts.voids(entry);
      case 'guestsSet':
      case 'orderTypeSet':
      case 'orderPlaced':
        this.noteValue(event.type, entry);
        return false;
      case 'cartCleared':
      case undefined:
        return false;
      default:
        return event satisfies never;
    }
  }

  /** V5d, V5e: of all live events the one that sorts last sets the value. */
  private noteValue(type: ValueType, entry: LogEntry): void {
    const last = this.values.get(type);
    if (last && compareEntries(last, entry) > 0) return;
    this.values.set(type, entry);
    this.shownValues = undefined;
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
    const { guests, orderType, lastOrderId } = (this.shownValues ??= this.readValues());
    const waiting = (this.waiting ??= this.readWaiting());
    return { known: this.known.vector, waiting, guests, orderType, lastOrderId, carts: this.carts.read() };
  }

  private readValues(): ShownValues {
    const { snapshot } = this.knowledge;
    const guests = this.setBy('guestsSet', snapshot?.guestsAt);
    const orderType = this.setBy('orderTypeSet', snapshot?.orderTypeAt);
    const order = this.setBy('orderPlaced', snapshot?.lastOrderAt);
    return {
      guests: guests ? guests.guests : (snapshot?.guests ?? null),
      orderType: orderType ? orderType.orderType : (snapshot?.orderType ?? null),
      lastOrderId: order ? order.orderId : (snapshot?.lastOrderId ?? null),
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
