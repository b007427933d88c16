/** Shared by the acts about a whole table session: end, move, merge, split, answer a call, undo. */
import { actRefused, type ActRefusal } from '#contract/calls/service.ts';
import { codes } from '#contract/codes.ts';
import type { Actor, ServiceEvent, ServiceEventOf, ServiceType } from '#events/fulfilment/service-event.ts';
import { zero, type Amount } from '#projections/bill/money.ts';
import { dropUndone } from '#projections/service/order-life.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { readErrorCode } from '#server/platform/error-code.ts';
import { readFulfilmentOfTables } from '#server/ordering/fulfilment-log.ts';
import type { Db, SessionRow } from '#server/platform/store/transactions.ts';

export interface TableDeps extends SubscriberDeps {
  readonly db: Db;
  readonly clock: Clock;
}

export interface StaffMember {
  readonly merchantId: string;
  readonly by: Actor;
}

/** What the orders of a session leave open. */
export interface Left {
  readonly owed: Amount;
  readonly unsent: number;
}

/** The event of these types that this act stored, unless it was undone. */
export async function findTableAct<Type extends ServiceType>(
  db: Db,
  sessionId: string,
  actId: string,
  types: readonly Type[],
): Promise<ServiceEventOf<Type> | undefined> {
  const events = (await readFulfilmentOfTables(db, [sessionId])).get(sessionId) ?? [];
  const is = (event: ServiceEvent): event is ServiceEventOf<Type> =>
    event.actId === actId && (types as readonly ServiceType[]).includes(event.type);
  return dropUndone(events).findLast(is);
}

export function createActRefusal(
  reason: ActRefusal,
  message: string,
  { owed, unsent }: Left = { owed: zero, unsent: 0 },
): Refusal {
  return new Refusal(actRefused, message, { data: { reason, owed, unsent } });
}

export const createTableTakenRefusal = (): Refusal =>
  createActRefusal('tableTaken', 'Another party sits at this table now');
export const createTooLateRefusal = (): Refusal =>
  createActRefusal('tooLate', 'This can no longer be taken back');
export const createTableFreeRefusal = (): Refusal =>
  createActRefusal('tableFree', 'Nobody sits at this table any more');

/** Whether there is a session and the waiter meant it. @param sessionId undefined: any session */
export function isExpectedSession(
  party: SessionRow | undefined,
  sessionId: string | undefined,
): party is SessionRow {
  return party !== undefined && (sessionId === undefined || sessionId === party.id);
}

/** A Refusal 400 if both ids name the same table. @param field of the body with the other table */
export function requireOther(tableId: string, otherId: string, field: string): void {
  const path = `body.${field}`;
  if (tableId === otherId)
    throw createStatusRefusal(codes.badRequest, `${path}: must be another table`, { path });
}

/** The error codes of PostgreSQL and SQLite for a second open session at one table. */
const notUnique = ['23505', 'SQLITE_CONSTRAINT_UNIQUE'];

/** Turns the database's error into a Refusal if another diner sat down at the table at the same moment. */
export async function refuseIfTaken<T>(seating: Promise<T>): Promise<T> {
  try {
    return await seating;
  } catch (error) {
    if (notUnique.includes(readErrorCode(error) ?? '')) throw createTableTakenRefusal();
    throw error;
  }
}
