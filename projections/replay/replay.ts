/** A log, record by record (L3): what was shown after each, and what each did. */
import { logOf, type Log, type LogEntry } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { cartView, type CartView } from '../merge/cart-view.ts';
import { DinerNames } from '../feed/diner-names.ts';
import { createExplainer, type Explanation } from '../merge/explain.ts';
import { readRecords, readMore, type Reading } from '../merge/reading.ts';
import { effectOf, type Effect } from './effect.ts';

export interface ReplayStep {
  /** From 1, as in `--at`. */
  readonly number: number;
  readonly record: LogRecord;
  /** What the phone showed after this record. */
  readonly view: CartView;
  readonly effect: Effect;
}

/** Takes a log's records in one by one (G1: each costs what it changes) and keeps what every one of them led to. */
export class Replay {
  reading: Reading;
  readonly steps: ReplayStep[] = [];
  private readonly diners = new DinerNames();
  /** Since which record the diners bear these names. */
  private readonly named: { readonly at: number; readonly names: ReadonlyMap<string, string> }[] = [];
  /** What was asked for last: one moment is mostly asked for more than once. */
  private asked: { readonly count: number; readonly log: Log } | undefined;

  /** @param begun goes on from these records, which make no steps of their own */
  constructor(private readonly begun: readonly LogRecord[] = []) {
    this.reading = readRecords(begun);
  }

  get log(): Log {
    return this.reading.log;
  }

  get view(): CartView {
    return this.reading.merged.view;
  }

  take(record: LogRecord): ReplayStep {
    const number = this.begun.length + this.steps.length + 1;
    const before = this.view;
    const { news, ...reading } = readMore(this.reading, [record]);
    this.reading = reading;
    this.asked = undefined;
    this.diners.learn(news.entries);
    const { names } = this.diners;
    if (names !== this.named.at(-1)?.names) this.named.push({ at: number, names });
    const effect = effectOf({ record, learnt: news, before, after: this.view, reading });
    const step = { number, record, view: this.view, effect };
    this.steps.push(step);
    return step;
  }

  /** What was shown after so many records. */
  viewAt(count: number): CartView {
    return this.steps[count - this.begun.length - 1]?.view ?? cartView(this.knowledgeAt(count));
  }

  /** Own events that had no answer after so many records, in order (G3). */
  pendingAt(count: number): LogEntry[] {
    const { pending, entries } = this.knowledgeAt(count);
    return [...pending].map((id) => entries.get(id)!);
  }

  /** The diners' names after so many records, by user id. */
  namesAt(count: number): ReadonlyMap<string, string> {
    return this.named.findLast(({ at }) => at <= count)?.names ?? new Map();
  }

  /** Why an event shows as it does at the end of the log. */
  explain(id: string): Explanation {
    return createExplainer(this.log, this.reading.merged)(id);
  }

  /** What was known after so many records: costs reading them, and no memory before. */
  knowledgeAt(count: number): Log {
    if (this.asked?.count !== count) {
      const records = [...this.begun, ...this.steps.map(({ record }) => record)];
      this.asked = { count, log: count < records.length ? logOf(records.slice(0, count)) : this.log };
    }
    return this.asked.log;
  }
}

/** Every record taken in. */
export function replayAll(records: readonly LogRecord[]): Replay {
  const replay = new Replay();
  for (const record of records) replay.take(record);
  return replay;
}
