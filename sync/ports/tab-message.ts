import type { MessageData, MessageType } from '#contract/messages.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { UnreadLine } from './transport.ts';
import type { UnansweredPost } from './storage.ts';

/**
 * Messages between the tabs of one diner at one table. One tab leads: it sends for all and holds the connection to the
 * group.
 */
export type TabMessage =
  /** To the leader: send these events. */
  | { readonly kind: 'pending'; readonly events: readonly AnyEvent[] }
  /** To all: these records are new. Own events are included only after the server accepted them. */
  | { readonly kind: 'learnt'; readonly records: readonly LogRecord[] }
  /** From a new leader: which events do you have to send? */
  | { readonly kind: 'lead' }
  /** To the leader: ask the snapshot server for the cart, under a number above this one. It must include `heard`. */
  | { readonly kind: 'ask'; readonly above: number; readonly heard: VersionVector }
  /** From the leader: these lines of the snapshot server's newest cart are unreadable. Empty: none. */
  | { readonly kind: 'unread'; readonly lines: readonly UnreadLine[] }
  /** From the leader: these changes at the snapshot server have no answer. The next leader finds out. */
  | { readonly kind: 'unanswered'; readonly posts: readonly UnansweredPost[] }
  /** From the leader: the server keeps holding its events, so its log has restarted. Restart yours, too. */
  | { readonly kind: 'stuck' }
  /** From the leader: the server knows these events, and its view has this digest. */
  | { readonly kind: 'hint'; readonly known: VersionVector; readonly digest?: string | undefined }
  /** To the leader: publish this message to the table. */
  | { readonly kind: 'publish'; readonly messageType: MessageType; readonly data: MessageData };
