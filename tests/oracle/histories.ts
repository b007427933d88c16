/**
 * Whole log files, as one phone at a table writes them. Several phones and a server take part, honest or not. There are
 * few diners, dishes and replicas, so that things collide. A seed gives the same log again.
 */

import * as fc from 'fast-check';
import { Dice } from './dice.ts';
import type { LogRecord, Snapshot } from './log-records.ts';
import { Table } from './table.ts';

/** Makes logs from seeds. To shrink a failing log it removes records, and events of its snapshots. */
class Histories extends fc.Arbitrary<LogRecord[]> {
  constructor(private readonly from: (seed: number) => LogRecord[]) {
    super();
  }
  generate(random: fc.Random): fc.Value<LogRecord[]> {
    return new fc.Value(this.from(random.nextInt()), undefined);
  }
  canShrinkWithoutContext(_value: unknown): _value is LogRecord[] {
    return true;
  }
  shrink(log: LogRecord[]): fc.Stream<fc.Value<LogRecord[]>> {
    return fc.stream(generateSmaller(log)).map((each) => new fc.Value(each, undefined));
  }
}

/** Logs of random tables. Their event servers cover stable events alone (F4). */
export const histories: fc.Arbitrary<LogRecord[]> = new Histories((seed) => createHistory(seed));
/** Logs of evenings in which a diner's cart has seen a hundred events and more. */
export const longHistories: fc.Arbitrary<LogRecord[]> = new Histories((seed) => createHistory(seed, true));
/** Logs that no honest server and no working network would lead to. */
export const disturbedHistories: fc.Arbitrary<LogRecord[]> = new Histories((seed) =>
  disturbLog(createHistory(seed), new Dice(~seed)),
);

/** Makes the log of a seed, the same one every time. */
export function createHistory(seed: number, long = false): LogRecord[] {
  const dice = new Dice(seed);
  return new Table(dice, long).play(long ? 250 + dice.below(200) : 8 + dice.below(45));
}

function* generateSmaller(log: readonly LogRecord[]): IterableIterator<LogRecord[]> {
  for (let size = Math.ceil(log.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < log.length; from += size) {
      yield log.filter((_, n) => n < from || n >= from + size);
    }
  }
  for (const [n, record] of log.entries()) {
    for (const gone of record.snapshot?.events ?? []) {
      const events = record.snapshot?.events?.filter((event) => event !== gone);
      yield log.with(n, { ...record, snapshot: { ...record.snapshot, events } as Snapshot });
    }
  }
}

/** Shuffles records, replaces covers and versions, repeats snapshots, and adds rejections at random. */
function disturbLog(log: readonly LogRecord[], dice: Dice): LogRecord[] {
  const records = log.map((record) =>
    record.snapshot ? withOtherSnapshot(record, record.snapshot, dice) : record,
  );
  const putIn = (record: LogRecord) => records.splice(dice.below(records.length + 1), 0, record);
  for (const [n, record] of records.entries()) {
    if (dice.chance(50)) records.push(...records.splice(n, 1));
    if (record.snapshot && dice.chance(30)) putIn(withOtherSnapshot(record, record.snapshot, dice));
    const rejected = { ids: [record.event?.id ?? 'ra:1'], code: 2025 };
    if (dice.chance(5)) putIn({ t: record.t, from: 'server', rejected });
  }
  return dice.chance(10) ? records.toReversed() : records;
}

function withOtherSnapshot(record: LogRecord, snapshot: Snapshot, dice: Dice): LogRecord {
  const some = ['ra', 'rb', 'constructor', '7', 'server', 'rp'].filter(() => dice.chance(50));
  const covers = Object.fromEntries(some.map((replica) => [replica, dice.below(6)]));
  const changes: Partial<Snapshot> = {
    ...(dice.chance(50) ? { covers } : {}),
    ...(dice.chance(30) ? { version: dice.below(8) } : {}),
    ...(dice.chance(20) ? { userCarts: [] } : {}),
  };
  return { ...record, snapshot: { ...snapshot, ...changes } };
}
