/**
 * The effects that a step returns, as values. `client/engine/perform.ts` performs them. Some have an outcome, which comes
 * back as an input.
 */
import type { Order } from '#contract/order-fields.ts';
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { Batch } from './storage.ts';
import type { TabMessage } from './tab-message.ts';
import type { ServerCall } from './transport.ts';
import type { Reach } from '../state/phone-state.ts';
import type { TableNotice } from './table-notice.ts';

/** The result of placing an order. */
export type PlaceResult =
  | { readonly kind: 'placed'; readonly order: Order }
  /** The server refused it. `code` is the contract's. */
  | {
      readonly kind: 'refused';
      readonly code: number;
      readonly msg: string;
      /** The phone asked later: the restaurant has no such order and no longer accepts it. */
      readonly neverArrived?: boolean;
    }
  /** No order was sent, because the server did not answer first. `reach` `answered`: own changes could not be sent. */
  | { readonly kind: 'notSent'; readonly reach: Reach }
  /** No answer came, so the order may or may not exist. The phone asks until it knows. */
  | { readonly kind: 'unknown' };

/** The caller that waits for a PlaceResult: it placed, asked once, or asks until there is an outcome. */
export type PlaceQuestion = 'place' | 'ask' | 'known';

export type Effect =
  /** Writes a batch in one transaction. Its outcome is the input `stored`. `inMemory`: the database has failed before. */
  | {
      readonly kind: 'store';
      readonly number: number;
      readonly inMemory: boolean;
      readonly replicaId: string;
      readonly batch: Batch;
    }
  /** Archives a replica whose log was taken over. */
  | { readonly kind: 'archive'; readonly replicaId: string }
  /** Sends a call. Its outcome is the input `answered` with the same number. */
  | { readonly kind: 'send'; readonly number: number; readonly call: ServerCall }
  /** Aborts that call. */
  | { readonly kind: 'giveUp'; readonly number: number }
  | { readonly kind: 'publish'; readonly messageType: MessageType; readonly data: MessageData }
  | { readonly kind: 'postToTabs'; readonly message: TabMessage }
  | { readonly kind: 'notice'; readonly notice: TableNotice }
  | { readonly kind: 'placeResult'; readonly to: PlaceQuestion; readonly result: PlaceResult | undefined }
  /** Writes to the console, for developers. */
  | {
      readonly kind: 'report';
      readonly level: 'info' | 'warn' | 'error';
      readonly text: string;
      readonly detail?: unknown;
    }
  /** The table session is over: closes the engine and archives the log. */
  | { readonly kind: 'end' };
