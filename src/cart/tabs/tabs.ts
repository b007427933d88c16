import { BehaviorSubject, NEVER, type Observable } from 'rxjs';
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import type { LogRecord } from '#events/records.ts';
import type { State } from '../cart-engine.ts';

/** What the tabs of one diner at one table tell each other. */
export type TabMessage =
  /** A tab that does not lead: please send these. */
  | { readonly kind: 'pending'; readonly events: readonly AnyEvent[] }
  /** This is new; own events only once the server accepted them (P3). */
  | { readonly kind: 'learnt'; readonly records: readonly LogRecord[] }
  /** A tab that has just taken the lead: what have you got to send? */
  | { readonly kind: 'lead' }
  /** A tab that does not lead: please tell the table. */
  | { readonly kind: 'publish'; readonly messageType: MessageType; readonly data: MessageData };

/** The other tabs of this browser, of the same diner at the same table. */
export interface Tabs {
  /** This tab sends for all of them and holds the real-time connection. */
  readonly leading: State<boolean>;
  readonly messages: Observable<TabMessage>;
  post(message: TabMessage): void;
  close(): void;
}

/** A browser without locks (D24): every tab sends for itself. */
export function aloneTab(): Tabs {
  return { leading: new BehaviorSubject(true), messages: NEVER, post: () => {}, close: () => {} };
}
