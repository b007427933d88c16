/**
 * Whole log files, as one phone at a table writes them: several phones and a server, honest or not, few diners, few
 * dishes and few replicas, so that things collide. A seed gives the same log again.
 */

import * as fc from 'fast-check';
import { Dice } from './dice.ts';
import type { LogRecord, Snapshot } from './log-records.ts';
import { Table } from './table.ts';

/** Logs of random tables; one that a test fails on loses records, and events of its snapshots, while it still fails. */
class Histories extends fc.Arbitrary<LogRecord[]> {
  generate(random: fc.Random): fc.Value<LogRecord[]> {
    return new fc.Value(history(random.nextInt()), undefined);
  }
  canShrinkWithoutContext(_value: unknown): _value is LogRecord[] {
    return true;
  }
  shrink(log: LogRecord[]): fc.Stream<fc.Value<LogRecord[]>> {
    return fc.stream(smaller(log)).map((each) => new fc.Value(each, undefined));
  }
}
export const histories: fc.Arbitrary<LogRecord[]> = new Histories();

function* smaller(log: readonly LogRecord[]): IterableIterator<LogRecord[]> {
  for (let size = Math.ceil(log.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < log.length; from += size)
      yield log.filter((_, n) => n < from || n >= from + size);
  }
  for (const [n, record] of log.entries()) {
    for (const gone of record.snapshot?.events ?? []) {
      const events = record.snapshot?.events?.filter((event) => event !== gone);
      yield log.with(n, { ...record, snapshot: { ...record.snapshot, events } as Snapshot });
    }
  }
}

/** The log of the table that this seed makes; the same one every time. */
export function history(seed: number): LogRecord[] {
  const dice = new Dice(seed);
  return new Table(dice).play(8 + dice.below(45));
}
