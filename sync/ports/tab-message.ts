import type { MessageData, MessageType } from '#contract/messages.ts';
import type { AnyEvent } from '#events/cart/registry.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { UnreadLine } from './transport.ts';
import type { UnansweredPost } from '../protocols/snapshot/unanswered-post.ts';

/** What the tabs of one diner at one table tell each other. */
export type TabMessage =
  /** A tab that does not lead: please send these. */
  | { readonly kind: 'pending'; readonly events: readonly AnyEvent[] }
  /** This is new; own events only once the server accepted them (P3). */
  | { readonly kind: 'learnt'; readonly records: readonly LogRecord[] }
  /** A tab that has just taken the lead: what have you got to send? */
  | { readonly kind: 'lead' }
  /** P2: a tab that does not lead: please ask a plain server for the cart, under a higher number; it has all of `heard`. */
  | { readonly kind: 'ask'; readonly above: number; readonly heard: VersionVector }
  /** P5: what of a plain server's newest cart the tab that leads could not read; empty: nothing. */
  | { readonly kind: 'unread'; readonly lines: readonly UnreadLine[] }
  /** P2: what the tab that leads has sent to a plain server without an answer: the next one that leads finds out. */
  | { readonly kind: 'unanswered'; readonly posts: readonly UnansweredPost[] }
  /** E5: the server goes on holding what the tab that leads sends; it has started again: please do so too. */
  | { readonly kind: 'stuck' }
  /** D16, G5: the server knows this much, and shows this; only the tab that leads hears it from the group. */
  | { readonly kind: 'hint'; readonly known: VersionVector; readonly digest?: string | undefined }
  /** A tab that does not lead: please tell the table. */
  | { readonly kind: 'publish'; readonly messageType: MessageType; readonly data: MessageData };
