import type { Item } from '#events/item.ts';
import type { MessageData } from '#contract/messages.ts';
import type { LogRecord } from '#events/records/records.ts';

/** A line that was in the diner's own cart. */
export interface LostLine {
  readonly item: Item;
  readonly quantity: number;
}

/** An occurrence at the table that a page may show to the diner. */
export type TableNotice =
  /** Another diner added or removed a dish. Pages sum these up, so that tapping back and forth shows one result. */
  | {
      readonly kind: 'peerAdded';
      readonly userName: string;
      /** The name of the dish on the other phone. */
      readonly product: string;
      /** Empty in messages of phones that know no events. */
      readonly productId: string;
      /** Negative if pieces were removed. */
      readonly quantity: number;
    }
  | {
      readonly kind: 'orderSubmitted';
      readonly userName: string;
      readonly orderId: string;
      readonly mine: boolean;
    }
  | {
      readonly kind: 'orderUpdated';
      readonly userName: string;
      readonly orderId: string;
      readonly mine: boolean;
      /** The restaurant changed the order. The message does not say what: a dish or a payment. */
      readonly byRestaurant: boolean;
    }
  | { readonly kind: 'closeInactiveDialog'; readonly shouldClearCart: boolean }
  /** The server refused a request as a whole, with a code of the contract or of its own. */
  | {
      readonly kind: 'callRefused';
      readonly call: 'update' | 'fetch';
      readonly code: number;
      readonly msg: string;
    }
  /** Own lines were removed. `clearedBy` is null if the diner cleared them, else the name of another diner or empty. */
  | {
      readonly kind: 'linesLost';
      readonly lines: readonly LostLine[];
      readonly clearedBy: string | null;
      /** The diner cleared the carts of the whole table. */
      readonly wholeTable?: boolean;
    }
  /** The phone has joined the table's group. Messages from before, e.g. about the menu or an order, may be missing. */
  | { readonly kind: 'messagesMissed' }
  /** A dish is sold out, or available again. */
  | { readonly kind: 'menuChanged' }
  /** The restaurant changed the order's state: sent, completed, cancelled, paid. */
  | { readonly kind: 'orderChanged'; readonly orderId: string }
  /** The staff moved the guests to another table. Every later answer says so again. */
  | { readonly kind: 'tableMoved'; readonly tableName: string; readonly qrcodeId: string }
  /** Others changed the cart while the app was visible. Each change is reported once. */
  | { readonly kind: 'peersChanged'; readonly records: readonly LogRecord[] }
  /** The server rejected an own change. `again`: the diner may add this dish again. `notes`: the rejected notes. */
  | {
      readonly kind: 'changeRejected';
      readonly code: string | number;
      readonly product: string;
      readonly notes?: string;
      readonly again?: { readonly item: Item; readonly quantity: number } | undefined;
    }
  /** `restored`: the restaurant's data was restored from a backup, and the table continues in another session. */
  | {
      readonly kind: 'sessionEnded';
      readonly unsent: number;
      readonly restored?: { readonly mine: readonly LostLine[] };
    }
  /** Another diner's phone sent the message `proposal`. Its data are not validated. */
  | { readonly kind: 'proposal'; readonly fromUserId: string; readonly data: MessageData }
  /** The staff reopened the table, and the session continues. */
  | { readonly kind: 'sessionReopened' };
