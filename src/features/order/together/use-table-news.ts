import { useEffect, useRef } from 'react';
import type { LogRecord } from '#events/records.ts';
import { useTableNotices } from '#src/kit/cart/hooks.ts';
import { announce } from '#src/kit/ui/feedback/announce.ts';
import { useActivityText } from './activity/activity-text.ts';
import { newsOf } from './table-news.ts';

/** ms of quiet after which news are said, so that several taps are one sentence. */
const quiet = 700;

/** Says to screen readers what others change at the table while it is seen in the cart. */
export function useTableNews(): void {
  const textOf = useActivityText();
  const collected = useRef<LogRecord[]>([]);
  const isClearTold = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(textOf);
  useEffect(() => {
    latest.current = textOf;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  useTableNotices((notice) => {
    if (notice.kind === 'linesLost' && notice.clearedBy !== null) isClearTold.current = true;
    if (notice.kind !== 'peersChanged') return;
    collected.current.push(...notice.records);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      for (const news of newsOf(collected.current.splice(0), isClearTold.current))
        announce(latest.current(news));
      isClearTold.current = false;
    }, quiet);
  });
}
