/** Undoes an act of staff about a whole table session. */
import { takeBackMs } from '#contract/limits.ts';
import type { Actor, ServiceEvent } from '#events/fulfilment/service-event.ts';
import { listHelpCalls } from '#projections/service/help-calls.ts';
import { appendFulfilment, readFulfilmentOfTables } from '#server/ordering/fulfilment-log.ts';
import {
  runInTransaction,
  lockSession,
  type SessionRow,
  type Trx,
} from '#server/platform/store/transactions.ts';
import { findOpenSession } from '#server/ordering/tables/sessions.ts';
import { undoCompletion } from './complete-paid.ts';
import { moveSessionBack } from './move-session.ts';
import { unseatGuests } from './seating.ts';
import { splitSessions, type SplitSession } from './split-sessions.ts';
import {
  findTableAct,
  createTableTakenRefusal,
  createTooLateRefusal,
  refuseIfTaken,
  type TableDeps,
} from './table-acts.ts';

/**
 * A Refusal 4092 after more than a minute, or if the table is taken.
 * @param isAnyTime the act may be older than a minute
 */
export async function takeBackTableAct(
  deps: TableDeps,
  { id }: Pick<SessionRow, 'id'>,
  {
    actId,
    by,
    isAnyTime = false,
  }: { readonly actId: string; readonly by: Actor; readonly isAnyTime?: boolean },
): Promise<void> {
  const { db, clock } = deps;
  const undoing = runInTransaction(db, async (trx): Promise<void> => {
    const session = await lockSession(trx, id);
    const all = (await readFulfilmentOfTables(trx, [id])).get(id) ?? [];
    if (all.some((event) => event.type === 'takenBack' && event.actId === actId)) return;
    const now = clock.now();
    const act = await findTableAct(trx, id, actId, [
      'sessionClosed',
      'tableSeated',
      'tableMoved',
      'tablesMerged',
      'helpAnswered',
    ]);
    if (!session || !act || (!isAnyTime && now - act.at > takeBackMs)) throw createTooLateRefusal();
    if (act.type === 'helpAnswered') requireCall(session, all, act.helpId);
    let parted: SplitSession | undefined;
    if (act.type === 'tableSeated') await unseatGuests(trx, session, now);
    if (act.type === 'tableMoved') await moveSessionBack(trx, deps, session, act, now);
    if (act.type === 'sessionClosed') {
      await reopenSession(trx, session);
      await undoCompletion(trx, deps, { sessionId: id, by, at: now, closedAt: act.at });
    }
    if (act.type === 'tablesMerged') parted = await splitSessions(trx, deps, session, act, { by, now });
    await appendFulfilment(trx, id, { act: { type: 'takenBack' }, actId, by, at: now });
    const { merchant_id: merchantId } = session;
    await deps.subscribers.record(trx, 'tableActTakenBack', { merchantId, sessionId: id, parted });
  });
  await refuseIfTaken(undoing);
}

/** Separates two merged sessions at any time. A Refusal 4092 says why they cannot be separated. */
export async function splitMergedTables(
  deps: TableDeps,
  session: SessionRow,
  { actId, by }: { readonly actId: string; readonly by: Actor },
): Promise<void> {
  const { id } = session;
  const isUndone = (await readFulfilmentOfTables(deps.db, [id]))
    .get(id)
    ?.some((event) => event.type === 'takenBack' && event.actId === actId);
  if (!isUndone && !(await findTableAct(deps.db, id, actId, ['tablesMerged']))) throw createTooLateRefusal();
  await takeBackTableAct(deps, session, { actId, by, isAnyTime: true });
}

/** A Refusal 4092 if the call has moved to another session, because staff merged or split sessions since. */
function requireCall(session: SessionRow, events: readonly ServiceEvent[], helpId: string): void {
  const isThere = listHelpCalls(events).some((call) => call.helpId === helpId);
  if (session.closed_at !== null || !isThere) throw createTooLateRefusal();
}

async function reopenSession(
  trx: Trx,
  { id, merchant_id: merchantId, table_id: tableId }: SessionRow,
): Promise<void> {
  if (tableId !== null && (await findOpenSession(trx, merchantId, 'table_id', tableId)))
    throw createTableTakenRefusal();
  await trx
    .updateTable('table_sessions')
    .set({ closed_at: null, closes_at: null })
    .where('id', '=', id)
    .execute();
}
