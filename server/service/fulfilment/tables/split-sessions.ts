/**
 * Undoes the merge of two sessions (`merge-sessions.ts`).
 *
 *     table 7: session a  ─┬─► session a, back at table 3 if the merge moved it
 *                          └─► session b opens again at its table
 *
 * Everything that came from b goes back in its present state. For example, an order of b that was paid since is paid in
 * b. The merge cannot be undone if the diners have ordered since, because that round belongs to both.
 */
import type { Actor, ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { listHelpCalls, type HelpCall } from '#projections/service/help-calls.ts';
import { dropUndone } from '#projections/service/order-life.ts';
import { lockOpenSession } from '#server/ordering/cart/log/session-log.ts';
import { appendFulfilment, readFulfilmentOfTables } from '#server/ordering/fulfilment-log.ts';
import { lockSession, type SessionRow, type Trx } from '#server/platform/store/transactions.ts';
import { findOpenSession } from '#server/ordering/tables/sessions.ts';
import { countPlaced, parseJoined } from '#server/ordering/tables/joined-session.ts';
import { scheduleEnd } from './schedule-end.ts';
import { splitBills } from './merge-bills.ts';
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
  /** The session that is open again. */
  readonly sessionId: string;
  /** The diners who moved back to it. */
  readonly userIds: readonly string[];
}

interface Undoing {
  readonly by: Actor;
  /** ms */
  readonly now: number;
}

/**
 * Reopens the session that ended with the merge, and moves its diners, orders, calls and cart lines back to it. Call it
 * under the lock of the session that continued.
 *
 * @param kept the session that continued
 * @throws Refusal 4092 if diners have ordered since, or if another session sits at the table
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

  const { merchant_id: merchantId } = kept;
  await splitBills({ ...deps, trx, merchantId, sessionId: kept.id, now }, joined.bills ?? []);
  await moveOrders(
    trx,
    deps,
    kept,
    { sessionId: laterId, tableId: later.table_id, only: joined.orders },
    now,
  );
  const moved = await findTableAct(trx, kept.id, `${actId}-moved`, ['tableMoved']);
  if (moved && kept.table_id === moved.tableId) {
    await moveSessionBack(trx, deps, kept, moved, now);
    await appendFulfilment(trx, kept.id, { act: { type: 'takenBack' }, actId: moved.actId, by, at: now });
  }
  if (await findOpenSession(trx, later.merchant_id, 'table_id', later.table_id))
    throw createTableTakenRefusal();
  await reopenSession(trx, later, kept, { by, now });

  const userIds = await moveMembersBack(trx, kept.id, laterId, joined.members);
  const [from, to] = [await lockOpenSession(trx, kept.id), await lockOpenSession(trx, laterId)];
  const isGuestsUnchanged = from!.log.view.guests === joined.guests?.after;
  const guests = isGuestsUnchanged ? { from: joined.guests!.before } : {};
  await moveCarts(trx, from!, to!, now, { userIds, guests });
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

/**
 * Reopens the session. The numbers of its next events come after those of the other session, because the ids of dishes
 * that staff add contain these numbers and must stay unique. A note may be about either, so both keep it.
 */
async function reopenSession(
  trx: Trx,
  { id }: SessionRow,
  { id: keptId, note }: SessionRow,
  { by, now }: Undoing,
): Promise<void> {
  await trx
    .updateTable('table_sessions')
    .set({ closed_at: null, closes_at: null, note })
    .where('id', '=', id)
    .execute();
  const events = (await readFulfilmentOfTables(trx, [id])).get(id) ?? [];
  const { actId } = dropUndone(events).findLast(({ type }) => type === 'sessionClosed')!;
  await appendFulfilment(trx, id, { act: { type: 'takenBack' }, actId, by, at: now }, keptId);
}

/**
 * Moves diners back. A guest who has logged in since is a member now, and moves as this member.
 *
 * @param came the ids of the diners who came with the merge
 * @returns the ids of the diners who moved back
 */
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
          // A diner whom staff have removed since stays removed.
          .doUpdateSet({ removed_at: seat.removed_at, login_id: seat.login_id, allergy: seat.allergy }),
      )
      .execute();
  return userIds;
}

/**
 * Moves the calls of these diners back. A call that was answered or withdrawn since the merge is also answered or
 * withdrawn in the reopened session.
 */
async function moveCallsBack(
  trx: Trx,
  keptId: string,
  laterId: string,
  { by, now }: Undoing,
  userIds: readonly string[],
): Promise<void> {
  const events = await readFulfilmentOfTables(trx, [keptId, laterId]);
  const listCalls = (id: string) => listHelpCalls(events.get(id) ?? []);
  const before = new Map(listCalls(laterId).map((call) => [call.helpId, call]));
  const isTheirs = ({ helpId, by: { userId } }: HelpCall) =>
    before.has(helpId) || (userId !== undefined && userIds.includes(userId));
  const since = new Map(
    listCalls(keptId)
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
    // Withdraw the call instead of undoing it. Another merge of the sessions may copy the same call here again.
    await appendFulfilment(trx, keptId, { ...draftWithdrawal(helpId), by, at: now });
  }
  for (const { helpId, answer } of before.values())
    if (!answer && !since.has(helpId))
      await appendFulfilment(trx, laterId, { ...draftWithdrawal(helpId), by, at: now });
}

const draftWithdrawal = (helpId: string) =>
  ({ act: { type: 'helpWithdrawn', helpId }, actId: `${helpId}-withdrawn` }) as const;
