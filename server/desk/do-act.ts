import { actRefused, type ActRefusal, type OrderAct } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { indexMenu } from '#contract/menu-index.ts';
import { orderStatus, paymentStatus } from '#contract/states.ts';
import type { OrderNews } from '#contract/calls/webhooks.ts';
import type { Actor, ServiceEvent } from '#events/service/service-event.ts';
import { codes } from '#contract/codes.ts';
import { dinerNames } from '#server/cart/asking-diner.ts';
import { menuOf } from '#server/catalogue/menu.ts';
import { Refusal } from '#server/http/routes/route.ts';
import { noteChangeTicket } from '#server/orders/print-jobs/note-tickets.ts';
import type { Clock } from '#server/process/clock.ts';
import { storedOrder, writeOrder, type OrderRow, type StoredOrder } from '#server/orders/order-store.ts';
import { noteOrderNews, type NewsDeps } from '#server/orders/webhook/order-news.ts';
import { inTransaction, lockSession, type Db, type Trx } from '#server/store/transactions.ts';
import { judgeAct } from './judge-act.ts';
import { appendService, type Draft } from '#server/service/service-log.ts';

export interface DeskDeps extends NewsDeps {
  readonly db: Db;
  readonly clock: Clock;
}

interface Doer {
  readonly merchantId: string;
  readonly by: Actor;
  readonly language: 'en-US' | 'zh-TW';
}

export interface Done {
  readonly order: Order;
  readonly sessionId: string;
  /** ms; null: it cannot be taken back. */
  readonly undoUntil: number | null;
  /** False: it had been done before. */
  readonly isNews: boolean;
}

/** In words for whoever reads the answer of the call; the pages have their own. */
const words: Readonly<Record<ActRefusal, string>> = {
  orderClosed: 'This order is closed; reopen it first',
  noSuchDish: 'This order has no such dish',
  alreadyDone: 'This has been done already',
  moreThanOwed: 'That is more than is owed',
  moreThanPaid: 'That is more than was paid',
  belowPaid: 'More has been paid than would be owed then; give money back first',
  changed: 'What is owed or not sent has changed meanwhile',
  tooLate: 'This can no longer be taken back',
  notOnMenu: 'This dish cannot be ordered now',
  tableTaken: 'Another party sits at this table now',
  tableFree: 'Nobody sits at this table any more',
};

/** One of the merchant's orders. A Refusal 404 when there is none of this id. */
export async function merchantOrder(db: Db, merchantId: string, orderId: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row) throw new Refusal(codes.notFound, `There is no order ${orderId}`);
  return row;
}

/** Does an act about an order, once (A3). A Refusal 4092 that says why where it cannot be done any more. */
export async function doOrderAct(deps: DeskDeps, doer: Doer, wish: OrderAct): Promise<Done> {
  const { db, clock } = deps;
  const { merchantId, by } = doer;
  const found = await merchantOrder(db, merchantId, wish.orderId);
  const { menu, diner } = await aroundAdding(db, doer, found, wish);
  return await inTransaction(db, async (trx) => {
    const stored = await lockedOrder(trx, found);
    const { order, row, events } = stored;
    const sessionId = row.session_id;
    const before = sameAct(events, wish);
    if (before) return { order, sessionId, undoUntil: undoUntil(before), isNews: false };
    const now = clock.now();
    const verdict = judgeAct(stored, wish, { now, menu, diner });
    if (!verdict.ok) {
      const { ok: _ok, ...data } = verdict;
      throw new Refusal(actRefused, words[verdict.reason], { data });
    }
    const draft = { act: verdict.act, actId: wish.actId, by, at: now, orderId: wish.orderId };
    const { order: after, event } = await writeAct(trx, deps, stored, draft);
    return { order: after, sessionId, undoUntil: undoUntil(event), isNews: true };
  });
}

