import type { CartEvent } from '#events/catalogue.ts';
import { mint, receive, type Stamp } from '#events/clock.ts';
import type { EventFields } from '#events/event-fields.ts';
import { eventId } from '#events/event-id.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';

/**
 * The hand that writes one replica's events: its id, sequence and clock. Pure: every step answers the next hand, with
 * each field named, as fields that replace spread ones cost Node more than the whole step.
 */
export interface Pen {
  readonly replicaId: string;
  readonly lastSeq: number;
  readonly clock: Stamp;
}

export interface Author {
  readonly userId: string;
  readonly userName?: string | undefined;
}

/** T2, T3, E1: the next event of this replica. `body` makes the event from its common fields. */
export function mintEvent(
  pen: Pen,
  author: Author,
  known: VersionVector,
  now: number,
  body: (fields: EventFields) => CartEvent,
): { pen: Pen; event: CartEvent } {
  const at = mint(pen.clock, now);
  const { replicaId } = pen;
  const seq = pen.lastSeq + 1;
  const { userId, userName } = author;
  const id = eventId(replicaId, seq);
  // F1: what is minted never leaves out the event before it.
  const seen = reach(known, replicaId) < pen.lastSeq ? { ...known, [replicaId]: pen.lastSeq } : known;
  const fields: EventFields = userName ? { id, at, seen, userId, userName } : { id, at, seen, userId };
  return { pen: { replicaId, lastSeq: seq, clock: at }, event: body(fields) };
}

/** T3: the pen after hearing of events with these stamps. */
export function hear(pen: Pen, stamps: Iterable<Stamp>, now: number): Pen {
  let { clock } = pen;
  for (const at of stamps) clock = receive(clock, at, now);
  const { replicaId, lastSeq } = pen;
  return clock === pen.clock ? pen : { replicaId, lastSeq, clock };
}
