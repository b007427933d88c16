import type { Observable } from 'rxjs';
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { Incoming } from '#sync/ports/incoming.ts';

/** The table's real-time group: a lossy hint channel; the snapshot has the last word. */
export interface TableGroup {
  /** Valid messages only; broken ones are logged and dropped. */
  readonly messages: Observable<Incoming>;
  /** Each new connection, each one that recovered, and a no to one: something may have been missed (G6). */
  readonly connected: Observable<void>;
  /** True while frames arrive. */
  readonly live: Observable<boolean>;
  /** False when it was not delivered; never rejects. */
  publish(messageType: MessageType, data: MessageData): Promise<boolean>;
  close(): Promise<void>;
}
