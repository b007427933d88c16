import type { Observable } from 'rxjs';
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { Incoming } from '#sync/ports/incoming.ts';

/**
 * The table's real-time group. It may lose messages, so it only speeds up what the server's answers bring anyway. If they
 * differ, the server's snapshot is right.
 */
export interface TableGroup {
  /** Valid messages. Broken ones are logged and dropped. */
  readonly messages: Observable<Incoming>;
  /** Emits when messages may have been missed: after each connect and recovery, and when access is denied. */
  readonly connected: Observable<void>;
  /** True while frames arrive. */
  readonly live: Observable<boolean>;
  /** Returns false if the message was not delivered. Never rejects. */
  publish(messageType: MessageType, data: MessageData): Promise<boolean>;
  close(): Promise<void>;
}
