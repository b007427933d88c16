import { actRefused, kitchenActs, type ActRefusal, type OrderAct } from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { fulfilmentReplica } from '#events/log/event-id.ts';
import type { Actor, ServiceEvent } from '#events/fulfilment/service-event.ts';
import { codes } from '#contract/codes.ts';
import { placesOf, zero } from '#projections/bill/money.ts';
import { dropUndone } from '#projections/service/order-life.ts';
import { dinerNames } from '#server/ordering/cart/diner-at-table.ts';
import { menuOf } from '#server/menu/menu.ts';
import type { Words } from '#server/platform/http/language.ts';
import { Refusal, statusRefusal } from '#server/platform/http/routes/route.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import {
  orderColumns,
  readStoredOrder,
  type OrderRow,
  type StoredOrder,
} from '#server/ordering/orders/order-store.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import { inTransaction, lockSession, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { scheduleEnd } from './tables/schedule-end.ts';
import { decideAct, type Circumstances } from './decide-act.ts';
import { writeAct } from './write-act.ts';

export interface FulfilmentDeps extends SubscriberDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ActAuthor {
  readonly merchantId: string;
  readonly by: Actor;
  readonly language: 'en-US' | 'zh-TW';
}

export interface ActResult {
  readonly order: Order;
  /** ms; null: it cannot be taken back. */
  readonly undoUntil: number | null;
}

/** In words for whoever reads the answer of the call; the pages have their own. */
const words: Readonly<Record<ActRefusal, Words>> = {
  orderClosed: 'This order is closed; reopen it first',
  noSuchDish: 'This order has no such dish',
  alreadyDone: 'This has been done already',
  moreThanOwed: 'That is more than is owed',
  moreThanPaid: 'That is more than was paid',
  belowPaid: 'More has been paid than would be owed then; give money back first',
  changed: 'What is owed or not sent has changed meanwhile',
  tooLate: 'This can no longer be taken back',
  notOnMenu: 'This dish cannot be ordered now',
  orderFull: {
    'en-US': 'This order is as long as one may be: settle it, and the next dish goes on a new one',
    'zh-TW': '這張訂單已達長度上限，請先結清，下一道餐點會開新的訂單',
  },
  tableTaken: 'Another party sits at this table now',
  tableFree: 'Nobody sits at this table any more',
  orderedSince: 'The two parties have ordered together since',
};

/** One of the merchant's orders. A Refusal 404 when there is none of this id. */
export async function requireOrder(db: Db, merchantId: string, orderId: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', orderId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row) throw new Refusal(codes.notFound, `There is no order ${orderId}`);
  return row;
}

/** D58: the kitchen may do it; what is taken back was such an act, too. */
export async function isKitchenAct(
  db: Db,
  merchantId: string,
  { type, actId, orderId }: OrderAct,
): Promise<boolean> {
  if (type !== 'takenBack') return kitchenActs.has(type);
  const { events } = await readStoredOrder(db, await requireOrder(db, merchantId, orderId));
  const acts = events.filter((event) => event.actId === actId && event.type !== 'takenBack');
  return acts.length > 0 && acts.every((event) => kitchenActs.has(event.type));
}

/** Does an act about an order, once (A3). A Refusal 4092 that says why where it cannot be done any more. */
export async function doOrderAct(deps: FulfilmentDeps, doer: ActAuthor, wish: OrderAct): Promise<ActResult> {
  const { db, clock } = deps;
  const { merchantId, by } = doer;
  const found = await requireOrder(db, merchantId, wish.orderId);
  const { menu, diner } = await readForAdding(db, doer, found, wish);
  return await inTransaction(db, async (trx) => {
    const stored = await lockOrder(trx, found);
    const before = findEarlierResult(stored, wish);
    if (before) return before;
    const done = await doActIn(trx, deps, stored, wish, { now: clock.now(), by, menu, diner });
    const ended = wish.type === 'takenBack' && (await endUnlessUsed(trx, deps, found, { ...wish, by }));
    return ended ? { ...done, order: ended } : done;
  });
}

/** Does an act about an order under its session's lock. A Refusal 4092 where it cannot be done any more. */
export async function doActIn(
  trx: Trx,
  deps: SubscriberDeps,
  stored: StoredOrder,
  wish: OrderAct,
  { by, ...circumstances }: Circumstances & Pick<ActAuthor, 'by'>,
): Promise<ActResult> {
  requireDecimals(stored.order, { tip: undefined, ...wish });
  const verdict = decideAct(stored, wish, circumstances);
  if (!verdict.ok) {
    const { ok: _ok, ...data } = verdict;
    throw new Refusal(actRefused, words[verdict.reason], { data });
  }
  const draft = { act: verdict.act, actId: wish.actId, by, at: circumstances.now, orderId: wish.orderId };
  const { order, event } = await writeAct(trx, deps, stored, draft);
  return { order, undoUntil: undoUntil(event) };
}

