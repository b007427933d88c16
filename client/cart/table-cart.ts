import type { Item } from '#events/item.ts';
import type { UnreadLine } from '#sync/ports/transport.ts';

/** How far a line's last change has come (G3). */
export type LineState = 'beingSaved' | 'onThisPhone' | 'sent' | 'confirmed';

/** One line as the page shows it; an unchanged line keeps its identity. */
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
  /** As the diner's phone or events name them; empty when nobody said. */
  readonly userName: string;
  readonly mine: boolean;
  readonly lines: readonly TableLine[];
}

/** The shared cart as this phone shows it: the projection of the log, nothing else. */
export interface TableCart {
  /** Mine first, then by user id; the same list for as long as every cart is the same. */
  readonly carts: readonly DinerCart[];
  /**
   * How far own lines have come that are not confirmed, by line id. Beside the lines: a line that is saved, sent and
   * confirmed stays the same line.
   */
  readonly states: ReadonlyMap<string, LineState>;
  /** By user id, as the diners' phones and events name them: also of those whose cart is empty. */
  readonly names: ReadonlyMap<string, string>;
  /** 0: nobody has said. */
  readonly guests: number;
  /** CG6: somebody began the table again, so the number that a server tells may be the one from before. */
  readonly isGuestCountCleared: boolean;
  readonly orderType: number | null;
  readonly lastOrderId: string | null;
  /** Own changes that the server has not confirmed. */
  readonly pending: number;
  /** Pieces of everybody. */
  readonly quantity: number;
  /** P4: what a plain server has beside them and nobody here can read; the staff's to change. */
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

/** How far a line's last change has come; the others' are confirmed. */
export function getLineState({ states }: Pick<TableCart, 'states'>, lineId: string): LineState {
  return states.get(lineId) ?? 'confirmed';
}

/** What the page tells about the way to the table, never with a blocking dialog. */
export interface CartStatus {
  /** Other than `online`: the last request had no answer, one that nobody can read (P5), or a 5xx, and is made again. */
  readonly network: 'online' | 'offline' | 'unreadable' | 'failing';
  /** `memoryOnly`: the browser's database can't be used; a reload would lose what is not sent. */
  readonly storage: 'durable' | 'memoryOnly';
  /** The first answer of the server is in. */
  readonly loaded: boolean;
  /** O5: the server takes orders that leave lines out; false until it is known. */
  readonly mayLeaveOut: boolean;
  /** S2: when the table's data was put back from a copy, wall clock of the server, ms. */
  readonly restoredAt?: number | undefined;
}

/** Every cart action; each mints one typed event. */
export interface CartCommands {
  /** `item.notes` is tidied here. */
  add(item: Item, quantity: number): void;
  /** Own lines only; `quantity` ≥ the line's takes it away. */
  decrease(line: TableLine, quantity: number): void;
  editNotes(line: TableLine, notes: string): void;
  clear(scope: 'table' | 'user'): void;
  setGuests(guests: number): void;
  setOrderType(orderType: number): void;
}

/** What others did while this phone didn't show it. */
export interface Missed {
  /** Of the feed; 0: nothing. */
  readonly changes: number;
  /** When the first of them happened, ms; it and what follows is new to the diner. */
  readonly since: number;
  /** The phone knew nothing of the table before: they came before the diner did. */
  readonly beforeComing: boolean;
}

export const nothingMissed: Missed = { changes: 0, since: 0, beforeComing: false };
