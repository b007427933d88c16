/** CX19: the staff set a party at another table (A3): its session keeps its id and its log. */
import type { ServiceEventOf } from '#events/fulfilment/service-event.ts';
import { appendService } from '#server/ordering/fulfilment-log.ts';
import { openSessionAt } from '#server/ordering/tables/open-session-at.ts';
import {
  inTransaction,
  lockSession,
  type SessionRow,
  type Trx,
} from '#server/platform/store/transactions.ts';
import { openSessionOf } from '#server/ordering/tables/sessions.ts';
import { reseat } from './reseat.ts';
import {
  findTableAct,
  isMeant,
  requireOther,
  tableFree,
  tableTaken,
  tooLate,
  refuseIfTaken,
  type TableDeps,
  type StaffMember,
} from './table-acts.ts';

interface Wish {
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

/** A Refusal 4092 where the party sits there no more, or another one at the table that is meant. */
export async function moveSession(
  deps: TableDeps,
  { merchantId, by }: StaffMember,
  { actId, tableId, toTableId, sessionId }: Wish,
): Promise<Moved> {
  const { db, clock } = deps;
  requireOther(tableId, toTableId, 'toTableId');
  const done = async (): Promise<Moved | undefined> => {
    const there = await openSessionAt(db, merchantId, toTableId);
    const before = there && (await findTableAct(db, there.id, actId, ['tableMoved']));
    return before && { sessionId: there.id, at: before.at };
  };
  const before = await done();
  if (before) return before;
  const here = await openSessionAt(db, merchantId, tableId);
  if (!isMeant(here, sessionId)) {
    // The same act may have done it just now.
    const meanwhile = await done();
    if (meanwhile) return meanwhile;
    throw tableFree();
  }
  const moving = inTransaction(db, async (trx): Promise<Moved> => {
    const session = await lockSession(trx, here.id);
    const same = await findTableAct(trx, here.id, actId, ['tableMoved']);
    if (same) return { sessionId: here.id, at: same.at };
    if (!session || session.closed_at !== null || session.table_id !== tableId) throw tableFree();
    if (await openSessionOf(trx, merchantId, 'table_id', toTableId)) throw tableTaken();
    const at = clock.now();
    await reseat(trx, deps, session, toTableId, at);
    const act = { type: 'tableMoved', tableId: toTableId, from: tableId } as const;
    await appendService(trx, here.id, { act, actId, by, at });
    await deps.subscribers.record(trx, 'tableMoved', { merchantId, sessionId: here.id });
    return { sessionId: here.id, at };
  });
  return await refuseIfTaken(moving);
}

/** A Refusal 4092 where the party does not sit there any more, or others sit where it sat before. */
export async function moveSessionBack(
  trx: Trx,
  deps: TableDeps,
  session: SessionRow,
  { tableId, from }: ServiceEventOf<'tableMoved'>,
  now: number,
): Promise<void> {
  if (session.closed_at !== null || session.table_id !== tableId || from === undefined) throw tooLate();
  if (await openSessionOf(trx, session.merchant_id, 'table_id', from)) throw tableTaken();
  await reseat(trx, deps, session, from, now);
}
