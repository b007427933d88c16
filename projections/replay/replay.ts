/** Replays a log record by record: the view after each record, and the changes of each one. */
import { logOf, type Log, type LogEntry } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { projectCartView, type CartView } from '../merge/cart-view.ts';
import { DinerNames } from '../feed/diner-names.ts';
import { createExplainer, type Explanation } from '../merge/explain.ts';
import { readRecords, readMore, type Reading } from '../merge/reading.ts';
import { computeEffect, type Effect } from './effect.ts';

export interface ReplayStep {
  /** From 1, as in `--at`. */
  readonly number: number;
  readonly record: LogRecord;
  /** What the phone showed after this record. */
  readonly view: CartView;
  readonly effect: Effect;
}

/**
 * Adds the records of a log one by one and keeps the result of each. The cost of a record depends on what it changes.
 */
export class Replay {
  reading: Reading;
  readonly steps: ReplayStep[] = [];
  private readonly diners = new DinerNames();
  /** The diners' names, each with the number of the record that changed them. */
  private readonly named: { readonly at: number; readonly names: ReadonlyMap<string, string> }[] = [];
  /** The knowledge that was requested last. One moment is usually requested several times. */
  private asked: { readonly count: number; readonly log: Log } | undefined;

  /** @param begun records to continue from, which are not steps themselves */
  constructor(private readonly begun: readonly LogRecord[] = []) {
    this.reading = readRecords(begun);
  }

  get log(): Log {
    return this.reading.log;
  }

  get view(): CartView {
    return this.reading.merged.view;
  }

  add(record: LogRecord): ReplayStep {
    const number = this.begun.length + this.steps.length + 1;
    const before = this.view;
    const { news, ...reading } = readMore(this.reading, [record]);
    this.reading = reading;
    this.asked = undefined;
    this.diners.add(news.entries);
    const { names } = this.diners;
    if (names !== this.named.at(-1)?.names) this.named.push({ at: number, names });
    const effect = computeEffect({ record, news, before, after: this.view, reading });
    const step = { number, record, view: this.view, effect };
    this.steps.push(step);
    return step;
  }

  /** Returns the view after `count` records. */
  viewAt(count: number): CartView {
    return this.steps[count - this.begun.length - 1]?.view ?? projectCartView(this.knowledgeAt(count));
  }

  /** Returns the own events without an answer after `count` records, in order. */
  pendingAt(count: number): LogEntry[] {
    const { pending, entries } = this.knowledgeAt(count);
    return [...pending].map((id) => entries.get(id)!);
  }

  /** Returns the diners' names after `count` records, by user id. */
  namesAt(count: number): ReadonlyMap<string, string> {
    return this.named.findLast(({ at }) => at <= count)?.names ?? new Map();
  }

  /** Explains why an event shows as it does at the end of the log. */
  explain(id: string): Explanation {
    return createExplainer(this.log, this.reading.merged)(id);
  }

  /**
   * Returns the knowledge after `count` records. It reads them again, because keeping every state would cost too much
   * memory.
   */
  knowledgeAt(count: number): Log {
    if (this.asked?.count !== count) {
      const records = [...this.begun, ...this.steps.map(({ record }) => record)];
      this.asked = { count, log: count < records.length ? logOf(records.slice(0, count)) : this.log };
    }
    return this.asked.log;
  }
}

/** Replays all records. */
export function replayAll(records: readonly LogRecord[]): Replay {
  const replay = new Replay();
  for (const record of records) replay.add(record);
  return replay;
}
