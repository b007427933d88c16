/** What a phone's engine asks of the world, as values; what comes of it is an input again. */
import type { Order } from '#contract/order-fields.ts';
import type { MessageData, MessageType } from '#contract/messages.ts';
import type { Batch } from './storage.ts';
import type { TabMessage } from './tab-message.ts';
import type { ServerCall } from './transport.ts';
import type { Reach } from '../state/phone-state.ts';
import type { TableNotice } from './table-notice.ts';

/** What came of placing an order (O1, O2). */
export type PlaceResult =
  | { readonly kind: 'placed'; readonly order: Order }
  /** The server said no; `code` is the contract's. */
  | {
      readonly kind: 'refused';
      readonly code: number;
      readonly msg: string;
      /** Learnt by asking: the restaurant has no such order, and will not take it any more (O2). */
      readonly neverArrived?: boolean;
    }
  /** No order left the phone: what came of asking the server first; `answered`: the own changes could not be sent. */
  | { readonly kind: 'notSent'; readonly reach: Reach }
  /** No answer came: the order may or may not be there; asking goes on until it is known. */
  | { readonly kind: 'unknown' };

/** Who waits for a PlaceResult: whoever placed, whoever asked once, whoever asks until it is known. */
export type PlaceQuestion = 'place' | 'ask' | 'known';

export type Effect =
  /** G3: one transaction; its end is the input `stored`. `inMemory`: the browser's database has failed. */
  | {
      readonly kind: 'store';
      readonly number: number;
      readonly inMemory: boolean;
      readonly replicaId: string;
      readonly batch: Batch;
    }
  /** T1: a replica whose log was taken over is put away. */
  | { readonly kind: 'archive'; readonly replicaId: string }
  | { readonly kind: 'send'; readonly number: number; readonly call: ServerCall }
  /** The answer to that call is not waited for any more. */
  | { readonly kind: 'giveUp'; readonly number: number }
  | { readonly kind: 'publish'; readonly messageType: MessageType; readonly data: MessageData }
  | { readonly kind: 'postToTabs'; readonly message: TabMessage }
  | { readonly kind: 'notice'; readonly notice: TableNotice }
  | { readonly kind: 'placeResult'; readonly to: PlaceQuestion; readonly result: PlaceResult | undefined }
  /** For whoever looks after the program. */
  | {
      readonly kind: 'report';
      readonly level: 'info' | 'warn' | 'error';
      readonly text: string;
      readonly detail?: unknown;
    }
  /** The session is over (S1): everything ends, and the log is put away. */
  | { readonly kind: 'end' };
