import { Observable, Subject } from 'rxjs';
import type { TableNotice } from '#sync/ports/table-notice.ts';

/** More than the page could say at its start. */
const maxEarly = 20;

/** What is to be told, and who listens. */
interface NoticeQueue {
  push(notice: TableNotice): void;
  /** What was told while nobody listened comes first, once all who began to listen together do so. */
  readonly notices: Observable<TableNotice>;
}

/** The cart is at work before the page is drawn: what happens until then must not go unheard. */
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
