/**
 * Does acts of staff about an order: sends a round, serves or voids a dish, records a payment, undoes an act.
 *
 *     lock the table session ─► same actId? ──yes──► its earlier result
 *                                   │ no
 *                               decideAct ──no───► Refusal 4092 with the reason
 *                                   │ yes
 *                               writeAct: event, order, end of the session, subscribers
 *
 * An act is done once, however often a device sends it. For a minute (`takeBackMs`) it can be undone by `takenBack` with
 * the same `actId`.
 */
import type { LanguageCode } from '#contract/http/headers.ts';
import {
  actRefused,
  kitchenActs,
  paidCash,
  type ActRefusal,
  type OrderAct,
} from '#contract/calls/service.ts';
import { takeBackMs } from '#contract/limits.ts';
import type { Order } from '#contract/order-fields.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { fulfilmentReplica } from '#events/log/event-id.ts';
import type { Actor, ServiceEvent } from '#events/fulfilment/service-event.ts';
import { codes } from '#contract/codes.ts';
import { findCashCoin, type CashCoin } from '#projections/bill/cash.ts';
import { hasFittingPlaces, countPlaces, roundAmount, zero } from '#projections/bill/money.ts';
import { dropUndone } from '#projections/service/order-life.ts';
import { readDinerNames } from '#server/ordering/cart/diner-at-table.ts';
import { readCourses } from '#server/menu/courses.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { Words } from '#server/platform/http/language.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import { addressToBill } from '#server/ordering/orders/merged-orders.ts';
import {
  followMerged,
  orderColumns,
  readStoredOrder,
  type OrderRow,
  type StoredOrder,
} from '#server/ordering/orders/order-store.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import { runInTransaction, lockSession, type Db, type Trx } from '#server/platform/store/transactions.ts';
import { closeSession } from '#server/ordering/tables/sessions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { scheduleEnd } from './tables/schedule-end.ts';
import { decideAct, type Circumstances } from './decide-act.ts';
import { approveAct, readLimits, type Approvals, type Limited } from './staff-limits.ts';
import { writeAct } from './write-act.ts';

export interface FulfilmentDeps extends SubscriberDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ActAuthor {
  readonly merchantId: string;
  readonly by: Actor;
  readonly language: LanguageCode;
  /** How others approve acts beyond the limits. undefined: the author has no limits. */
  readonly approvals?: Approvals | undefined;
}

export interface ActResult {
  readonly order: Order;
  /** ms; null: it cannot be undone. */
  readonly undoUntil: number | null;
}

/** Messages of the API. The pages show their own texts. */
export const refusalWords: Readonly<Record<ActRefusal, Words>> = {
  orderClosed: 'This order is closed; reopen it first',
  noSuchDish: 'This order has no such dish',
  noSuchDiscount: 'This order has no such discount',
  alreadyDone: 'This has been done already',
  moreThanOwed: 'That is more than is owed',
  moreThanPaid: 'That is more than was paid',
  tooLittleCash: 'The cash is less than the payment',
  belowPaid: 'More has been paid than would be owed then; give money back first',
  changed: 'What is owed or not sent has changed meanwhile',
  tooLate: 'This can no longer be undone',
  notOnMenu: 'This dish cannot be ordered now',
  orderFull: getServerTexts('orders.tooLongForStaff'),
  tableTaken: 'Another party sits at this table now',
  tableFree: 'Nobody sits at this table any more',
  orderedSince: 'The two parties have ordered together since',
  paidSince: 'The joint bill was paid or changed since; take that back first',
  paying: 'A diner is paying this bill at the payment page',
  dishPaid: 'This dish is paid for; give money back first',
  otherTerms: 'The two bills have other taxes, another service charge or another currency',
  needsApproval: 'This needs the PIN of an owner or a manager',
};

/** The merchant's order of this id, or the one into which staff merged it. A Refusal 404 for an unknown order. */
export async function requireOrder(db: Db, merchantId: string, orderId: string): Promise<OrderRow> {
  const row = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('id', '=', orderId)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row) throw new Refusal(codes.notFound, getServerTexts('orders.unknown', { id: orderId }));
  return await followMerged(db, row);
}

/** Whether a person with kitchen rights only may do it. An undone act must have been such an act, too. */
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

/** Does an act about an order, once. A Refusal 4092 with the reason if it is not possible any more. */
export async function doOrderAct(deps: FulfilmentDeps, doer: ActAuthor, given: OrderAct): Promise<ActResult> {
  const { db, clock } = deps;
  const { merchantId, by } = doer;
  const found = await requireOrder(db, merchantId, given.orderId);
  const { menu, diner, courses } = await readForAdding(db, doer, found, given);
  const limited = await readLimits(db, doer, given);
  const coin = await readCashCoin(db, merchantId, given);
  return await runInTransaction(db, async (trx) => {
    const stored = await lockOrder(trx, found);
    const command = addressToBill(stored.placed, given);
    const before = findEarlierResult(stored, normaliseDecimals(stored.order, command));
    if (before) return before;
    const done = await doActIn(trx, deps, stored, command, {
      now: clock.now(),
      by,
      menu,
      diner,
      courses,
      coin,
      limited,
    });
    const ended = command.type === 'takenBack' && (await endUnlessUsed(trx, deps, found, { ...command, by }));
    return ended ? { ...done, order: ended } : done;
  });
}

