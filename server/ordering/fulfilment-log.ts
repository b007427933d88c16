/** The second stream of a table session as the database keeps it (E8, A1). */
import { fulfilmentReplica, eventId, parseEventId } from '#events/log/event-id.ts';
import {
  orderOfAct,
  serviceEventSchema,
  interpretService,
  type Act,
  type Actor,
  type AnyServiceEvent,
  type ServiceEvent,
} from '#events/fulfilment/service-event.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { readJson, UnreadableRow } from '#server/platform/store/rows/unreadable-row.ts';
import { sql } from 'kysely';
import * as z from 'zod/mini';

export interface Draft {
  readonly act: Act;
  readonly actId: string;
  readonly by: Actor;
  /** ms */
  readonly at: number;
  /** Of an act that is taken back. */
  readonly orderId?: string | undefined;
}

/** Everything that was done in a session, in order; of types that a newer server writes, too. Throws an UnreadableRow. */
export async function readFulfilment(db: Db, sessionId: string): Promise<AnyServiceEvent[]> {
  const rows = await db
    .selectFrom('service_events')
    .select(['session_id', 'seq', 'body'])
    .where('session_id', '=', sessionId)
    .orderBy('seq')
    .execute();
  return rows.map(parseEvent);
}

/** What was done about each of these orders, in order; an order about which nothing was done is not in it. */
export async function readFulfilmentOfOrders(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ServiceEvent[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await selectInOrder(db).where('order_id', 'in', orderIds).execute();
  return groupEvents(rows, (row) => row.order_id!);
}

/** What was done about each of these sessions' tables as a whole, in order. */
export async function readFulfilmentOfTables(
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ServiceEvent[]>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await selectInOrder(db)
    .where('session_id', 'in', sessionIds)
    // SQLite would go by `order_id`, through all that was ever of none.
    .where(sql`coalesce(order_id, '')`, '=', '')
    .execute();
  return groupEvents(rows, (row) => row.session_id);
}

function selectInOrder(db: Db) {
  return (
    db
      .selectFrom('service_events')
      .select(['order_id', 'session_id', 'seq', 'body'])
      // A merged party's come with their own session's numbers: time is what they share.
      .orderBy('at')
      .orderBy('seq')
  );
}

function groupEvents<Row extends StoredEvent>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, ServiceEvent[]> {
  const groups = new Map<string, ServiceEvent[]>();
  for (const row of rows) {
    const event = interpretService(parseEvent(row));
    if (!event) continue;
    const group = groups.get(keyOf(row));
    if (group) group.push(event);
    else groups.set(keyOf(row), [event]);
  }
  return groups;
}

/**
 * Writes the next event of the session. Call it under the session's lock.
 * @param joinedId a session that joins this one: its orders' dishes bear its numbers, which do not come again
 */
export async function appendFulfilment(
  trx: Trx,
  sessionId: string,
  { act, actId, by, at, orderId = orderOfAct(act) }: Draft,
  joinedId = sessionId,
): Promise<ServiceEvent> {
  const { last } = await trx
    .selectFrom('service_events')
    .select((row) => row.fn.max('seq').as('last'))
    .where('session_id', 'in', [sessionId, joinedId])
    .executeTakeFirstOrThrow();
  const seq = (last ?? 0) + 1;
  const event = { id: eventId(fulfilmentReplica, seq), at, actId, by, ...act } as ServiceEvent;
  const row = { session_id: sessionId, seq, act_id: actId, order_id: orderId ?? null, at };
  await trx
    .insertInto('service_events')
    .values({ ...row, body: JSON.stringify(event) })
    .execute();
  return event;
}

/** Changes what is stored of a session's events, as when a name is to be forgotten. */
export async function rewriteFulfilment(
  trx: Trx,
  sessionId: string,
  change: (event: AnyServiceEvent) => AnyServiceEvent,
): Promise<void> {
  for (const event of await readFulfilment(trx, sessionId))
    await trx
      .updateTable('service_events')
      .set({ body: JSON.stringify(change(event)) })
      .where('session_id', '=', sessionId)
      .where('seq', '=', parseEventId(event.id)!.seq)
      .execute();
}

interface StoredEvent {
  readonly session_id: string;
  readonly seq: number;
  readonly body: string;
}

function parseEvent({ session_id: sessionId, seq, body }: StoredEvent): AnyServiceEvent {
  const what = `service event ${seq}`;
  const parsed = z.safeParse(serviceEventSchema, readJson(body, sessionId, what));
  if (!parsed.success) throw new UnreadableRow(sessionId, what);
  return parsed.data;
}