/** Writes down what was done about an order, and what follows from it. Call it under its session's lock. */
export async function writeAct(
  trx: Trx,
  deps: NewsDeps,
  stored: StoredOrder,
  draft: Draft,
): Promise<{ readonly order: Order; readonly event: ServiceEvent }> {
  const { row, placed, events } = stored;
  const { merchant_id: merchantId, session_id: sessionId } = row;
  const { at: now } = draft;
  const event = await appendService(trx, sessionId, draft);
  const next = { ...placed, rowVersion: row.row_version + 1, updateAt: now };
  const order = await writeOrder(trx, next, { events: [...events, event] });
  await noteOrderNews(trx, deps, { news: newsOf(stored, event, order), merchantId, order, now });
  const undone = events.find((each) => each.actId === event.actId);
  await noteChangeTicket(trx, { merchantId, order, now }, event, undone);
  await noteEnd(trx, sessionId, event, order);
  return { order, event };
}

/** One of the merchant's orders as it stands, its session locked (CX19: whichever party's it is by then). */
export async function lockedOrder(trx: Trx, found: OrderRow): Promise<StoredOrder> {
  await lockSessionOf(trx, found);
  return await storedOrder(trx, await merchantOrder(trx, found.merchant_id, found.id));
}

/** CX19: of the party whose the order is by then. */
async function lockSessionOf(trx: Trx, { id, merchant_id: merchantId, session_id: sessionId }: OrderRow) {
  await lockSession(trx, sessionId);
  const now = await merchantOrder(trx, merchantId, id);
  if (now.session_id !== sessionId) await lockSession(trx, now.session_id);
}

/** What a dish that is added needs to be known. */
async function aroundAdding(db: Db, { merchantId, language }: Doer, row: OrderRow, wish: OrderAct) {
  if (wish.type !== 'dishAdded') return { menu: indexMenu(undefined), diner: { id: '', name: '' } };
  const { order } = await storedOrder(db, row);
  const id = wish.userId || (order.memberId ?? '');
  const [menu, names] = await Promise.all([menuOf(db, merchantId, language), dinerNames(db, [id])]);
  return { menu: indexMenu(menu), diner: { id, name: names.get(id) ?? '' } };
}

function sameAct(events: readonly ServiceEvent[], { actId, type }: OrderAct): ServiceEvent | undefined {
  const isUndoing = type === 'takenBack';
  return events.find((event) => event.actId === actId && (event.type === 'takenBack') === isUndoing);
}

function undoUntil({ type, at }: ServiceEvent): number | null {
  return type === 'takenBack' ? null : at + takeBackMs;
}

function newsOf({ order: before }: StoredOrder, { type }: ServiceEvent, after: Order): OrderNews['type'] {
  if (type === 'roundSent') return 'order.sent';
  if (before.status !== after.status && after.status === orderStatus.cancelled) return 'order.cancelled';
  if (before.paymentStatus !== after.paymentStatus && after.paymentStatus === paymentStatus.fullyPaid)
    return 'order.paid';
  if (before.status !== after.status && after.status === orderStatus.completed) return 'order.completed';
  return 'order.changed';
}

const ofThePayment: ReadonlySet<ServiceEvent['type']> = new Set([
  'orderPaid',
  'orderRefunded',
  'takenBack',
  'orderReopened',
]);

/** When nothing is owed at the table any more, its party ends as soon as the payment can no longer be taken back. */
async function noteEnd(trx: Trx, sessionId: string, { type, at }: ServiceEvent, order: Order): Promise<void> {
  if (!ofThePayment.has(type)) return;
  const open = await trx
    .selectFrom('orders')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '=', orderStatus.progressing)
    .executeTakeFirst();
  const isOver = type === 'orderPaid' && !open && order.paymentStatus === paymentStatus.fullyPaid;
  await trx
    .updateTable('table_sessions')
    .set({ closes_at: isOver ? at + takeBackMs : null })
    .where('id', '=', sessionId)
    .execute();
}
