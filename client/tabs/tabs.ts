import { BehaviorSubject, NEVER, type Observable } from 'rxjs';
import type { TabMessage } from '#sync/ports/tab-message.ts';
import type { State } from '../environment/state.ts';

/** The other tabs of this browser, of the same diner at the same table. */
export interface Tabs {
  /** This tab sends for all of them and holds the real-time connection. */
  readonly leading: State<boolean>;
  readonly messages: Observable<TabMessage>;
  post(message: TabMessage): void;
  close(): void;
}

/** A browser without locks (D24): every tab sends for itself. */
export function createLoneTab(): Tabs {
  return { leading: new BehaviorSubject(true), messages: NEVER, post: () => {}, close: () => {} };
}
