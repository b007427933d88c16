import type { LogRecord } from '#events/records.ts';
import { activityOf, type Activity } from '#projections/activity.ts';

/**
 * What of others' changes is told by nothing else: additions have a toast, orders a dialog, and a clear that took one's
 * own dishes the bar that offers them back.
 */
export function newsOf(records: readonly LogRecord[], isClearTold: boolean): Activity[] {
  // A dish that was added and taken out again was told when it came, so its going is told as well.
  const rest = records.filter((record) => !('event' in record) || record.event.type !== 'itemAdded');
  return activityOf(rest).filter(
    (each) => each.kind !== 'ordered' && !(isClearTold && each.kind === 'cleared' && each.scope === 'table'),
  );
}
