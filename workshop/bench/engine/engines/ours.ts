/** This app's engine, as the phone uses it in memory: decide, mint, append, learn, view. */
import type { CartEvent } from '#events/catalogue.ts';
import { clockStart } from '#events/clock.ts';
import type { Item } from '#events/item.ts';
import { itemKey } from '#events/item.ts';
import type { Log } from '#events/log.ts';
import type { LogRecord, Snapshot } from '#events/records.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';
import type { CartView, UserCart } from '#projections/merge/cart-view.ts';
import { readingOf, readOn, type Reading } from '#projections/merge/reading.ts';
import { decide, type Command } from '#sync/commands/decide.ts';
import { observe, mintEvent, type Writer } from '#sync/commands/mint.ts';
import type { Engine, Replica, Stored } from '../engine.ts';
import { linesOf, parseLines } from '../engine.ts';
import { lineKey, type Line, type TableState, type TraceRecord } from '../trace/records.ts';

export const ours: Engine<CartEvent> = {
  name: 'ours',
  open: (replica) => new OwnReplica(replica),
  load: (stored) => new OwnReplica(0, parseLines<LogRecord>(stored as string)),
};

interface Tap {
  readonly now: number;
  readonly userId: string;
  readonly command: Command;
}

/** A phone's log, writer and view. */
export class OwnReplica implements Replica<CartEvent> {
  private reading: Reading;
  private writer: Writer;
  private readonly writers = new Map<string, Writer>();
  private now = 0;

  constructor(replica: number, records: readonly LogRecord[] = []) {
    this.writer = writerOf(replica);
    this.reading = readingOf(records);
  }

  get log(): Log {
    return this.reading.log;
  }

  get view(): CartView {
    return this.reading.merged.view;
  }

  become(replica: number): void {
    this.writers.set(this.writer.replicaId, this.writer);
    this.writer = {
      ...(this.writers.get(replicaIdOf(replica)) ?? writerOf(replica)),
      clock: this.writer.clock,
    };
  }

  prepare(record: TraceRecord): Tap {
    return { now: record.at, userId: record.userId, command: commandOf(this.view, record) };
  }

  own(prepared: unknown): CartEvent | undefined {
    const { now, userId, command } = prepared as Tap;
    const decision = decide(this.view, userId, command);
    if (!decision) return undefined;
    this.now = now;
    const { writer, event } = mintEvent(this.writer, { userId }, this.view.known, now, decision);
    this.writer = writer;
    this.reading = readOn(this.reading, [{ t: now, from: 'local', event }]);
    return event;
  }

  peer(event: CartEvent): void {
    this.reading = readOn(this.reading, [{ t: this.now, from: 'peer', event }]);
    // Another device's clock moves only forward; what it says is never from too far ahead here.
    this.writer = observe(this.writer, [event.at], Infinity);
  }

  /** As the server answers a phone that comes back: one snapshot with all that it lacks. */
  peers(events: readonly CartEvent[]): void {
    this.answered({ ...this.nextSnapshot(), events });
  }

  /** The same as the server's text of it, which names what `mark` lacks. */
  readonly difference = {
    mark: () => this.view.known,
    since: (mark: unknown): string => {
      const entries = [...this.log.entries.values()];
      const missing = entries.filter(({ replicaId, seq }) => seq > reach(mark as VersionVector, replicaId));
      return JSON.stringify({ ...this.nextSnapshot(), events: missing.map(({ event }) => event) });
    },
    merge: (text: Stored) => this.answered(JSON.parse(text as string) as Snapshot),
  };

  pieces(userId: string): number {
    return piecesOf(this.view, userId);
  }

  state(): TableState {
    const { carts, guests, orderType } = this.view;
    return { carts: neutralCarts(carts), guests, orderType };
  }

  stored(): string {
    const records = [...this.log.entries.values()].map(({ event }) => ({ t: 0, from: 'server', event }));
    return linesOf(records);
  }

  wire(event: CartEvent): string {
    return JSON.stringify(event);
  }

  private nextSnapshot(): Snapshot {
    const { snapshot, covers } = this.log;
    return { version: (snapshot?.version ?? 0) + 1, covers, userCarts: [] };
  }

  private answered(snapshot: Snapshot): void {
    this.reading = readOn(this.reading, [{ t: this.now, from: 'server', snapshot }]);
    const stamps = (snapshot.events ?? []).map(({ at }) => at);
    this.writer = observe(this.writer, stamps, Infinity);
  }
}

/** What the diner taps, who sees `view`. */
function commandOf(view: CartView, { operation, userId }: TraceRecord): Command {
  switch (operation.kind) {
    case 'add':
      return { kind: 'add', item: itemOf(operation.line), quantity: operation.quantity };
    case 'decrease':
      return { kind: 'decrease', lineId: lineIdOf(view, operation.line, userId), quantity: 1 };
    case 'notes': {
      const lineId = lineIdOf(view, operation.line, userId);
      return { kind: 'editNotes', lineId, notes: operation.notes };
    }
    case 'clear':
      return { kind: 'clear', scope: 'table' };
    case 'guests':
      return { kind: 'setGuests', guests: operation.guests };
    case 'orderType':
      return { kind: 'setOrderType', orderType: operation.orderType };
    default:
      return operation satisfies never;
  }
}

/** Of the line that the diner taps. Where the trace saw one that the rules do not show, the tap does nothing. */
function lineIdOf(view: CartView, line: Line, owner: string): string {
  const wanted = itemKey(itemOf(line));
  const lines = view.carts.find(({ userId }) => userId === owner)?.lines ?? [];
  return lines.find(({ item }) => itemKey(item) === wanted)?.lineId ?? '';
}

function writerOf(replica: number): Writer {
  return { replicaId: replicaIdOf(replica), lastSeq: 0, clock: clockStart };
}

/** As long as the app's own ids. */
function replicaIdOf(replica: number): string {
  return `replica-${String(replica).padStart(2, '0')}`;
}

export function itemOf({ product, category, notes, modifiers }: Line): Item {
  return {
    productId: product,
    categoryId: category,
    notes,
    modifiers: modifiers.map((modifierProductId) => ({ modifierProductId, quantity: 1 })),
  };
}

function piecesOf({ carts }: CartView, owner: string): number {
  let sum = 0;
  for (const { userId, lines } of carts)
    if (userId === owner) for (const { quantity } of lines) sum += quantity;
  return sum;
}

/** A view's carts by the trace's keys. */
function neutralCarts(carts: readonly UserCart[]): TableState['carts'] {
  return Object.fromEntries(
    carts.map(({ userId, lines }) => {
      const cart: Record<string, number> = {};
      for (const { item, quantity } of lines) {
        const key = lineKey({
          product: item.productId,
          category: item.categoryId,
          notes: item.notes,
          modifiers: item.modifiers.map(({ modifierProductId }) => modifierProductId),
        });
        cart[key] = (cart[key] ?? 0) + quantity;
      }
      return [userId, cart];
    }),
  );
}
