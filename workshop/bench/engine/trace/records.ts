/** What the neutral workload consists of. It knows no engine. */

/** A line's identity: two of them with equal `lineKey`s are one line. */
export interface Line {
  readonly product: string;
  readonly category: string;
  readonly notes: string;
  /** Sorted. */
  readonly modifiers: readonly string[];
}

/** By replica, the highest sequence number that the author had seen. */
export type Seen = Uint32Array;

export type Operation =
  | { readonly kind: 'add'; readonly line: Line; readonly quantity: number }
  | { readonly kind: 'decrease'; readonly line: Line }
  | { readonly kind: 'notes'; readonly line: Line; readonly notes: string }
  | { readonly kind: 'clear'; readonly seen: Seen }
  | { readonly kind: 'guests'; readonly guests: number }
  | { readonly kind: 'orderType'; readonly orderType: number };

/** One operation with its author. */
export interface TraceRecord {
  /** 0 … diners - 1: each diner has one device, and edits their own cart. */
  readonly replica: number;
  /** From 1, without gaps. */
  readonly seq: number;
  readonly userId: string;
  /** Wall clock of the device, ms; every device's is off by a little. */
  readonly at: number;
  /** (lamport, replica) is a total order that agrees with what was seen. */
  readonly lamport: number;
  readonly operation: Operation;
  /** `lineKey` of the line that is acted on, and of what new notes make of it; empty where there is none. */
  readonly key: string;
  readonly movedKey: string;
}

export interface Trace {
  readonly diners: number;
  /** In order of issue. */
  readonly records: readonly TraceRecord[];
  /** Pairs: index of a record, and the replica that it reaches; the author's own is the issue itself. */
  readonly schedule: Int32Array;
  /** Where in the schedule the final exchange begins. */
  readonly exchangeFrom: number;
}

/** The contents of a table as every engine can tell them: pieces by line, by diner. */
export interface TableState {
  readonly carts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly guests: number | null;
  readonly orderType: number | null;
}

export function lineKey({ product, category, notes, modifiers }: Line): string {
  return `${product}|${category}|${modifiers.join('+')}|${notes}`;
}
