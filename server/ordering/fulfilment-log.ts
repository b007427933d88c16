/**
 * Stores and reads the fulfilment events of a table session: what staff, the kitchen, payment pages and the server did
 * after an order. They are a second stream next to the cart's events. Only the server writes it, under the session's lock,
 * so its events have a simple total order: `desk:1`, `desk:2` and so on.
 */
import { fulfilmentReplica, formatEventId, parseEventId } from '#events/log/event-id.ts';
import {
  getOrderOfAct,
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
  /** For `takenBack`: the order of the act that is undone. */
  readonly orderId?: string | undefined;
}

/** All events of a session, in order, including types that only a newer server knows. Throws an UnreadableRow. */
export async function readFulfilment(db: Db, sessionId: string): Promise<AnyServiceEvent[]> {
  const rows = await selectOfSessions(db, [sessionId]).orderBy('seq').execute();
  return rows.map(parseEvent);
}

/** The events of these orders, by order id, each in order. Orders without events are missing. */
export async function readFulfilmentOfOrders(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ServiceEvent[]>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('orders')
    .innerJoin('service_events as event', (join) =>
      join.onRef('event.merchant_id', '=', 'orders.merchant_id').onRef('event.order_id', '=', 'orders.id'),
    )
    .select(['event.order_id', 'event.session_id', 'event.seq', 'event.body'])
    .where('orders.id', 'in', orderIds)
    // Events of merged sessions have numbers of their own session, so only their times can be compared.
    .orderBy('event.at')
    .orderBy('event.seq')
    .execute();
  return groupEvents(rows, (row) => row.order_id!);
}

/** The events that concern no single order (calls, moved tables, ended sessions), by session id, each in order. */
export async function readFulfilmentOfTables(
  db: Db,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ServiceEvent[]>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await selectOfSessions(db, sessionIds)
    // With `order_id is null` SQLite would scan all such events of all sessions.
    .where(sql`coalesce(event.order_id, '')`, '=', '')
    .orderBy('event.at')
    .orderBy('event.seq')
    .execute();
  return groupEvents(rows, (row) => row.session_id);
}

/** The key begins with the merchant, which the session names. */
function selectOfSessions(db: Db, sessionIds: readonly string[]) {
  return db
    .selectFrom('table_sessions as session')
    .innerJoin('service_events as event', (join) =>
      join
        .onRef('event.merchant_id', '=', 'session.merchant_id')
        .onRef('event.session_id', '=', 'session.id'),
    )
    .select(['event.order_id', 'event.session_id', 'event.seq', 'event.body'])
    .where('session.id', 'in', sessionIds);
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
 * Appends an event to the session. Call it under the session's lock.
 * @param joinedId a session that is merged into this one. Its event numbers are not used again, because ids of added
 *   dishes contain them.
 */
export async function appendFulfilment(
  trx: Trx,
  sessionId: string,
  { act, actId, by, at, orderId = getOrderOfAct(act) }: Draft,
  joinedId = sessionId,
): Promise<ServiceEvent> {
  const { last } = await trx
    .selectFrom('service_events')
    .select((row) => row.fn.max('seq').as('last'))
    .where('merchant_id', '=', selectMerchant(sessionId))
    .where('session_id', 'in', [sessionId, joinedId])
    .executeTakeFirstOrThrow();
  const seq = (last ?? 0) + 1;
  const event = { id: formatEventId(fulfilmentReplica, seq), at, actId, by, ...act } as ServiceEvent;
  const row = { session_id: sessionId, seq, act_id: actId, order_id: orderId ?? null, at };
  await trx
    .insertInto('service_events')
    .values({ ...row, merchant_id: selectMerchant(sessionId), body: JSON.stringify(event) })
    .execute();
  return event;
}

function selectMerchant(sessionId: string) {
  return sql<string>`(select merchant_id from table_sessions where id = ${sessionId})`;
}

/** Rewrites the stored events of a session, for example to remove a person's name. */
export async function rewriteFulfilment(
  trx: Trx,
  sessionId: string,
  change: (event: AnyServiceEvent) => AnyServiceEvent,
): Promise<void> {
  for (const event of await readFulfilment(trx, sessionId))
    await trx
      .updateTable('service_events')
      .set({ body: JSON.stringify(change(event)) })
      .where('merchant_id', '=', selectMerchant(sessionId))
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
