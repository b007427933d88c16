/** CX19: what the acts about a table's party have in common (A3). */
import { actRefused, type ActRefusal } from '#contract/calls/service.ts';
import { codes } from '#contract/codes.ts';
import type { Actor, ServiceEvent, ServiceEventOf, ServiceType } from '#events/fulfilment/service-event.ts';
import { zero, type Amount } from '#projections/bill/money.ts';
import { dropUndone } from '#projections/service/order-life.ts';
import { Refusal, statusRefusal } from '#server/platform/http/routes/route.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { errorCode } from '#server/platform/error-code.ts';
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

/** What may still be open. */
export interface Left {
  readonly owed: Amount;
  readonly unsent: number;
}

/** Of a type what this act has done to the party, unless it was taken back. */
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

/** @param sessionId of the party that a call means; undefined: whoever sits there */
export function isExpectedSession(
  party: SessionRow | undefined,
  sessionId: string | undefined,
): party is SessionRow {
  return party !== undefined && (sessionId === undefined || sessionId === party.id);
}

/** @param field that names the other table */
export function requireOther(tableId: string, otherId: string, field: string): void {
  const path = `body.${field}`;
  if (tableId === otherId) throw statusRefusal(codes.badRequest, `${path}: must be another table`, { path });
}

/** PostgreSQL's and SQLite's for a second open session at one table: somebody has sat down at the same moment. */
const notUnique = ['23505', 'SQLITE_CONSTRAINT_UNIQUE'];

/** Says of whoever was faster at a table that it is taken. */
export async function refuseIfTaken<T>(seating: Promise<T>): Promise<T> {
  try {
    return await seating;
  } catch (error) {
    if (notUnique.includes(errorCode(error) ?? '')) throw createTableTakenRefusal();
    throw error;
  }
}
