import type { Item } from '#events/item.ts';
import type { LogRecord } from '#events/records/records.ts';

/** What stood in the diner's own cart. */
export interface LostLine {
  readonly item: Item;
  readonly quantity: number;
}

/** What happened at the table that a page may want to say. */
export type TableNotice =
  /** Also of what is taken out again, so that tapping back and forth is told as what comes of it. */
  | {
      readonly kind: 'peerAdded';
      readonly userName: string;
      /** As the other phone calls it. */
      readonly product: string;
      /** Empty when a phone said it that knows nothing of events. */
      readonly productId: string;
      /** Below 0: taken out. */
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
      /** The restaurant itself says so, and not what it changed: a dish more, one less, a payment (P3). */
      readonly byRestaurant: boolean;
    }
  | { readonly kind: 'closeInactiveDialog'; readonly shouldClearCart: boolean }
  /** The server refused a change or a question as a whole: with a code of its own (CE1 to CE8), or in words of its own. */
  | {
      readonly kind: 'callRefused';
      readonly call: 'update' | 'fetch';
      readonly code: number;
      readonly msg: string;
    }
  /** Own lines left the cart; `clearedBy` null: by the diner's own wish, else who cleared the table (may be empty). */
  | {
      readonly kind: 'linesLost';
      readonly lines: readonly LostLine[];
      readonly clearedBy: string | null;
      /** The diner's own wish was to clear everybody's. */
      readonly wholeTable?: boolean;
    }
  /** A dish is sold out, or back. */
  | { readonly kind: 'menuChanged' }
  /** The restaurant changed the order's state: sent, completed, cancelled, paid. */
  | { readonly kind: 'orderChanged'; readonly orderId: string }
  /** CX19: where the staff set the party; told with every answer from then on. */
  | { readonly kind: 'tableMoved'; readonly tableName: string; readonly qrcodeId: string }
  /** Others changed something while the diner could see it; each change comes once. */
  | { readonly kind: 'peersChanged'; readonly records: readonly LogRecord[] }
  /** `again`: a dish that the diner may try once more (P4); `notes`: what the diner wanted noted. */
  | {
      readonly kind: 'changeRejected';
      readonly code: string | number;
      readonly product: string;
      readonly notes?: string;
      readonly again?: { readonly item: Item; readonly quantity: number } | undefined;
    }
  /** `restored` S2: the restaurant's data was put back from an older copy; the table goes on under another name. */
  | {
      readonly kind: 'sessionEnded';
      readonly unsent: number;
      readonly restored?: { readonly mine: readonly LostLine[] };
    }
  /** The staff have taken back that they closed the table (A2): the party goes on. */
  | { readonly kind: 'sessionReopened' };
