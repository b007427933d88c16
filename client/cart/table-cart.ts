import type { Item } from '#events/item.ts';
import type { UnreadLine } from '#sync/ports/transport.ts';

/** How far a line's last change has got: not yet on disk, on disk, in a request, or answered by the server. */
export type LineState = 'beingSaved' | 'onThisPhone' | 'sent' | 'confirmed';

/** One line as the page shows it. An unchanged line stays the same object. */
export interface TableLine {
  readonly lineId: string;
  readonly aliases: readonly string[];
  readonly userId: string;
  readonly item: Item;
  /** Sales units, ≥ 1. */
  readonly quantity: number;
  readonly mine: boolean;
}

export interface DinerCart {
  readonly userId: string;
  /** From the diner's phone or events. Empty if unknown. */
  readonly userName: string;
  readonly mine: boolean;
  readonly lines: readonly TableLine[];
}

/** The shared cart as this phone shows it, projected from the log. */
export interface TableCart {
  /** The own cart first, then by user id. */
  readonly carts: readonly DinerCart[];
  /**
   * States of own lines that are not confirmed, by line id. They are not part of the line, so a line that is saved, sent and
   * confirmed stays the same object.
   */
  readonly states: ReadonlyMap<string, LineState>;
  /** Names by user id, including diners with an empty cart. */
  readonly names: ReadonlyMap<string, string>;
  /** 0 if unknown. */
  readonly guests: number;
  /** A diner reset the table. The number of guests in the server's answer may be the old one and is ignored. */
  readonly isGuestCountCleared: boolean;
  readonly orderType: number | null;
  readonly lastOrderId: string | null;
  /** Own changes that the server has not confirmed. */
  readonly pending: number;
  /** Pieces of all diners. */
  readonly quantity: number;
  /** Lines of a snapshot server that this app cannot read. Only the staff can change them. */
  readonly unread?: readonly UnreadLine[] | undefined;
}

export const emptyTableCart: TableCart = {
  carts: [],
  states: new Map(),
  names: new Map(),
  guests: 0,
  isGuestCountCleared: false,
  orderType: null,
  lastOrderId: null,
  pending: 0,
  quantity: 0,
};

/** Returns the state of a line. Other diners' lines are always confirmed. */
export function getLineState({ states }: Pick<TableCart, 'states'>, lineId: string): LineState {
  return states.get(lineId) ?? 'confirmed';
}

export function countPieces(
  carts: readonly { readonly lines: readonly { readonly quantity: number }[] }[],
): number {
  return carts.reduce((sum, { lines }) => lines.reduce((pieces, { quantity }) => pieces + quantity, sum), 0);
}

/** State of connection and storage. Pages show it without a blocking dialog. */
export interface CartStatus {
  /**
   * Result of the last request: `offline` without an answer, `unreadable` for an answer that breaks the contract, `failing`
   * for a 5xx. The phone sends such a request again.
   */
  readonly network: 'online' | 'offline' | 'unreadable' | 'failing';
  /** `memoryOnly`: the browser's database fails, so a reload would lose changes that are not sent. */
  readonly storage: 'durable' | 'memoryOnly';
  /** The server has answered for the first time. */
  readonly loaded: boolean;
  /** The server accepts orders without some of the lines. False until it is known. */
  readonly mayLeaveOut: boolean;
  /** When the table's data was restored from a backup, by the server's clock, ms. */
  readonly restoredAt?: number | undefined;
}

/** Every cart action. Each creates at most one event. */
export interface CartCommands {
  /** Normalises `item.notes`. */
  add(item: Item, quantity: number): void;
  /** Own lines only. The whole line is removed if `quantity` is not less than its quantity. */
  decrease(line: TableLine, quantity: number): void;
  editNotes(line: TableLine, notes: string): void;
  clear(scope: 'table' | 'user'): void;
  setGuests(guests: number): void;
  setOrderType(orderType: number): void;
}

/** Changes by other diners while this phone did not show the cart. */
export interface Missed {
  /** Number of the feed's entries. */
  readonly changes: number;
  /** When the first of them happened, ms. */
  readonly since: number;
  /** The changes were made before the diner joined the table. */
  readonly beforeComing: boolean;
}

export const nothingMissed: Missed = { changes: 0, since: 0, beforeComing: false };
