/**
 * Merges the sessions of two tables. The session that opened later ends. The earlier one continues with the diners,
 * carts, orders and calls of both.
 *
 *     table 3: session a (18:00)  ─┐
 *                                  ├─► table 7: session a     b ends, with the reason "merged"
 *     table 7: session b (18:20)  ─┘
 *
 * Invariants:
 *
 * - The unpaid orders of both become one bill (`merge-bills.ts`), and the numbers of guests are added.
 * - Both sessions are locked in the order of their ids, so that two waiters who merge the same tables cannot deadlock.
 * - The row of b stores which diners, orders and placements came from it (`joined-session.ts`). `splitSessions` reads
 *   this to undo the merge.
 * - A request with a known `actId` changes nothing and gets the result of the first one.
 */
import { tableNoteLength } from '#contract/calls/tables.ts';
import { listHelpCalls } from '#projections/service/help-calls.ts';
import { lockOpenSession } from '#server/ordering/cart/log/session-log.ts';
import { appendFulfilment, readFulfilmentOfTables, type Draft } from '#server/ordering/fulfilment-log.ts';
import { findSessionAtTable } from '#server/ordering/tables/session-at-table.ts';
import {
  runInTransaction,
  lockSession,
  type SessionRow,
  type Trx,
} from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { reseat, moveOrders } from './reseat.ts';
import { countPlaced, storeJoinedSession } from '#server/ordering/tables/joined-session.ts';
import { findOpenOrder, readStoredOrder } from '#server/ordering/orders/order-store.ts';
import { chooseBills, mergeBills } from './merge-bills.ts';
import { moveCarts } from './move-carts.ts';
import {
  findTableAct,
  isExpectedSession,
  requireOther,
  createTableFreeRefusal,
  type TableDeps,
  type StaffMember,
} from './table-acts.ts';

interface MergeCommand {
  readonly actId: string;
  readonly tableId: string;
  readonly intoTableId: string;
  readonly sessionId?: string | undefined;
  readonly intoSessionId?: string | undefined;
}

interface MergeResult {
  /** The session that continues. */
  readonly sessionId: string;
  /** ms */
  readonly at: number;
}

/**
 * Merges the sessions of two tables. The merged session sits at `intoTableId`, whichever of the two continues.
 *
 * @throws Refusal 4092 if one of the tables is free, or has another session than the waiter saw
 */
export async function mergeSessions(
  deps: TableDeps,
  { merchantId, by }: StaffMember,
  { actId, tableId, intoTableId, sessionId, intoSessionId }: MergeCommand,
): Promise<MergeResult> {
  const { db, clock } = deps;
  requireOther(tableId, intoTableId, 'intoTableId');
  const findEarlierResult = async (on: typeof db, sessionId: string): Promise<MergeResult | undefined> => {
    const act = await findTableAct(on, sessionId, actId, ['tablesMerged']);
    return act && { sessionId, at: act.at };
  };
  const findResultAtTable = async () => {
    const session = await findSessionAtTable(db, merchantId, intoTableId);
    return session && (await findEarlierResult(db, session.id));
  };
  const earlier = await findResultAtTable();
  if (earlier) return earlier;
  const into = await findSessionAtTable(db, merchantId, intoTableId);
  const from = await findSessionAtTable(db, merchantId, tableId);
  if (!isExpectedSession(into, intoSessionId) || !isExpectedSession(from, sessionId)) {
    // A parallel request with the same act may have merged them just now.
    const meanwhile = await findResultAtTable();
    if (meanwhile) return meanwhile;
    throw createTableFreeRefusal();
  }
  return await runInTransaction(db, async (trx) => {
    for (const id of [into.id, from.id].toSorted()) await lockSession(trx, id);
    const both = [await lockOpenSession(trx, into.id), await lockOpenSession(trx, from.id)] as const;
    const [kept, later] = isEarlier(into, from) ? both : [both[1], both[0]];
    if (!kept || !later || both[0]!.row.table_id !== intoTableId || both[1]!.row.table_id !== tableId) {
      const meanwhile = (await findEarlierResult(trx, into.id)) ?? (await findEarlierResult(trx, from.id));
      if (meanwhile) return meanwhile;
      throw createTableFreeRefusal();
    }
    const at = clock.now();
    const createDraft = (act: Draft['act'], id = actId): Draft => ({ act, actId: id, by, at });
    const bills = await chooseBills(trx, kept.row.id, later.row.id, at);
    const guests = await addGuests(trx, kept, later);
    await moveCarts(trx, later, kept, at, { guests: { to: guests.after } });
    await joinNotes(trx, kept.row, later.row);
    const members = await copyMembers(trx, kept.row.id, later.row.id);
    await closeSession(trx, later.row.id, { now: at, reason: 'merged', by });
    const place = { sessionId: kept.row.id, tableId: intoTableId };
    const orders = await moveOrders(trx, deps, later.row, place, at);
    const placed = await countPlaced(trx, kept.row.id);
    const placements = await movePlacements(trx, later.row.id, kept.row.id);
    const merged = {
      type: 'tablesMerged',
      sessionId: later.row.id,
      from: later.row.table_id ?? undefined,
    } as const;
    await appendFulfilment(trx, kept.row.id, createDraft(merged), later.row.id);
    await copyOpenCalls(trx, kept.row.id, later.row.id, at);
    if (kept.row.table_id !== intoTableId) {
      await reseat(trx, deps, kept.row, intoTableId, at);
      const moved = { type: 'tableMoved', tableId: intoTableId, from: tableId } as const;
      await appendFulfilment(trx, kept.row.id, createDraft(moved, `${actId}-moved`));
    }
    const merging = { ...deps, trx, merchantId, sessionId: kept.row.id, now: at };
    await storeJoinedSession(trx, later.row.id, {
      into: kept.row.id,
      members,
      orders,
      placements,
      placed,
      bills: await mergeBills(merging, bills),
      guests,
    });
    // One of the sessions may be paid and about to end. The other may not be, so only the staff end the merged one.
    await trx.updateTable('table_sessions').set({ closes_at: null }).where('id', '=', kept.row.id).execute();
    const ended = { merchantId, sessionId: kept.row.id, endedId: later.row.id };
    await deps.subscribers.record(trx, 'tablesMerged', ended);
    return { sessionId: kept.row.id, at };
  });
}

