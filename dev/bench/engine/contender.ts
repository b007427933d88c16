import type { Action, Carts } from './evening.ts';

/** A library that shares carts, used as its documentation recommends. */
export interface Contender {
  readonly name: string;
  /** An empty document of one diner's phone. */
  open(diner: number): Replica;
  /** The document that `stored` wrote, on the first diner's phone. */
  load(stored: Bytes): Replica;
}

/** The form of messages and of stored documents. */
export type Bytes = string | Uint8Array;

/** The document of one phone. */
export interface Replica {
  /** Prepares an action. The page has this ready before the tap, so the time is not measured. */
  prepare(action: Action): unknown;
  /** Changes the document. Returns the message for the other phones. */
  act(prepared: unknown): Bytes;
  /** Applies a message of another phone. */
  hear(message: Bytes): void;
  /** Reads one diner's cart, line by line. Returns the number of pieces in it. */
  pieces(userId: string): number;
  carts(): Carts;
  stored(): Bytes;
  /** The extent of this document, for `lacking` of another one. */
  known(): unknown;
  /** One message with everything that a document with this extent lacks. */
  lacking(known: unknown): Bytes;
  /** Applies the message of `lacking`. */
  catchUp(missing: Bytes): void;
}
