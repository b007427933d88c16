import { BehaviorSubject } from 'rxjs';
import type { AnyEvent } from '#events/catalogue.ts';
import type { LogRecord } from '#events/records.ts';
import type { State } from './cart-engine.ts';
import { nothingMissed, type Missed } from './nothing-missed.ts';

/** A change that arrives later than this was not seen when it was made, ms: the server is asked every 10 s at least. */
const lateMs = 15_000;

type EventRecord = Extract<LogRecord, { readonly event: unknown }>;

export interface MissedOptions {
  /** Who the diner is, and was before they logged in. */
  readonly ownIds: readonly string[];
  /** ms */
  readonly now: () => number;
  /** The app is looked at. */
  readonly looking: () => boolean;
  /** The log was empty when it was opened. */
  readonly isNew: boolean;
  /** The diner has just logged in: what the first answer brings they have seen as a guest. Default: false. */
  readonly isLogin?: boolean;
  /** Others did this in sight of the diner, so it is not missed; each event comes once. */
  readonly witnessed: (records: readonly LogRecord[]) => void;
}

/** Counts what a late comer, or a phone that slept, has missed. */
export function createMissed({ ownIds, now, looking, isNew, isLogin = false, witnessed }: MissedOptions) {
  const missed = new BehaviorSubject<Missed>(nothingMissed);
  let records: LogRecord[] = [];
  /** Ids: what a phone said comes again in the server's answer. */
  const heard = new Set<string>();
  let isFirst = isNew;
  /** Until the server's first answer: whatever that brings was there before. */
  let isArriving = isNew;
  let isSeen = isLogin;

  return {
    missed: missed as State<Missed>,
    learnt(some: readonly LogRecord[]): void {
      const others = some.filter((record) => isOthers(record)).flatMap((record) => theirsOf(record));
      if (isSeen) {
        for (const { event } of others) heard.add(event.id);
        isSeen = !some.some((record) => 'snapshot' in record);
        return;
      }
      const late = others.filter(({ event }) => isLate(event));
      const fresh = others.filter(({ event }) => !isLate(event) && !heard.has(event.id));
      for (const { event } of others) heard.add(event.id);
      if (fresh.length > 0) witnessed(fresh);
      if (some.some((record) => 'snapshot' in record)) isArriving = false;
      if (late.length === 0) return;
      records.push(...late);
      void count();
    },
    /** The diner has looked. */
    seen(): void {
      records = [];
      isFirst = false;
      if (missed.value !== nothingMissed) missed.next(nothingMissed);
    },
  };

  /** What tells a log's story is fetched when there is one to tell. */
  async function count(): Promise<void> {
    try {
      const { activityOf } = await import('#projections/activity.ts');
      const activity = activityOf(records).filter(({ kind }) => kind !== 'guests' && kind !== 'orderType');
      const since = Math.min(...activity.map(({ at }) => at));
      if (activity.length > 0) missed.next({ changes: activity.length, since, beforeComing: isFirst });
    } catch (error) {
      console.warn('what was missed could not be counted', error);
    }
  }

  function isOthers(record: LogRecord): boolean {
    return record.from !== 'local' && ('event' in record || 'snapshot' in record);
  }

  function theirsOf(record: LogRecord): EventRecord[] {
    const events =
      'event' in record ? [record.event] : 'snapshot' in record ? (record.snapshot.events ?? []) : [];
    const { t } = record;
    return events
      .filter((event) => !ownIds.includes(event.userId))
      .map((event) => ({ t, from: 'peer', event }));
  }

  function isLate(event: AnyEvent): boolean {
    return isArriving || !looking() || now() - event.at[0] > lateMs;
  }
}
