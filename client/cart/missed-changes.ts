import { BehaviorSubject, distinctUntilChanged, type Observable } from 'rxjs';
import { nothingMissed, type Missed } from './table-cart.ts';
import type { NotifyingState } from '#sync/state/phone-state.ts';
import type { State } from '../environment/state.ts';

type MissedRecords = Pick<NotifyingState, 'missed' | 'isFirst'>;

/**
 * Counts the changes that others made while this phone did not show the cart. It counts like the feed, whose code is loaded
 * only when there are missed records.
 */
export function watchMissedChanges(notifying: Observable<MissedRecords>): State<Missed> {
  const missed = new BehaviorSubject<Missed>(nothingMissed);
  let latest: MissedRecords['missed'] = [];
  notifying
    .pipe(distinctUntilChanged((a, b) => a.missed === b.missed))
    .subscribe(({ missed: records, isFirst }) => {
      latest = records;
      if (records.length > 0) void count(records, isFirst);
      else if (missed.value !== nothingMissed) missed.next(nothingMissed);
    });
  return missed;

  async function count(records: MissedRecords['missed'], isFirst: boolean): Promise<void> {
    try {
      const { listActivity } = await import('#projections/feed/activity.ts');
      if (latest !== records) return;
      const activity = listActivity(records).filter(({ kind }) => kind !== 'guests' && kind !== 'orderType');
      const since = Math.min(...activity.map(({ at }) => at));
      if (activity.length > 0) missed.next({ changes: activity.length, since, beforeComing: isFirst });
    } catch (error) {
      console.warn('the missed changes could not be counted', error);
    }
  }
}
