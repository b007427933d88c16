import { BehaviorSubject, NEVER, type Observable } from 'rxjs';
import type { TabMessage } from '#sync/ports/tab-message.ts';
import type { State } from '../environment/state.ts';

/** The other tabs of this browser in which the same diner sits at the same table. Exactly one of the tabs leads. */
export interface Tabs {
  /** Whether this tab is the leader: it sends for all tabs and holds the real-time connection. */
  readonly leading: State<boolean>;
  readonly messages: Observable<TabMessage>;
  post(message: TabMessage): void;
  close(): void;
}

/** For a browser without locks: every tab sends for itself. */
export function createLoneTab(): Tabs {
  return { leading: new BehaviorSubject(true), messages: NEVER, post: () => {}, close: () => {} };
}
