import type { Insertable, Selectable } from 'kysely';
import type { AnyEvent } from '#events/cart/registry.ts';
import { parseEventId } from '#events/log/event-id.ts';
import type { LogRecord, Rejected } from '#events/records/records.ts';
import type { Database } from '#server/platform/store/schema.ts';
import { readJson, UnreadableRow } from '#server/platform/store/rows/unreadable-row.ts';
import { maxEventLength } from '../rules/event-bounds.ts';

export interface Decided {
  readonly event: AnyEvent;
  /** The sender. The server's own events have the user that they name. */
  readonly userId: string;
  /** null: accepted. */
  readonly code: Rejected['code'] | null;
}

export type EventRow = Pick<
  Selectable<Database['events']>,
  'id' | 'user_id' | 'version' | 'rejected' | 'body'
>;

export type DecisionRow = Insertable<Database['events']> & EventRow;

export function createDecisionRow(
  sessionId: string,
  { event, userId, code }: Decided,
  version: number,
): DecisionRow {
  const { replicaId, seq } = parseEventId(event.id)!;
  const body = JSON.stringify(event);
  return {
    session_id: sessionId,
    id: event.id,
    replica_id: replicaId,
    seq,
    user_id: userId,
    version,
    rejected: code === null ? null : String(code),
    // Only the id of a rejected event is read, so one that is too long is not stored.
    body: code !== null && body.length > maxEventLength ? '{}' : body,
  };
}

/** The log records of these rows. Throws an UnreadableRow. */
export function readRecords(sessionId: string, rows: readonly EventRow[]): LogRecord[] {
  return rows.map(({ id, rejected, body }) =>
    rejected === null
      ? { t: 0, from: 'server', event: readEvent(body, sessionId, id) }
      : { t: 0, from: 'server', rejected: { ids: [id], code: parseRejectionCode(rejected) } },
  );
}

function readEvent(body: string, sessionId: string, id: string): AnyEvent {
  const what = `event ${id}`;
  const event = readJson(body, sessionId, what) as AnyEvent;
  if (event.id !== id) throw new UnreadableRow(sessionId, what);
  return event;
}

/** Some rejection codes are numbers, others are words. */
export function parseRejectionCode(code: string): Rejected['code'] {
  return /^\d+$/.test(code) ? Number(code) : code;
}
