/**
 * The merge rules, kept up to date record by record (G1): an event that sorts last costs its line, a late one its
 * line's events. Whatever comes in, the result equals the plain reading in `cart-view.ts`.
 */
import { compareText, parseEventId } from '#events/event-id.ts';
import { compareEntries, type Knowledge, type Learnt, type LogEntry } from '#events/log.ts';
import type { CartEvent } from '#events/catalogue.ts';
import type { Snapshot, ValueStamp } from '#events/records.ts';
import { blankVector, includes, sameVector } from '#events/version-vector.ts';
import type { CartView } from './cart-view.ts';
import { CutCover, isCut } from './cut-cover.ts';
import { isLineEvent } from './line-group.ts';
import { LiveCarts } from './live-carts.ts';
import { isOlder } from './value-stamps.ts';

type ValueType = 'guestsSet' | 'orderTypeSet' | 'orderPlaced';

/** The view of a log that grows. */
export class LiveView {
  private known = blankVector();
  /** Not known yet, by replica and sequence number. */
  private blocked = new Map<string, Map<number, LogEntry>>();
  /** Rejected beyond what is known, by replica. */
  private rejectedAhead = new Map<string, Set<number>>();
  private cuts = new CutCover();
  private carts!: LiveCarts;
  private values = new Map<ValueType, LogEntry>();
  private current: CartView | undefined;
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
    for (const id of learnt.rejected) this.reject(id);
    for (const entry of learnt.entries) this.block(entry);
    if (learnt.rejected.length > 0 || learnt.entries.length > 0)
      this.advance([...learnt.entries.map(({ replicaId }) => replicaId), ...learnt.rejected.map(replicaOf)]);
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
    this.known = blankVector();
    for (const replica in covers) if (covers[replica]! > 0) this.known[replica] = covers[replica]!;
    this.blocked = new Map();
    this.rejectedAhead = new Map();
    this.cuts = new CutCover();
    this.values = new Map();
    for (const id of rejected.keys()) this.noteRejected(id);
    for (const entry of entries.values()) this.block(entry);
    const live: LogEntry[] = [];
    this.walk([...this.blocked.keys(), ...this.rejectedAhead.keys()], (entry) => live.push(entry));
    for (const { known } of live) if (known && isCut(known)) this.cuts.add(known);
    this.carts = new LiveCarts(snapshot?.userCarts ?? [], this.cuts);
    live.sort(compareEntries);
    for (const entry of live) this.fold(entry);
    this.current = undefined;
  }

  private block(entry: LogEntry): void {
    if (entry.seq <= (this.known[entry.replicaId] ?? 0)) return;
    let chain = this.blocked.get(entry.replicaId);
    if (!chain) this.blocked.set(entry.replicaId, (chain = new Map()));
    chain.set(entry.seq, entry);
  }

  /** V1, for events that have just come in: only replicas that something was learnt of can move first. */
  private advance(replicas: readonly string[]): void {
    const live: LogEntry[] = [];
    this.walk(replicas, (entry) => live.push(entry));
    if (live.length > 1) live.sort(compareEntries);
    const news = live.flatMap(({ known }) => (known && isCut(known) ? [known] : []));
    if (news.length > 0) {
      for (const cut of news) this.cuts.add(cut);
      this.carts.cut(news, this.cuts);
    }
    for (const entry of live) this.fold(entry);
  }

  /** V1: steps every replica as far as it goes, until nothing moves. */
  private walk(replicas: readonly string[], live: (entry: LogEntry) => void): void {
    let queue = new Set(replicas);
    while (queue.size > 0) {
      let moved = false;
      for (const replica of queue) moved = this.step(replica, live) || moved;
      // What others had seen may be here now.
      queue = moved && this.blocked.size > 0 ? new Set(this.blocked.keys()) : new Set();
    }
  }

  private step(replica: string, live: (entry: LogEntry) => void): boolean {
    const chain = this.blocked.get(replica);
    const rejected = this.rejectedAhead.get(replica);
    if (!chain && !rejected) return false;
    let moved = false;
    for (;;) {
      const next = (this.known[replica] ?? 0) + 1;
      const entry = chain?.get(next);
      if (rejected?.has(next)) rejected.delete(next);
      else if (entry && includes(this.known, entry.event.seen)) live(entry);
      else break;
      chain?.delete(next);
      this.known[replica] = next;
      moved = true;
    }
    if (chain?.size === 0) this.blocked.delete(replica);
    if (rejected?.size === 0) this.rejectedAhead.delete(replica);
    return moved;
  }

  private fold(entry: LogEntry): void {
    const event = entry.known;
    switch (event?.type) {
      case 'itemAdded':
      case 'itemDecreased':
      case 'notesEdited':
        if (!this.cuts.voids(entry)) this.carts.insert(event.userId, entry);
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
    if (!entry || entry.seq > (this.known[entry.replicaId] ?? 0)) return false;
    const { known } = entry;
    return known !== undefined && !isLineEvent(known);
  }

  private reject(id: string): void {
    const entry = this.knowledge.entries.get(id);
    const isKnown = entry && entry.seq <= (this.known[entry.replicaId] ?? 0);
    if (isKnown) this.carts.remove(entry);
    else this.noteRejected(id);
    if (entry) this.blocked.get(entry.replicaId)?.delete(entry.seq);
    if (entry && this.blocked.get(entry.replicaId)?.size === 0) this.blocked.delete(entry.replicaId);
  }

  private noteRejected(id: string): void {
    const parts = parseEventId(id);
    if (!parts || parts.seq <= (this.known[parts.replicaId] ?? 0)) return;
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
      known: { ...this.known },
      waiting: this.waiting(),
      guests: guests ? guests.guests : (snapshot?.guests ?? null),
      orderType: orderType ? orderType.orderType : (snapshot?.orderType ?? null),
      lastOrderId: order ? order.orderId : (snapshot?.lastOrderId ?? null),
      carts: this.carts.read(),
    };
  }

  private waiting(): readonly string[] {
    if (this.blocked.size === 0) return noneWaiting;
    const ids = [...this.blocked.values()].flatMap((chain) =>
      [...chain.values()].map(({ event }) => event.id),
    );
    return ids.filter((id) => !this.knowledge.rejected.has(id)).sort(compareText);
  }
}

const noneWaiting: readonly string[] = [];

function replicaOf(id: string): string {
  return parseEventId(id)?.replicaId ?? '';
}
