/** The records of a log file and the view as plain JSON. */

export type VersionVector = Readonly<Record<string, number>>;
export type Stamp = readonly [wallMs: number, counter: number, replicaId: string];

export interface Item {
  readonly productId: string;
  readonly categoryId: string;
  readonly notes: string;
  readonly modifiers: readonly { readonly modifierProductId: string; readonly quantity: number }[];
}

interface Common {
  readonly id: string;
  readonly at: readonly [wallMs: number, counter: number];
  readonly seen: VersionVector;
  readonly userId: string;
  readonly v?: number;
}
export type ItemEvent = Common & { readonly lineId: string; readonly item: Item } & (
    | { readonly type: 'itemAdded' | 'itemDecreased'; readonly quantity: number }
    | { readonly type: 'notesEdited'; readonly notes: string }
  );
export type Removal = Common &
  (
    | { readonly type: 'cartCleared'; readonly scope: 'table' | 'user' }
    | { readonly type: 'orderPlaced'; readonly orderId: string; readonly kept?: readonly string[] }
  );
type Value = Common &
  (
    | { readonly type: 'guestsSet'; readonly guests: number }
    | { readonly type: 'orderTypeSet'; readonly orderType: number }
  );
export type KnownEvent = ItemEvent | Removal | Value;
/** An event in a log. Its type may be unknown. */
export type LoggedEvent = Common & { readonly type: string };

export interface Snapshot {
  readonly version: number;
  readonly covers: VersionVector;
  readonly userCarts: readonly {
    readonly userId: string;
    readonly lines: readonly {
      readonly lineId: string;
      readonly aliases?: readonly string[];
      readonly item: Item;
      readonly quantity: number;
    }[];
  }[];
  readonly plain?: boolean;
  readonly events?: readonly LoggedEvent[];
  readonly guests?: number;
  readonly guestsAt?: Stamp;
  readonly orderType?: number;
  readonly orderTypeAt?: Stamp;
  readonly lastOrderId?: string;
  readonly lastOrderAt?: Stamp;
}

/** One record of a log file (L2), as `JSON.parse` returns it. */
export interface LogRecord {
  readonly t: number;
  readonly from: 'local' | 'peer' | 'server';
  readonly event?: LoggedEvent;
  readonly snapshot?: Snapshot;
  readonly rejected?: { readonly ids: readonly string[]; readonly code: number | string };
  readonly accepted?: { readonly ids: readonly string[]; readonly version: number };
}

/** The output of `replay --json` for a log (V6). */
export interface NaiveView {
  known: Record<string, number>;
  waiting: string[];
  guests: number | null;
  orderType: number | null;
  lastOrderId: string | null;
  carts: { userId: string; lines: ({ lineId: string; quantity: number } & Item)[] }[];
}
