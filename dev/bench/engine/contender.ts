import type { Action, Carts } from './evening.ts';

/** A library that shares carts, used as its documentation recommends. */
export interface Contender {
  readonly name: string;
  /** An empty document of one diner's phone. */
  open(diner: number): Replica;
  /** The document that `stored` wrote, on the first diner's phone. */
  load(stored: Bytes): Replica;
}

/** As it travels, and as it lies on disk. */
export type Bytes = string | Uint8Array;

/** The document of one phone. */
export interface Replica {
  /** What the page has at hand when its diner taps. No figure counts it. */
  prepare(action: Action): unknown;
  /** Changes the document, and answers the message for the other phones. */
  act(prepared: unknown): Bytes;
  /** Applies a message of another phone. */
  hear(message: Bytes): void;
  /** Reads one diner's cart, line by line, and answers how many pieces are in it. */
  pieces(userId: string): number;
  carts(): Carts;
  stored(): Bytes;
  /** What this document has, for `lacking` of another one. */
  known(): unknown;
  /** In one message, what a document lacks that has only this. */
  lacking(known: unknown): Bytes;
  catchUp(missing: Bytes): void;
}
