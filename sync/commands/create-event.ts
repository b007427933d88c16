import type { CartEvent } from '#events/cart/registry.ts';
import { createNextStamp, receive, type Stamp } from '#events/log/clock.ts';
import type { EventFields } from '#events/log/event-fields.ts';
import { formatEventId } from '#events/log/event-id.ts';
import { reach, type VersionVector } from '#events/log/version-vector.ts';

/**
 * The writer of one replica's events: its id, its last sequence number and its clock. It is a value: functions return the
 * next writer. They name each field, because spreading an object and replacing fields costs Node more than all the rest.
 */
export interface Writer {
  readonly replicaId: string;
  readonly lastSeq: number;
  readonly clock: Stamp;
}

export interface Author {
  readonly userId: string;
  readonly userName?: string | undefined;
}

/**
 * Creates the next event of this replica, and the writer after it.
 * @param known the events that the author knows  @param now ms  @param body creates the event from its common fields
 */
export function createEvent(
  writer: Writer,
  author: Author,
  known: VersionVector,
  now: number,
  body: (fields: EventFields) => CartEvent,
): { writer: Writer; event: CartEvent } {
  const at = createNextStamp(writer.clock, now);
  const { replicaId } = writer;
  const seq = writer.lastSeq + 1;
  const { userId, userName } = author;
  const id = formatEventId(replicaId, seq);
  // `known` lacks own events that do not show yet. `seen` must name them all the same.
  const seen = reach(known, replicaId) < writer.lastSeq ? { ...known, [replicaId]: writer.lastSeq } : known;
  const fields: EventFields = userName ? { id, at, seen, userId, userName } : { id, at, seen, userId };
  return { writer: { replicaId, lastSeq: seq, clock: at }, event: body(fields) };
}

/** Returns the writer after it received events with these stamps. @param now ms */
export function observeStamps(writer: Writer, stamps: Iterable<Stamp>, now: number): Writer {
  let { clock } = writer;
  for (const at of stamps) clock = receive(clock, at, now);
  const { replicaId, lastSeq } = writer;
  return clock === writer.clock ? writer : { replicaId, lastSeq, clock };
}
