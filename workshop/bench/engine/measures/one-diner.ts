/** Where one diner has much: a long cart, a late event before a long history, and a history that arrives backwards. */
import type { CartEvent } from '#events/catalogue.ts';
import { eventId } from '#events/event-id.ts';
import { itemAdded } from '#events/item-added.ts';
import { itemOf, OwnReplica } from '../engines/ours.ts';
import { inTurns, Mean, Share, timed } from '../timing.ts';
import type { TraceRecord } from '../trace/records.ts';
import { userOf } from '../trace/trace.ts';
import { keysOf } from '../trace/wishes.ts';

export const sizes = { lines: 100, later: 1_000, reversed: 2_000 } as const;

const userId = userOf(0);
const firstMoment = 1_700_000_000_000;
const rounds = 5;

/** µs, µs, ms; each with reading the cart. */
interface OneDiner {
  readonly longCart: number;
  readonly late: number;
  readonly reversed: number;
}

export function oneDiner(): OneDiner {
  const found = inTurns(
    [
      { name: 'longCart', run: () => ({ mean: addsToLongCart() }) },
      { name: 'late', run: () => ({ mean: lateBeforeAll() }) },
      { name: 'reversed', run: () => ({ mean: backwards() }) },
    ],
    rounds,
  );
  const mean = (name: string) => found.get(name)!.mean;
  return { longCart: mean('longCart'), late: mean('late'), reversed: mean('reversed') };
}

/** Some diners add to each of their lines in turn, again and again. */
function addsToLongCart(): number {
  const mean = new Mean();
  const run = new Share();
  for (let diner = 0; diner < 12; diner += 1) {
    const replica = withAdds(sizes.lines);
    let read = 0;
    for (let seq = sizes.lines + 1; seq <= sizes.lines * 4; seq += 1) {
      const prepared = replica.prepare(add(seq));
      const start = performance.now();
      replica.own(prepared);
      read += replica.pieces(userId);
      mean.add(performance.now() - start);
    }
    const lines = replica.view.carts[0]!.lines.length;
    if (!(read > 0) || lines !== sizes.lines) throw new Error(`the cart has ${lines} lines`);
  }
  return mean.microseconds(run.sofar);
}

/** Events of another phone of the diner's, each before everything that the first has written. */
function lateBeforeAll(): number {
  const replica = withAdds(sizes.later);
  const mean = new Mean();
  const run = new Share();
  let read = 0;
  for (let seq = 1; seq <= 40; seq += 1) {
    const event = addedBefore(seq);
    const start = performance.now();
    replica.peer(event);
    read += replica.pieces(userId);
    mean.add(performance.now() - start);
  }
  if (!(read > 0)) throw new Error('nothing was read');
  return mean.microseconds(run.sofar);
}

/** One diner's whole history, the last event first: nothing shows before the first one is there. */
function backwards(): number {
  const writer = new OwnReplica(0);
  const events: CartEvent[] = [];
  for (let seq = 1; seq <= sizes.reversed; seq += 1) events.push(writer.own(writer.prepare(add(seq)))!);
  events.reverse();
  const replica = new OwnReplica(1);
  return timed(() => {
    let read = 0;
    for (const event of events) {
      replica.peer(event);
      read += replica.pieces(userId);
    }
    return read;
  });
}

function withAdds(count: number): OwnReplica {
  const replica = new OwnReplica(0);
  for (let seq = 1; seq <= count; seq += 1) replica.own(replica.prepare(add(seq)));
  return replica;
}

function addedBefore(seq: number): CartEvent {
  const id = eventId('late', seq);
  const common = { id, at: [firstMoment - 1_000_000 + seq, 0] as const, seen: {}, userId };
  return itemAdded(common, { lineId: id, item: itemOf(lineOf(seq)), quantity: 1 });
}

function add(seq: number): TraceRecord {
  const operation = { kind: 'add', line: lineOf(seq), quantity: 1 } as const;
  const at = firstMoment + seq * 700;
  return { replica: 0, seq, userId, at, lamport: seq, operation, ...keysOf(operation) };
}

/** As many dishes as the long cart has lines. */
function lineOf(seq: number) {
  const dish = seq % sizes.lines;
  return { product: `p${dish}`, category: `c${dish % 10}`, notes: '', modifiers: [`m${dish % 7}`] };
}
