/** Staff move a table session to another table. The session keeps its id and its log. */
import type { ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { appendFulfilment } from '#server/ordering/fulfilment-log.ts';
import { findSessionAtTable } from '#server/ordering/tables/session-at-table.ts';
import {
  runInTransaction,
  lockSession,
  type SessionRow,
  type Trx,
} from '#server/platform/store/transactions.ts';
import { findOpenSession } from '#server/ordering/tables/sessions.ts';
import { reseat } from './reseat.ts';
import {
  findTableAct,
  isExpectedSession,
  requireOther,
  createTableFreeRefusal,
  createTableTakenRefusal,
  createTooLateRefusal,
  refuseIfTaken,
  type TableDeps,
  type StaffMember,
} from './table-acts.ts';

interface MoveCommand {
  readonly actId: string;
  readonly tableId: string;
  readonly toTableId: string;
  readonly sessionId?: string | undefined;
}

interface Moved {
  readonly sessionId: string;
  /** ms */
  readonly at: number;
}

/** A Refusal 4092 if the session is no longer at its table, or if the other table is taken. */
export async function moveSession(
  deps: TableDeps,
  { merchantId, by }: StaffMember,
  { actId, tableId, toTableId, sessionId }: MoveCommand,
): Promise<Moved> {
  const { db, clock } = deps;
  requireOther(tableId, toTableId, 'toTableId');
  const findMove = async (): Promise<Moved | undefined> => {
    const there = await findSessionAtTable(db, merchantId, toTableId);
    const before = there && (await findTableAct(db, there.id, actId, ['tableMoved']));
    return before && { sessionId: there.id, at: before.at };
  };
  const before = await findMove();
  if (before) return before;
  const here = await findSessionAtTable(db, merchantId, tableId);
  if (!isExpectedSession(here, sessionId)) {
    // A parallel request with the same act may have moved it just now.
    const meanwhile = await findMove();
    if (meanwhile) return meanwhile;
    throw createTableFreeRefusal();
  }
  const moving = runInTransaction(db, async (trx): Promise<Moved> => {
    const session = await lockSession(trx, here.id);
    const same = await findTableAct(trx, here.id, actId, ['tableMoved']);
    if (same) return { sessionId: here.id, at: same.at };
    if (!session || session.closed_at !== null || session.table_id !== tableId)
      throw createTableFreeRefusal();
    if (await findOpenSession(trx, merchantId, 'table_id', toTableId)) throw createTableTakenRefusal();
    const at = clock.now();
    await reseat(trx, deps, session, toTableId, at);
    const act = { type: 'tableMoved', tableId: toTableId, from: tableId } as const;
    await appendFulfilment(trx, here.id, { act, actId, by, at });
    await deps.subscribers.record(trx, 'tableMoved', { merchantId, sessionId: here.id });
    return { sessionId: here.id, at };
  });
  return await refuseIfTaken(moving);
}

/** Undoes a move. A Refusal 4092 if the session has moved on, or if its former table is taken. */
export async function moveSessionBack(
  trx: Trx,
  deps: TableDeps,
  session: SessionRow,
  { tableId, from }: ServiceEventOf<'tableMoved'>,
  now: number,
): Promise<void> {
  if (session.closed_at !== null || session.table_id !== tableId || from === undefined)
    throw createTooLateRefusal();
  if (await findOpenSession(trx, session.merchant_id, 'table_id', from)) throw createTableTakenRefusal();
  await reseat(trx, deps, session, from, now);
}
