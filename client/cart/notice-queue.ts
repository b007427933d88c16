import { Observable, Subject } from 'rxjs';
import type { TableNotice } from '#sync/ports/table-notice.ts';

/** Later notices are dropped while there is no listener. The page could not show more at its start. */
const maxEarly = 20;

interface NoticeQueue {
  push(notice: TableNotice): void;
  /** Notices that were pushed before the first listener come first, one microtask after it subscribes. */
  readonly notices: Observable<TableNotice>;
}

/** Holds notices until the page listens. The cart works before the page is drawn, and no notice may be lost. */
export function createNoticeQueue(): NoticeQueue {
  const listeners = new Subject<TableNotice>();
  const early: TableNotice[] = [];
  const flush = () => {
    if (listeners.observed) for (const notice of early.splice(0)) listeners.next(notice);
  };
  return {
    push(notice) {
      if (listeners.observed && early.length === 0) listeners.next(notice);
      else if (early.length < maxEarly) early.push(notice);
    },
    notices: new Observable((listener) => {
      const subscription = listeners.subscribe(listener);
      queueMicrotask(flush);
      return subscription;
    }),
  };
}
