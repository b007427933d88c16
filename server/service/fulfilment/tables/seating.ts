/** Staff seat guests at a free table, set their number, and note something about them. */
import { codes } from '#contract/codes.ts';
import { serverReplica } from '#events/log/event-id.ts';
import { isPlainText } from '#events/log/plain-text.ts';
import { draftTableValues } from '#server/ordering/cart/draft-changes.ts';
import type { SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import { changeSession, lockOpenSession, storeDrafts } from '#server/ordering/cart/log/session-log.ts';
import { appendFulfilment } from '#server/ordering/fulfilment-log.ts';
import { findUnpaidOrder, readStoredOrder, writeOrder } from '#server/ordering/orders/order-store.ts';
import { closeSession, findOpenSession, openTableSession } from '#server/ordering/tables/sessions.ts';
import type { Ids } from '#server/platform/lifecycle/clock.ts';
import { createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { runInTransaction, type SessionRow, type Trx } from '#server/platform/store/transactions.ts';
import { findTable } from './find-table.ts';
import {
  createActRefusal,
  createTableTakenRefusal,
  createTooLateRefusal,
  findTableAct,
  refuseIfTaken,
  type StaffMember,
  type TableDeps,
} from './table-acts.ts';

interface Seated {
  readonly sessionId: string;
  /** ms */
  readonly at: number;
}

/** A Refusal 4092 `tableTaken` if somebody sits there. */
export async function seatGuests(
  deps: TableDeps & { readonly ids: Ids },
  { merchantId, by }: StaffMember,
  { actId, tableId, guests }: { readonly actId: string; readonly tableId: string; readonly guests: number },
): Promise<Seated> {
  const table = await findTable(deps.db, merchantId, tableId);
  const seating = runInTransaction(deps.db, async (trx): Promise<Seated> => {
    const there = await findOpenSession(trx, merchantId, 'table_id', tableId);
    const same = there && (await findTableAct(trx, there.id, actId, ['tableSeated']));
    if (same) return { sessionId: there.id, at: same.at };
    if (there) throw createTableTakenRefusal();
    const at = deps.clock.now();
    const { id: sessionId } = await openTableSession(trx, deps, table, at);
    const { log } = (await lockOpenSession(trx, sessionId))!;
    await storeDrafts(trx, log, draftGuests(log, guests), at);
    await appendFulfilment(trx, sessionId, { act: { type: 'tableSeated', tableId, guests }, actId, by, at });
    return { sessionId, at };
  });
  const seated = await refuseIfTaken(seating);
  deps.subscribers.notify('staffViewChanged', { merchantId });
  return seated;
}

/** Frees the table again. A Refusal 4092 if somebody has joined or ordered since. @param now ms */
export async function unseatGuests(
  trx: Trx,
  { id, closed_at: closedAt }: SessionRow,
  now: number,
): Promise<void> {
  if (closedAt !== null) throw createTooLateRefusal();
  const used = await trx
    .selectFrom('session_members')
    .select('session_id')
    .where('session_id', '=', id)
    .union(trx.selectFrom('orders').select('session_id').where('session_id', '=', id))
    .executeTakeFirst();
  if (used) throw createActRefusal('changed', 'Somebody has joined this table or ordered since');
  await closeSession(trx, id, { now, reason: 'takenBack' });
}

/** Sets the number for the phones, and for the open order with its tickets and figures. */
export async function setGuests(
  deps: TableDeps,
  { id: sessionId, merchant_id: merchantId }: SessionRow,
  guests: number,
): Promise<void> {
  const { log, value: accepted } = await changeSession(deps.db, sessionId, async (trx, state) => {
    const now = deps.clock.now();
    const drafts = draftGuests(state.log, guests);
    await setGuestsOfOrder(trx, deps, { sessionId, merchantId, now }, guests);
    return { log: await storeDrafts(trx, state.log, drafts, now), value: drafts.length };
  });
  const cart = { cart: log, accepted, rejectedCodes: [], isStored: accepted > 0 };
  deps.subscribers.notify('cartEventsDecided', { merchantId, sessionId, ...cart });
  deps.subscribers.notify('staffViewChanged', { merchantId });
}

async function setGuestsOfOrder(
  trx: Trx,
  { subscribers }: TableDeps,
  {
    sessionId,
    merchantId,
    now,
  }: { readonly sessionId: string; readonly merchantId: string; readonly now: number },
  guests: number,
): Promise<void> {
  const row = await findUnpaidOrder(trx, sessionId);
  if (!row) return;
  const { placed, events } = await readStoredOrder(trx, row);
  if (placed.guests === guests) return;
  const next = { ...placed, guests, rowVersion: row.row_version + 1, updateAt: now };
  const order = await writeOrder(trx, next, { events });
  await subscribers.record(trx, 'orderMoved', { merchantId, order, at: now });
  await subscribers.record(trx, 'orderChanged', { merchantId, sessionId, orderId: row.id });
}

/** @returns what is stored */
export async function writeTableNote(
  { db, subscribers }: TableDeps,
  { id, merchant_id: merchantId }: SessionRow,
  given: string,
): Promise<string> {
  if (!isPlainText(given))
    throw createStatusRefusal(codes.badRequest, 'body.note: must not hold control characters', {
      path: 'body.note',
    });
  const note = given.trim();
  await db
    .updateTable('table_sessions')
    .set({ note: note === '' ? null : note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .execute();
  subscribers.notify('staffViewChanged', { merchantId });
  return note;
}

function draftGuests({ view }: SessionLog, guests: number) {
  return draftTableValues(view, { id: serverReplica, name: '' }, { guests });
}
