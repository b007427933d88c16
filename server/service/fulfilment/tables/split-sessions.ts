/** CX19, D49: two parties that the staff made one a moment ago are two again. */
import type { Actor, ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { helpCalls, type HelpCall } from '#projections/service/help-calls.ts';
import { dropUndone } from '#projections/service/order-life.ts';
import { lockOpenSession } from '#server/ordering/cart/log/session-log.ts';
import { appendFulfilment, readFulfilmentOfTables } from '#server/ordering/fulfilment-log.ts';
import { lockSession, type SessionRow, type Trx } from '#server/platform/store/transactions.ts';
import { findOpenSession } from '#server/ordering/tables/sessions.ts';
import { countPlaced, parseJoined } from '#server/ordering/tables/joined-session.ts';
import { scheduleEnd } from './schedule-end.ts';
import { moveCarts } from './move-carts.ts';
import { moveSessionBack } from './move-session.ts';
import { moveOrders } from './reseat.ts';
import {
  findTableAct,
  createActRefusal,
  createTableTakenRefusal,
  createTooLateRefusal,
  type TableDeps,
} from './table-acts.ts';

export interface SplitSession {
  /** The party that is one again. */
  readonly sessionId: string;
  /** Who sits there and no more at the other table. */
  readonly userIds: readonly string[];
}

interface Undoing {
  readonly by: Actor;
  /** ms */
  readonly now: number;
}

/**
 * Each party has its diners, its orders, its calls and its part of the cart again, as they are now. Call it under the
 * lock of the one that went on. A Refusal 4092 where they have ordered since, or where others sit at the other table.
 */
export async function splitSessions(
  trx: Trx,
  deps: TableDeps,
  kept: SessionRow,
  { sessionId: laterId, actId }: ServiceEventOf<'tablesMerged'>,
  { by, now }: Undoing,
): Promise<SplitSession> {
  const later = await lockSession(trx, laterId);
  const joined = later && parseJoined(later);
  if (!joined || kept.closed_at !== null || later.closed_at === null || later.table_id === null)
    throw createTooLateRefusal();
  if ((await countPlaced(trx, kept.id)) > joined.placed)
    throw createActRefusal('orderedSince', 'The two parties have ordered together since');

  await moveOrders(trx, deps, kept, { sessionId: laterId, tableId: later.table_id }, now, joined.orders);
  const moved = await findTableAct(trx, kept.id, `${actId}-moved`, ['tableMoved']);
  if (moved && kept.table_id === moved.tableId) {
    await moveSessionBack(trx, deps, kept, moved, now);
    await appendFulfilment(trx, kept.id, { act: { type: 'takenBack' }, actId: moved.actId, by, at: now });
  }
  if (await findOpenSession(trx, later.merchant_id, 'table_id', later.table_id))
    throw createTableTakenRefusal();
  await reopenSession(trx, later, kept.id, { by, now });

  const userIds = await moveMembersBack(trx, kept.id, laterId, joined.members);
  const [from, to] = [await lockOpenSession(trx, kept.id), await lockOpenSession(trx, laterId)];
  await moveCarts(trx, from!, to!, now, userIds);
  if (joined.placements.length > 0)
    await trx
      .updateTable('placements')
      .set({ session_id: laterId })
      .where('id', 'in', joined.placements)
      .execute();
  await moveCallsBack(trx, kept.id, laterId, { by, now }, userIds);
  for (const id of [kept.id, laterId]) await scheduleEnd(trx, id, now);
  return { sessionId: laterId, userIds };
}

/** Its ending is taken back, and its numbers go on behind those of the other: dishes that were added there bear them. */
async function reopenSession(
  trx: Trx,
  { id }: SessionRow,
  keptId: string,
  { by, now }: Undoing,
): Promise<void> {
  await trx
    .updateTable('table_sessions')
    .set({ closed_at: null, closes_at: null })
    .where('id', '=', id)
    .execute();
  const events = (await readFulfilmentOfTables(trx, [id])).get(id) ?? [];
  const { actId } = dropUndone(events).findLast(({ type }) => type === 'sessionClosed')!;
  await appendFulfilment(trx, id, { act: { type: 'takenBack' }, actId, by, at: now }, keptId);
}

/** Those who came along, and whom they have logged in as since (O4). @returns who they are */
async function moveMembersBack(
  trx: Trx,
  keptId: string,
  laterId: string,
  came: readonly string[],
): Promise<string[]> {
  if (came.length === 0) return [];
  const became = await trx.selectFrom('users').select('became').where('id', 'in', came).execute();
  const userIds = [...came, ...became.flatMap((user) => user.became ?? [])];
  const seats = await trx
    .deleteFrom('session_members')
    .where('session_id', '=', keptId)
    .where('user_id', 'in', userIds)
    .returningAll()
    .execute();
  for (const seat of seats)
    await trx
      .insertInto('session_members')
      .values({ ...seat, session_id: laterId })
      .onConflict((conflict) =>
        conflict
          .columns(['session_id', 'user_id'])
          // Whom the staff have sent away since does not come back this way.
          .doUpdateSet({ removed_at: seat.removed_at, login_id: seat.login_id }),
      )
      .execute();
  return userIds;
}

/** What they asked for goes along; what was answered or taken back at the other table is so here, too. */
async function moveCallsBack(
  trx: Trx,
  keptId: string,
  laterId: string,
  { by, now }: Undoing,
  userIds: readonly string[],
): Promise<void> {
  const events = await readFulfilmentOfTables(trx, [keptId, laterId]);
  const callsOf = (id: string) => helpCalls(events.get(id) ?? []);
  const before = new Map(callsOf(laterId).map((call) => [call.helpId, call]));
  const isTheirs = ({ helpId, by: { userId } }: HelpCall) =>
    before.has(helpId) || (userId !== undefined && userIds.includes(userId));
  const since = new Map(
    callsOf(keptId)
      .filter(isTheirs)
      .map((call) => [call.helpId, call]),
  );
  for (const call of since.values()) {
    const { helpId, kind, share, answer } = call;
    const ask = { type: 'helpAsked', helpId, kind, ...(share && { share }) } as const;
    if (!before.has(helpId))
      await appendFulfilment(trx, laterId, { act: ask, actId: helpId, by: call.by, at: now });
    if (answer && !before.get(helpId)?.answer)
      await appendFulfilment(trx, laterId, {
        act: { type: 'helpAnswered', helpId },
        actId: `${helpId}-answered`,
        by: answer.by,
        at: now,
      });
    // Not taken back: the same call may come along once more.
    await appendFulfilment(trx, keptId, { ...withdrawn(helpId), by, at: now });
  }
  for (const { helpId, answer } of before.values())
    if (!answer && !since.has(helpId))
      await appendFulfilment(trx, laterId, { ...withdrawn(helpId), by, at: now });
}

const withdrawn = (helpId: string) =>
  ({ act: { type: 'helpWithdrawn', helpId }, actId: `${helpId}-withdrawn` }) as const;
