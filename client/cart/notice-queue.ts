import { Observable, Subject } from 'rxjs';
import type { TableNotice } from '#sync/ports/table-notice.ts';

/** More than the page could say at its start. */
const longest = 20;

/** What is to be told, and who listens. */
interface Notices {
  tell(notice: TableNotice): void;
  /** What was told while nobody listened comes first, once all who began to listen together do so. */
  readonly all: Observable<TableNotice>;
}

/** The cart is at work before the page is drawn: what happens until then must not go unheard. */
export function createNotices(): Notices {
  const heard = new Subject<TableNotice>();
  const early: TableNotice[] = [];
  const flush = () => {
    if (heard.observed) for (const notice of early.splice(0)) heard.next(notice);
  };
  return {
    tell(notice) {
      if (heard.observed && early.length === 0) heard.next(notice);
      else if (early.length < longest) early.push(notice);
    },
    all: new Observable((listener) => {
      const subscription = heard.subscribe(listener);
      queueMicrotask(flush);
      return subscription;
    }),
  };
}
