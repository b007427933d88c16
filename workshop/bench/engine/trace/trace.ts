/**
 * A busy table: so many diners, each with a device of their own, who add (62 %), decrease (22 %), edit notes (10 %),
 * clear the table (1 %) and set guests or order type (5 %). Where a cart is empty an add takes the place of what needs a
 * line. Pure and seeded: the same options give the same trace.
 */
import { applyTo, emptyCausalView } from './causal-view.ts';
import { integersOf, numbersOf } from './random.ts';
import type { Trace, TraceRecord } from './records.ts';
import { keysOf, wishesFrom } from './wishes.ts';

export interface TraceOptions {
  readonly seed: number;
  readonly diners: number;
  readonly operations: number;
  /**
   * `none`: everything reaches everybody at once. `windows`: each device is offline a quarter of the time, and catches up
   * after. `splitAt`: from that operation on everybody is offline until the end. Then everything is exchanged.
   */
  readonly partition: 'none' | 'windows' | { readonly splitAt: number };
}

/** ms: the clocks' error, and the mean time between two operations. */
const skew = 250;
const gap = 700;
/** Mean length of an offline window, in operations of the whole table; share of time spent offline. */
const offline = { operations: 250, share: 0.25 };
/** Of deliveries that come a second time. The schedule leaves them out; the random numbers are drawn all the same. */
const repeated = 0.1;
const firstMoment = 1_700_000_000_000;

export function makeTrace({ seed, diners, operations, partition }: TraceOptions): Trace {
  const random = numbersOf(seed);
  const integer = integersOf(random);
  const splitAt = typeof partition === 'object' ? partition.splitAt : Infinity;
  const wish = wishesFrom(random);
  const replicas = Array.from({ length: diners }, () => ({
    view: emptyCausalView(),
    lamport: 0,
    seen: new Uint32Array(diners),
    isOnline: true,
    until: Infinity,
    /** Into `relayed`: how much of it was downloaded. */
    cursor: 0,
    outbox: [] as number[],
    skew: Math.round((random() * 2 - 1) * skew),
  }));
  const onlineFor = (offline.operations * (1 - offline.share)) / offline.share;
  if (partition === 'windows') for (const each of replicas) each.until = integer(Math.round(onlineFor) * 2);
  const records: TraceRecord[] = [];
  const relayed: number[] = [];
  const schedule: number[] = [];

  const download = (to: number) => {
    const device = replicas[to]!;
    for (; device.cursor < relayed.length; device.cursor += 1) {
      const index = relayed[device.cursor]!;
      const record = records[index]!;
      if (record.replica === to) continue;
      schedule.push(index, to);
      device.lamport = Math.max(device.lamport, record.lamport);
      device.seen[record.replica] = record.seq;
      applyTo(device.view, record);
      if (random() < repeated) random();
    }
  };
  const upload = (from: number) => relayed.push(...replicas[from]!.outbox.splice(0));
  const reachOthers = (from: number) => {
    for (let to = 0; to < diners; to += 1) if (to !== from && replicas[to]!.isOnline) download(to);
  };
  const changeWindows = (index: number) => {
    for (const [each, device] of replicas.entries()) {
      if (index < device.until) continue;
      device.isOnline = !device.isOnline;
      device.until = index + 1 + integer(Math.round((device.isOnline ? onlineFor : offline.operations) * 2));
      if (!device.isOnline) continue;
      upload(each);
      download(each);
      reachOthers(each);
    }
  };

  let turns: number[] = [];
  let now = firstMoment;
  for (let index = 0; index < operations; index += 1) {
    now += 1 + integer(gap * 2);
    if (index === splitAt) {
      for (const device of replicas) device.isOnline = false;
      turns = shuffled(
        Array.from({ length: operations - splitAt }, (_, turn) => turn % diners),
        integer,
      );
    }
    if (partition === 'windows') changeWindows(index);
    const replica = index >= splitAt ? turns[index - splitAt]! : integer(diners);
    const device = replicas[replica]!;
    const userId = userOf(replica);
    const operation = wish(device.view, userId, device.seen);
    device.lamport += 1;
    const seq = device.seen[replica]! + 1;
    const at = now + device.skew;
    const record = { replica, seq, userId, at, lamport: device.lamport, operation, ...keysOf(operation) };
    records.push(record);
    device.seen[replica] = seq;
    applyTo(device.view, record);
    schedule.push(index, replica);
    device.outbox.push(index);
    if (!device.isOnline) continue;
    upload(replica);
    reachOthers(replica);
  }
  const exchangeFrom = schedule.length;
  for (let replica = 0; replica < diners; replica += 1) upload(replica);
  for (let replica = 0; replica < diners; replica += 1) download(replica);
  return { diners, records, schedule: Int32Array.from(schedule), exchangeFrom };
}

/** Two digits: then the order as text is the order of the numbers. */
export function userOf(replica: number): string {
  return `u${String(replica).padStart(2, '0')}`;
}

function shuffled(values: number[], integer: (n: number) => number): number[] {
  for (let index = values.length - 1; index > 0; index -= 1) {
    const other = integer(index + 1);
    [values[index], values[other]] = [values[other]!, values[index]!];
  }
  return values;
}
