/** This app's engine, as a phone uses it in memory: decide, create the event, append it to the log, apply it, view. */
import type { CartEvent } from '#events/cart/registry.ts';
import { clockStart } from '#events/log/clock.ts';
import { getItemKey, type Item } from '#events/item.ts';
import type { LogRecord, Snapshot } from '#events/records/records.ts';
import { reach, type VersionVector } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { readRecords, readMore, type Reading } from '#projections/merge/reading.ts';
import { decide, type Command } from '#sync/commands/decide.ts';
import { createEvent, observeStamps, type Writer } from '#sync/commands/create-event.ts';
import type { Bytes, Contender, Replica } from './contender.ts';
import { buildLineKey, type Action, type Carts, type Line } from './evening.ts';

export const ours: Contender = {
  name: 'ours',
  open: (diner) => new OwnReplica(diner),
  load(stored) {
    const lines = (stored as string).split('\n');
    return new OwnReplica(
      0,
      lines.map((line) => JSON.parse(line) as LogRecord),
    );
  },
};

interface Tap {
  readonly now: number;
  readonly userId: string;
  readonly command: Command;
}

/** A phone's log, writer and view. */
class OwnReplica implements Replica {
  private reading: Reading;
  private writer: Writer;
  private now = 0;

  constructor(diner: number, records: readonly LogRecord[] = []) {
    // The id is as long as that of a real phone.
    this.writer = { replicaId: `replica-${String(diner).padStart(2, '0')}`, lastSeq: 0, clock: clockStart };
    this.reading = readRecords(records);
  }

  prepare({ at, userId, change }: Action): Tap {
    return { now: at, userId, command: createCommand(this.view, change, userId) };
  }

  act(prepared: unknown): Bytes {
    const { now, userId, command } = prepared as Tap;
    const decision = decide(this.view, userId, command);
    if (!decision) throw new Error('the action changed nothing');
    this.now = now;
    const { writer, event } = createEvent(this.writer, { userId }, this.view.known, now, decision);
    this.writer = writer;
    this.reading = readMore(this.reading, [{ t: now, from: 'local', event }]);
    return JSON.stringify(event);
  }

  hear(message: Bytes): void {
    const event = JSON.parse(message as string) as CartEvent;
    this.reading = readMore(this.reading, [{ t: this.now, from: 'peer', event }]);
    // Another phone's clock moves this one only forward. No clock of the evening is too far ahead.
    this.writer = observeStamps(this.writer, [event.at], Infinity);
  }

  pieces(userId: string): number {
    let sum = 0;
    for (const cart of this.view.carts)
      if (cart.userId === userId) for (const { quantity } of cart.lines) sum += quantity;
    return sum;
  }

  carts(): Carts {
    const carts: Record<string, Record<string, number>> = {};
    for (const { userId, lines } of this.view.carts)
      for (const { item, quantity } of lines) {
        const key = buildLineKey(lineOf(item));
        const cart = (carts[userId] ??= {});
        cart[key] = (cart[key] ?? 0) + quantity;
      }
    return carts;
  }

  stored(): Bytes {
    const events = [...this.reading.log.entries.values()].map(({ event }) => event);
    return events.map((event) => JSON.stringify({ t: 0, from: 'server', event })).join('\n');
  }

  known(): unknown {
    return this.view.known;
  }

  /** Creates the server's answer to a phone that comes back: one snapshot with the events that it lacks. */
  lacking(known: unknown): Bytes {
    const { entries, snapshot, covers } = this.reading.log;
    const missing = [...entries.values()].filter(
      ({ replicaId, seq }) => seq > reach(known as VersionVector, replicaId),
    );
    const events = missing.map(({ event }) => event);
    return JSON.stringify({ version: (snapshot?.version ?? 0) + 1, covers, userCarts: [], events });
  }

  catchUp(missing: Bytes): void {
    const snapshot = JSON.parse(missing as string) as Snapshot;
    this.reading = readMore(this.reading, [{ t: this.now, from: 'server', snapshot }]);
    const stamps = (snapshot.events ?? []).map(({ at }) => at);
    this.writer = observeStamps(this.writer, stamps, Infinity);
  }

  private get view(): CartView {
    return this.reading.merged.view;
  }
}

/** The command of a diner who sees `view`. */
function createCommand(view: CartView, change: Action['change'], userId: string): Command {
  switch (change.kind) {
    case 'add':
      return { kind: 'add', item: toItem(change.line), quantity: change.quantity };
    case 'decrease':
      return { kind: 'decrease', lineId: lineIdOf(view, change.line, userId), quantity: 1 };
    case 'notes':
      return { kind: 'editNotes', lineId: lineIdOf(view, change.line, userId), notes: change.notes };
    case 'clear':
      return { kind: 'clear', scope: 'table' };
    case 'guests':
      return { kind: 'setGuests', guests: change.guests };
    default:
      return change satisfies never;
  }
}

function lineIdOf(view: CartView, line: Line, owner: string): string {
  const wanted = getItemKey(toItem(line));
  const lines = view.carts.find(({ userId }) => userId === owner)?.lines ?? [];
  return lines.find(({ item }) => getItemKey(item) === wanted)!.lineId;
}

function toItem({ product, category, notes, modifiers }: Line): Item {
  return {
    productId: product,
    categoryId: category,
    notes,
    modifiers: modifiers.map((modifierProductId) => ({ modifierProductId, quantity: 1 })),
  };
}

function lineOf({ productId, categoryId, notes, modifiers }: Item): Line {
  const ids = modifiers.map(({ modifierProductId }) => modifierProductId);
  return { product: productId, category: categoryId, notes, modifiers: ids };
}