/** D64: a Refusal 400 for thousandths where the order is in cents. */
export function requireDecimals(
  { totalAmount }: Pick<Order, 'totalAmount'>,
  { amount, tip }: { readonly amount?: string | undefined; readonly tip?: string | undefined },
): void {
  if (placesOf(amount, tip) > placesOf(totalAmount))
    throw statusRefusal(codes.badRequest, 'body.amount: has more decimals than the order', {
      path: 'body.amount',
    });
}

/**
 * D52: an order that the staff opened with this act, and on which nothing is, ends with it; so does a party that nobody
 * has joined. @returns the order, undefined: it goes on
 */
async function endUnlessUsed(
  trx: Trx,
  deps: FulfilmentDeps,
  found: OrderRow,
  { actId, by }: Pick<OrderAct, 'actId'> & Pick<ActAuthor, 'by'>,
): Promise<Order | undefined> {
  const stored = await readStoredOrder(trx, await requireOrder(trx, found.merchant_id, found.id));
  if (stored.placed.orderItems.length > 0 || dropUndone(stored.events).length > 0) return undefined;
  const now = deps.clock.now();
  const { id: orderId, session_id: sessionId } = stored.row;
  const act = {
    type: 'orderClosed',
    orderId,
    outcome: 'cancelled',
    reason: '',
    owed: zero,
    unsent: 0,
  } as const;
  const { order } = await writeAct(trx, deps, stored, { act, actId: `${actId}-closed`, by, at: now });
  if (await isUnused(trx, sessionId, orderId))
    await closeSession(trx, sessionId, { now, reason: 'takenBack', by });
  else await scheduleEnd(trx, sessionId, now);
  return order;
}

/** Nobody has ever sat there, and it has no other order. */
async function isUnused(trx: Trx, sessionId: string, orderId: string): Promise<boolean> {
  const used = await trx
    .selectFrom('session_members')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .union(
      trx
        .selectFrom('orders')
        .select('session_id')
        .where('session_id', '=', sessionId)
        .where('id', '!=', orderId),
    )
    .executeTakeFirst();
  return used === undefined;
}

/** One of the merchant's orders as it stands, its session locked (CX19: whichever party's it is by then). */
export async function lockOrder(trx: Trx, found: OrderRow): Promise<StoredOrder> {
  await lockOrderSession(trx, found);
  return await readStoredOrder(trx, await requireOrder(trx, found.merchant_id, found.id));
}

/** CX19: of the party whose the order is by then. */
async function lockOrderSession(trx: Trx, { id, merchant_id: merchantId, session_id: sessionId }: OrderRow) {
  await lockSession(trx, sessionId);
  const now = await requireOrder(trx, merchantId, id);
  if (now.session_id !== sessionId) await lockSession(trx, now.session_id);
}

/** What a dish that is added needs to be known. */
async function readForAdding(db: Db, { merchantId, language }: ActAuthor, row: OrderRow, wish: OrderAct) {
  if (wish.type !== 'dishAdded') return { menu: indexMenu(undefined), diner: { id: '', name: '' } };
  const { order } = await readStoredOrder(db, row);
  const [menu, diner] = await Promise.all([
    menuOf(db, merchantId, language),
    readDinerOfDish(db, order, wish.userId),
  ]);
  return { menu: indexMenu(menu), diner };
}

/** Whose an added dish is: of whoever placed the order, of the table where nobody did (D52). */
export async function readDinerOfDish(db: Db, { memberId }: Order, userId = '') {
  const id = userId || memberId || fulfilmentReplica;
  return { id, name: (await dinerNames(db, [id])).get(id) ?? '' };
}

/** What the same act came to; undefined: it is the first time. */
export function findEarlierResult(
  { order, events }: StoredOrder,
  { actId, type }: Pick<OrderAct, 'actId' | 'type'>,
): ActResult | undefined {
  const isUndoing = type === 'takenBack';
  const before = events.find((event) => event.actId === actId && (event.type === 'takenBack') === isUndoing);
  return before && { order, undoUntil: undoUntil(before) };
}

function undoUntil({ type, at }: ServiceEvent): number | null {
  return type === 'takenBack' ? null : at + takeBackMs;
}
