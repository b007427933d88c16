/**
 * When staff merge two table sessions, merges their unpaid orders into one bill, and separates them when the merge is
 * undone. `merged-orders.ts` says how the orders change.
 */
import type { Order } from '#contract/order-fields.ts';
import {
  canMerge,
  combineEvents,
  countRounds,
  hasJointActs,
  markMerged,
  listMergedOrders,
  mergePlaced,
  listEventParts,
  removeNotes,
  unmarkMerged,
  unmergePlaced,
  type EventParts,
} from '#server/ordering/orders/merged-orders.ts';
import { findTooLongReason } from '#server/ordering/orders/order-limits.ts';
import {
  addReaders,
  orderColumns,
  readStoredOrder,
  readStoredOrders,
  selectUnpaidOrders,
  writeOrder,
  type StoredOrder,
} from '#server/ordering/orders/order-store.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { MergedBill } from '#server/ordering/tables/joined-session.ts';
import { isBeingPaid } from '#server/ordering/orders/running-payments.ts';
import type { Trx } from '#server/platform/store/transactions.ts';
import { createActRefusal, createTooLateRefusal } from './table-acts.ts';

/** The orders to merge, chosen before the orders change their session. */
export interface BillsToMerge {
  readonly into: string;
  readonly from: readonly string[];
}

/**
 * Chooses the orders of two sessions that become one bill: the unpaid ones. Orders with other rates, or with too many
 * lines for one order, stay apart. A Refusal 4092 while a diner pays one of them at the payment page.
 * @param now ms
 */
export async function chooseBills(
  trx: Trx,
  keptId: string,
  laterId: string,
  now: number,
): Promise<BillsToMerge | undefined> {
  const [into] = await readUnpaid(trx, keptId);
  if (!into) return undefined;
  const from = (await readUnpaid(trx, laterId)).filter(
    (order) => canMerge(into, order) && !findTooLongReason(into, order.order.orderItems),
  );
  if (from.length === 0) return undefined;
  await refuseWhilePaying(trx, [into, ...from], now);
  return { into: into.row.id, from: from.map(({ row }) => row.id) };
}

async function readUnpaid(trx: Trx, sessionId: string): Promise<StoredOrder[]> {
  return await readStoredOrders(trx, await selectUnpaidOrders(trx, sessionId).execute());
}

async function refuseWhilePaying(trx: Trx, orders: readonly StoredOrder[], now: number): Promise<void> {
  for (const { order } of orders)
    if (await isBeingPaid(trx, order, now))
      throw createActRefusal('paying', 'A diner is paying this bill at the payment page');
}

interface Merging extends SubscriberDeps {
  readonly trx: Trx;
  readonly merchantId: string;
  readonly sessionId: string;
  /** ms */
  readonly now: number;
}

/** Merges the chosen orders, which belong to one session by now. @returns what is needed to undo it */
export async function mergeBills(merging: Merging, bills: BillsToMerge | undefined): Promise<MergedBill[]> {
  const { trx, now } = merging;
  const done: MergedBill[] = [];
  for (const orderId of bills?.from ?? []) {
    const into = await readOrder(trx, bills!.into);
    const from = await readOrder(trx, orderId);
    const parts = addParts(listEventParts(into), orderId, listEventParts(from));
    const rounds = into.row.rounds + from.row.rounds;
    await write(merging, into, mergePlaced(into, from, now), parts, rounds);
    await write(merging, from, markMerged(from.placed, into.row.id, now), listEventParts(from));
    const readers = await copyReaders(trx, orderId, into.row.id);
    done.push({ into: into.row.id, orderId, readers, acts: parts.own.length });
  }
  return done;
}

/**
 * Gives each of the two orders its lines again. A Refusal 4092 if the joint bill was paid or changed since, or if a diner
 * is paying it.
 */
export async function splitBills(merging: Merging, bills: readonly MergedBill[]): Promise<void> {
  const { trx, now } = merging;
  for (const { into: intoId, orderId, readers, acts } of bills.toReversed()) {
    const into = await readOrder(trx, intoId);
    const from = await readOrder(trx, orderId);
    if (!listMergedOrders(into.placed).some((merged) => merged.orderId === orderId))
      throw createTooLateRefusal();
    await refuseWhilePaying(trx, [into], now);
    const parts = listEventParts(into);
    if (hasJointActs(parts, acts))
      throw createActRefusal('paidSince', 'The joint bill was paid or changed since');
    const placed = unmergePlaced(into.placed, orderId);
    const alone = { ...placed, notes: removeNotes(placed, from.placed) };
    await write(merging, into, alone, parts, countRounds(alone, parts.own));
    await write(merging, from, unmarkMerged(from.placed), listEventParts(from));
    if (readers.length > 0)
      await trx
        .deleteFrom('order_members')
        .where('order_id', '=', intoId)
        .where('user_id', 'in', readers)
        .execute();
  }
}

async function readOrder(trx: Trx, id: string): Promise<StoredOrder> {
  const row = await trx.selectFrom('orders').select(orderColumns).where('id', '=', id).executeTakeFirst();
  if (!row) throw createTooLateRefusal();
  return await readStoredOrder(trx, row);
}

async function write(
  { trx, subscribers, merchantId, sessionId, now }: Merging,
  { row }: StoredOrder,
  placed: Order,
  parts: EventParts,
  rounds = row.rounds,
): Promise<void> {
  const next = { ...placed, rowVersion: row.row_version + 1, updateAt: now };
  const order = await writeOrder(trx, next, { events: combineEvents(next, parts), rounds });
  await subscribers.record(trx, 'orderMoved', { merchantId, order, at: now });
  await subscribers.record(trx, 'orderChanged', { merchantId, sessionId, orderId: row.id });
}

function addParts(into: EventParts, orderId: string, from: EventParts): EventParts {
  return { own: into.own, merged: new Map([...into.merged, [orderId, from.own], ...from.merged]) };
}

/** Lets the readers of the merged order read the bill. @returns those who could not read it before */
async function copyReaders(trx: Trx, fromId: string, intoId: string): Promise<string[]> {
  const selectReaders = async (id: string) => {
    const rows = await trx.selectFrom('order_members').select('user_id').where('order_id', '=', id).execute();
    return rows.map(({ user_id: userId }) => userId);
  };
  const before = new Set(await selectReaders(intoId));
  const added = (await selectReaders(fromId)).filter((userId) => !before.has(userId));
  if (added.length > 0) await addReaders(trx, intoId, added);
  return added;
}
