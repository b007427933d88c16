import type { TableState, TraceRecord } from './trace/records.ts';

/** Something that shares carts, as its documentation recommends to use it for that. */
export interface Engine<Message = unknown> {
  readonly name: string;
  /** An empty document of one device. */
  open(replica: number): Replica<Message>;
  /** What would lie on disk, as `stored` made it. */
  load(stored: Stored): Replica<Message>;
}

export type Stored = string | Uint8Array;

/** One device's document. */
export interface Replica<Message = unknown> {
  /** What the page has at hand when the diner acts; not counted. */
  prepare(record: TraceRecord): unknown;
  /** Acts, and answers what the others must hear: undefined when the action changes nothing. */
  own(prepared: unknown): Message | undefined;
  /** Takes in what another device sent, also for the second time. */
  peer(message: Message): void;
  /** The same for many messages, by the quickest way that the engine has. */
  peers(messages: readonly Message[]): void;
  /** Reads one diner's cart, line by line, and answers how many pieces are in it. */
  pieces(userId: string): number;
  state(): TableState;
  stored(): Stored;
  /** A message as it would travel. */
  wire(message: Message): Stored;
  /** Goes on as another device that knows the same: makes recording a trace cheap. */
  become?(replica: number): void;
  /** What the document lacks is brought up to date by one difference of states. */
  readonly difference?: Difference;
}

export interface Difference {
  /** What the document has. */
  mark(): unknown;
  /** What a document with that mark lacks, as it travels. */
  since(mark: unknown): Stored;
  merge(difference: Stored): void;
}

export function bytesOf(stored: Stored): number {
  return typeof stored === 'string' ? Buffer.byteLength(stored) : stored.byteLength;
}

/** Stored text of one record for each line. */
export function linesOf(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}

export function parseLines<T>(text: string): T[] {
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as T);
}