/** The same under the lock of the order's session, without looking for an earlier result. */
export async function doActIn(
  trx: Trx,
  deps: SubscriberDeps,
  stored: StoredOrder,
  given: OrderAct,
  {
    by,
    limited,
    ...circumstances
  }: Circumstances & Pick<ActAuthor, 'by'> & { readonly limited?: Limited | undefined },
): Promise<ActResult> {
  const command = normaliseDecimals(stored.order, given);
  const decision = decideAct(stored, command, circumstances);
  if (!decision.ok) {
    const { ok: _ok, ...data } = decision;
    throw new Refusal(actRefused, refusalWords[decision.reason], { data });
  }
  const draft = {
    act: limited ? approveAct(stored, decision.act, command.actId, limited) : decision.act,
    actId: command.actId,
    by,
    at: circumstances.now,
    orderId: command.orderId,
  };
  const { order, event } = await writeAct(trx, deps, stored, draft);
  return { order, undoUntil: undoUntil(event) };
}

/**
 * Writes amounts with the decimals of the order.
 * @throws Refusal 400 for an amount that needs more
 */
export function normaliseDecimals<Body extends object>(
  { totalAmount }: Pick<Order, 'totalAmount'>,
  body: Body,
): Body {
  const { amount, tip, tendered, parts } = body as {
    readonly amount?: string;
    readonly tip?: string;
    readonly tendered?: string;
    readonly parts?: readonly { readonly amount: string }[];
  };
  const places = countPlaces(totalAmount);
  const all = [amount, tip, tendered, ...(parts ?? []).map((part) => part.amount)];
  if (!all.every((each) => hasFittingPlaces(each ?? zero, places)))
    throw createStatusRefusal(codes.badRequest, 'body.amount: has more decimals than the order', {
      path: 'body.amount',
    });
  const round = (each: string) => roundAmount(each, places);
  return {
    ...body,
    ...(amount !== undefined && { amount: round(amount) }),
    ...(tip !== undefined && { tip: round(tip) }),
    ...(tendered !== undefined && { tendered: round(tendered) }),
    ...(parts && { parts: parts.map((part) => ({ ...part, amount: round(part.amount) })) }),
  };
}

/**
 * After staff undid the dish with which they opened an order, cancels the empty order. Also ends its session if no diner
 * ever joined it.
 * @returns the cancelled order, undefined if the order stays
 */
export async function endUnlessUsed(
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

/** Whether no diner has ever joined the session, and it has no other order. */
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

/** Locks the order's session and reads the order again. It may have moved to another session meanwhile. */
export async function lockOrder(trx: Trx, found: OrderRow): Promise<StoredOrder> {
  await lockOrderSession(trx, found);
  return await readStoredOrder(trx, await requireOrder(trx, found.merchant_id, found.id));
}

/** Locks the session to which the order belongs now. */
async function lockOrderSession(trx: Trx, { id, merchant_id: merchantId, session_id: sessionId }: OrderRow) {
  await lockSession(trx, sessionId);
  const now = await requireOrder(trx, merchantId, id);
  if (now.session_id !== sessionId) await lockSession(trx, now.session_id);
}

/** Reads the smallest coin, for a payment or refund in cash. */
async function readCashCoin(db: Db, merchantId: string, command: OrderAct): Promise<CashCoin | undefined> {
  if (!('method' in command) || command.method !== paidCash) return undefined;
  const { currency, cashCoin } = await readSettings(db, merchantId);
  return findCashCoin(currency, cashCoin);
}

/** Reads what `decideAct` needs for an added dish. */
async function readForAdding(db: Db, { merchantId, language }: ActAuthor, row: OrderRow, command: OrderAct) {
  if (command.type !== 'dishAdded') return { menu: indexMenu(undefined), diner: { id: '', name: '' } };
  const { order } = await readStoredOrder(db, row);
  const [menu, courses, diner] = await Promise.all([
    readWholeMenu(db, merchantId, language),
    readCourses(db, merchantId),
    readDinerOfDish(db, order, command.userId),
  ]);
  return { menu: indexMenu(menu), diner, courses };
}

/** The diner of an added dish: the given one, else the one who placed the order, else the table as a whole. */
export async function readDinerOfDish(db: Db, { memberId }: Order, userId = '') {
  const id = userId || memberId || fulfilmentReplica;
  return { id, name: (await readDinerNames(db, [id])).get(id) ?? '' };
}

/** The result of the same act, if it was done before. */
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
