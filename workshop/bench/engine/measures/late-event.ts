/**
 * An event that comes so late that 500 others sort after it, with reading the changed cart; beside it, what folding all of
 * these 500 anew over the carts before them takes, by the same fold.
 */
import type { CartEvent } from '#events/catalogue.ts';
import { itemAdded } from '#events/item-added.ts';
import { eventId } from '#events/event-id.ts';
import { foldInto, isLineEvent } from '#projections/merge/line-fold.ts';
import { itemOf, OwnReplica } from '../engines/ours.ts';
import { inTurns, Mean, Share } from '../timing.ts';
import { lineKey, type Line, type TraceRecord } from '../trace/records.ts';
import { makeTrace } from '../trace/trace.ts';

/** Which of the later events touch the late one's line. */
export type Touched = 'none' | 'some' | 'all';

const places = 500;
const lateOnes = 60;

/** µs: `ours` against `refolding`. */
interface LateEvent {
  readonly ours: number;
  readonly refolding: number;
  readonly [name: string]: number;
}

/** @param before how many events sort before the late one */
export function lateEvents(before: number, touched: Touched): LateEvent {
  const { records, events, place } = tableOf(before, touched);
  const late = lateRecords(records, before, touched).map((record, index) => lateEvent(record, index, place));
  const found = inTurns(
    [
      { name: 'ours', run: () => ({ mean: insertion(events, late) }) },
      { name: 'refolding', run: () => ({ mean: refolding(events, late, place) }) },
    ],
    3,
    { ms: 1_000, runs: 2 },
  );
  return { ours: found.get('ours')!.mean, refolding: found.get('refolding')!.mean };
}

function insertion(events: readonly CartEvent[], late: readonly CartEvent[]): number {
  const replica = new OwnReplica(0);
  replica.peers(events);
  const mean = new Mean();
  const run = new Share();
  let read = replica.pieces(late[0]!.userId);
  for (const event of late) {
    const start = performance.now();
    replica.peer(event);
    read += replica.pieces(event.userId);
    mean.add(performance.now() - start);
  }
  if (!(read > 0)) throw new Error('nothing was read');
  return mean.microseconds(run.sofar);
}

function refolding(events: readonly CartEvent[], late: readonly CartEvent[], place: CartEvent): number {
  const at = events.indexOf(place) + 1;
  const replica = new OwnReplica(0);
  replica.peers(events.slice(0, at));
  const { carts } = replica.view;
  const tail = events.slice(at).filter(isLineEvent);
  const mean = new Mean();
  const run = new Share();
  let read = 0;
  for (const each of late) {
    const start = performance.now();
    const copies = new Map(carts.map(({ userId, lines }) => [userId, [...lines]]));
    for (const event of [each, ...tail]) {
      if (!isLineEvent(event)) continue;
      let lines = copies.get(event.userId);
      if (!lines) copies.set(event.userId, (lines = []));
      foldInto(lines, event);
    }
    for (const { quantity } of copies.get(each.userId) ?? []) read += quantity;
    mean.add(performance.now() - start);
  }
  if (!(read > 0)) throw new Error('nothing was read');
  return mean.microseconds(run.sofar);
}

/** Each sorts just after `place`. */
function lateEvent(record: TraceRecord, index: number, place: CartEvent): CartEvent {
  const id = eventId('late', index + 1);
  const at = [place.at[0], place.at[1] + index + 1] as const;
  const { userId, operation } = record;
  const item = itemOf((operation as { line: Line }).line);
  return itemAdded({ id, at, seen: {}, userId }, { lineId: id, item, quantity: 1 });
}

/** Lines that the diner has had, so that the late event finds a history; none of them, or one, lives on in the tail. */
function lateRecords(records: readonly TraceRecord[], before: number, touched: Touched): TraceRecord[] {
  const changed = (each: TraceRecord) => 'line' in each.operation;
  const tail = records.slice(before).filter(changed);
  if (touched !== 'none') {
    const busiest = mostCommon(tail.map(groupOf));
    return Array.from({ length: lateOnes }, () =>
      tail.find((each) => groupOf(each) === busiest && isAdd(each))!,
    );
  }
  const inTail = new Set(tail.map(groupOf));
  const free = records.slice(0, before).filter((each) => isAdd(each) && !inTail.has(groupOf(each)));
  return free.slice(-lateOnes);
}

interface LongTable {
  readonly records: readonly TraceRecord[];
  readonly events: readonly CartEvent[];
  /** The last one before the tail. */
  readonly place: CartEvent;
}

const tables = new Map<number, LongTable>();

function tableOf(before: number, touched: Touched): LongTable {
  const found = touched === 'all' ? undefined : tables.get(before);
  if (found) return found;
  const records = touched === 'all' ? withTailOnOneLine(before) : traceOf(before);
  const writer = new OwnReplica(0);
  const events: CartEvent[] = [];
  let place: CartEvent | undefined;
  for (const [index, record] of records.entries()) {
    if (index === before) place = events.at(-1);
    writer.become(record.replica);
    const event = writer.own(writer.prepare(record));
    if (event) events.push(event);
  }
  const table = { records, events, place: place! };
  if (touched !== 'all') tables.set(before, table);
  return table;
}

function traceOf(before: number): readonly TraceRecord[] {
  return makeTrace({ seed: 5, diners: 8, operations: before + places, partition: 'none' }).records;
}

/** The first add of all, again and again. */
function withTailOnOneLine(before: number): TraceRecord[] {
  const records = traceOf(before);
  const some = records.find(isAdd)!;
  const head = records.slice(0, before);
  const made = head.filter(({ replica }) => replica === some.replica).length;
  const { at, lamport } = records[before]!;
  const tail = Array.from({ length: places }, (_, index) => {
    return { ...some, seq: made + index + 1, at: at + index, lamport: lamport + index };
  });
  return [...head, ...tail];
}

function isAdd({ operation }: TraceRecord): boolean {
  return operation.kind === 'add';
}

/** Diner, product, category and modifiers: what one fold of the engine works on. */
function groupOf({ userId, operation }: TraceRecord): string {
  return userId + lineKey({ ...(operation as { line: Line }).line, notes: '' });
}

function mostCommon(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}
