import { useRef } from 'react';
import type { LogRecord } from '#events/records.ts';
import { activityOf, type Activity } from '#projections/feed/activity.ts';
import { useTableNotices } from '#src/kit/cart/hooks.ts';
import { announce } from '#src/kit/ui/feedback/Announcer.tsx';
import { useAfterQuiet } from '#src/kit/ui/use-steady.ts';
import { useActivityText } from './activity/activity-text.ts';

/** Says to screen readers what others change at the table while it is seen in the cart. */
export function useTableNews(): void {
  const textOf = useActivityText();
  const isClearTold = useRef(false);
  const say = useAfterQuiet((records: readonly LogRecord[]) => {
    for (const news of newsOf(records, isClearTold.current)) announce(textOf(news));
    isClearTold.current = false;
  });
  useTableNotices((notice) => {
    if (notice.kind === 'linesLost' && notice.clearedBy !== null) isClearTold.current = true;
    if (notice.kind === 'peersChanged') say(...notice.records);
  });
}

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