function isEarlier(one: SessionRow, other: SessionRow): boolean {
  return one.opened_at === other.opened_at ? one.id < other.id : one.opened_at < other.opened_at;
}

type OpenSession = NonNullable<Awaited<ReturnType<typeof lockOpenSession>>>;

/** Adds the numbers of guests. If a session has no number, the number of its open order counts. */
async function addGuests(trx: Trx, kept: OpenSession, later: OpenSession) {
  const countGuests = async ({ row, log }: OpenSession): Promise<number> => {
    const set = log.view.guests ?? 0;
    if (set > 0) return set;
    const open = await findOpenOrder(trx, row.id);
    return open ? (await readStoredOrder(trx, open)).placed.guests : 0;
  };
  const after = (await countGuests(kept)) + (await countGuests(later));
  return { before: kept.log.view.guests ?? 0, after };
}

/** Adds the note about the later session to that about the one that continues. */
async function joinNotes(trx: Trx, { id, note }: SessionRow, { note: others }: SessionRow): Promise<void> {
  if (others === null || others === note) return;
  const both = [note, others].filter((each) => each !== null).join(' / ');
  await trx
    .updateTable('table_sessions')
    .set({ note: both.slice(0, tableNoteLength) })
    .where('id', '=', id)
    .execute();
}

/** Copies the diners. Diners whom the staff removed stay removed. @returns the ids of those who were not in both */
async function copyMembers(trx: Trx, keptId: string, laterId: string): Promise<string[]> {
  const members = await trx
    .selectFrom('session_members')
    .selectAll()
    .where('session_id', '=', laterId)
    .execute();
  if (members.length === 0) return [];
  const joined = await trx
    .insertInto('session_members')
    .values(members.map((member) => ({ ...member, session_id: keptId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  for (const { user_id: userId, allergy } of members) {
    if (allergy === null) continue;
    await trx
      .updateTable('session_members')
      .set({ allergy })
      .where('session_id', '=', keptId)
      .where('user_id', '=', userId)
      .where('allergy', 'is', null)
      .execute();
  }
  return joined.map(({ user_id: userId }) => userId);
}

/** Moves the results of attempts to order. Phones ask for them in the merged session. @returns their ids */
async function movePlacements(trx: Trx, fromId: string, toId: string): Promise<string[]> {
  const moved = await trx
    .updateTable('placements')
    .set({ session_id: toId })
    .where('session_id', '=', fromId)
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
}

/** Copies the calls that the staff have not answered yet. */
async function copyOpenCalls(trx: Trx, keptId: string, laterId: string, at: number): Promise<void> {
  const events = (await readFulfilmentOfTables(trx, [laterId])).get(laterId) ?? [];
  const calls = listHelpCalls(events.filter(({ type }) => type !== 'sessionClosed'));
  for (const { helpId, kind, share, by, answer } of calls) {
    if (answer) continue;
    const act = { type: 'helpAsked', helpId, kind, ...(share && { share }) } as const;
    await appendFulfilment(trx, keptId, { act, actId: helpId, by, at });
  }
}
