/** A log, record by record (L3): what was shown after each, and what each did. */
import { compareEntries, createLog, type Knowledge, type LogEntry } from '#events/log.ts';
import type { LogRecord, Snapshot } from '#events/records.ts';
import { emptyView, type CartView } from '../cart-view.ts';
import { Explainer, type Explanation } from '../explain.ts';
import { LiveView } from '../live-view.ts';
import { effectOf, type Effect } from './effect.ts';

export interface Step {
  /** From 1, as in `--at`. */
  readonly number: number;
  readonly record: LogRecord;
  /** What the phone showed after this record. */
  readonly view: CartView;
  readonly effect: Effect;
}

/** What of a log only grows. */
const growing = ['entries', 'rejected', 'accepted', 'local'] as const;

/** Takes a log's records in one by one (G1: each costs what it changes) and keeps what every one of them led to. */
export class Replay {
  readonly log = createLog();
  readonly live = new LiveView(this.log);
  readonly steps: Step[] = [];
  private readonly why = new Explainer(this.log, () => this.live.view.known);
  /** The number of the record that first told of an id, in the order of the log's own maps. */
  private readonly learntAt: Record<(typeof growing)[number], number[]> = {
    entries: [],
    rejected: [],
    accepted: [],
    local: [],
  };
  /** The number of the record by which an id was accepted or rejected. */
  private readonly answeredAt = new Map<string, number>();
  /** Events since which a diner bears another name, and the latest of each diner that bears one. */
  private readonly named: { readonly at: number; readonly entry: LogEntry }[] = [];
  private readonly lastNamed = new Map<string, LogEntry>();
  private readonly snapshots: { readonly at: number; readonly snapshot: Snapshot }[] = [];

  take(record: LogRecord): Step {
    const number = this.steps.length + 1;
    const before = this.live.view;
    const learnt = this.log.append(record);
    for (const kind of growing)
      for (let size = this.learntAt[kind].length; size < this.log[kind].size; size += 1)
        this.learntAt[kind].push(number);
    if (learnt.snapshot && this.log.snapshot)
      this.snapshots.push({ at: number, snapshot: this.log.snapshot });
    for (const entry of learnt.entries) this.noteName(entry, number);
    for (const id of [...learnt.accepted, ...learnt.rejected])
      if (!this.answeredAt.has(id)) this.answeredAt.set(id, number);
    this.live.learn(learnt);
    this.why.learn(learnt.entries);
    const { view: after } = this.live;
    const effect = effectOf({ record, learnt, before, after, log: this.log, why: this.why });
    const step = { number, record, view: after, effect };
    this.steps.push(step);
    return step;
  }

  /** What was shown after so many records. */
  viewAt(count: number): CartView {
    return count === 0 ? emptyView : this.steps[count - 1]!.view;
  }

  /** Own events that had no answer after so many records, in order (G3). */
  pendingAt(count: number): LogEntry[] {
    const local = firstOf(this.log.local, this.learntAt.local, count);
    return local.flatMap((id) => {
      const isAnswered = (this.answeredAt.get(id) ?? Number.POSITIVE_INFINITY) <= count;
      const entry = isAnswered ? undefined : this.log.entries.get(id);
      return entry ?? [];
    });
  }

  /** The events that named the diners, after so many records: each one's latest is among them. */
  namedAt(count: number): LogEntry[] {
    return this.named.filter(({ at }) => at <= count).map(({ entry }) => entry);
  }

  /** Why an event shows as it does at the end of the log. */
  explain(id: string): Explanation {
    return this.why.explain(id);
  }

  /** What was known after so many records: costs one look at everything that is known, and no memory before. */
  knowledgeAt(count: number): Knowledge {
    if (count >= this.steps.length) return this.log;
    const { entries, rejected, accepted, local } = this.log;
    return {
      snapshot: this.snapshots.findLast(({ at }) => at <= count)?.snapshot,
      entries: new Map(firstOf(entries, this.learntAt.entries, count)),
      rejected: new Map(firstOf(rejected, this.learntAt.rejected, count)),
      accepted: new Map(firstOf(accepted, this.learntAt.accepted, count)),
      local: new Set(firstOf(local, this.learntAt.local, count)),
    };
  }

  private noteName(entry: LogEntry, at: number): void {
    const { userId, userName } = entry.event;
    if (!userName) return;
    const last = this.lastNamed.get(userId);
    if (last && compareEntries(last, entry) > 0) return;
    this.lastNamed.set(userId, entry);
    if (last?.event.userName !== userName) this.named.push({ at, entry });
  }
}

/** Every record taken in. */
export function replayed(records: readonly LogRecord[]): Replay {
  const replay = new Replay();
  for (const record of records) replay.take(record);
  return replay;
}

/** What of a growing collection was there after so many records. */
function firstOf<T>(all: Iterable<T>, learntAt: readonly number[], count: number): T[] {
  const found: T[] = [];
  for (const each of all) {
    if (!(learntAt[found.length]! <= count)) break;
    found.push(each);
  }
  return found;
}
