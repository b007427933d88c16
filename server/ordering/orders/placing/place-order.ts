/**
 * Places the order of a table, or a further round of its open order. One transaction stores all of it, or the refusal.
 *
 *     placeTableOrder
 *       │  lock the table session
 *       ├─ the attempt is known ───────────────────────────► its earlier outcome
 *       │  check: restaurant open, order not being paid, cart as seen, order code,
 *       │         limits, portions left, coupon, total as shown
 *       ├─ a check fails ──► store the attempt as refused ─► Refusal with its code
 *       ▼
 *     store: coupon used, event orderPlaced, order or round, readers, order code used,
 *            rows of the subscribers (tickets, webhooks), attempt as placed
 *
 * Invariants:
 *
 * - An attempt (`placementId`) has one outcome, however often a phone sends it.
 * - The order takes exactly the lines that the diner saw. Lines that others added meanwhile stay in the cart.
 * - The diner pays the total that the phone showed (`shownTotal`).
 * - The event removes the ordered lines from all phones, because it has seen the events that made them.
 *
 * Example: Ann's phone shows 2 × tea and the total 6.00. Bob adds a cake before her request arrives. The order takes the
 * teas, and the cake stays for the next round. Had the tea's price changed to 3.50, the request would be refused (4102).
 */
import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import type { OrderCoupon } from '#contract/coupon-fields.ts';
import { totalChanged, type placeOrder } from '#contract/calls/order.ts';
import type { Order } from '#contract/order-fields.ts';
import type { Pickup } from '#contract/pickup.ts';
import { paymentStatus } from '#contract/states.ts';
import { createOrderPlaced } from '#events/cart/order-placed.ts';
import { compareAmounts, type Amount } from '#projections/bill/money.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { readDinerNames, type DinerAtTable } from '#server/ordering/cart/diner-at-table.ts';
import { readAllergies } from '#server/ordering/cart/allergies.ts';
import { setTableValues } from '#server/ordering/cart/change-cart.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { ServerDraft } from '#server/ordering/cart/server-events.ts';
import { createDatabaseStore } from '#server/ordering/cart/log/database-store.ts';
import type { SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import { readForOrder, type LogForDecision } from '#server/ordering/cart/log/log-store.ts';
import { changeSession, storeDrafts, readToOrder } from '#server/ordering/cart/log/session-log.ts';
import { readCourses } from '#server/menu/courses.ts';
import { readServedMenu } from '#server/menu/menu.ts';
import { readStations } from '#server/menu/stations.ts';
import { lockCountedDishes, describeShortage } from '#server/menu/portions.ts';
import { isOrderCodeNeeded, readSettings } from '#server/menu/merchants.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import { chooseCoupon, redeemCoupon } from '#server/menu/coupons/order-coupon.ts';
import { requirePickup } from '#server/ordering/opening/pickup.ts';
import { startOrdering } from '#server/ordering/opening/opening.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import { isPlainText } from '#events/log/plain-text.ts';
import { parseJson } from '#server/platform/config/parse-json.ts';
import { localize } from '#server/platform/http/language.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import {
  createOrderCodesSpentRefusal,
  spendOrderCode,
  tryOrderCode,
} from '#server/platform/sms/order-codes.ts';
import { keepReads } from '#server/platform/store/read-once.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import {
  summariseBill,
  readCharges,
  keepRecordedCharges,
  readCompletionRule,
  createOrder,
  calculateRoundMoney,
  readOrderType,
  findLineLimitReason,
  createPlacedItems,
  addRound,
  type Round,
} from '../order-body.ts';
import { issueOrderNumber } from '../order-numbers.ts';
import { findTooLongReason } from '../order-limits.ts';
import {
  addReaders,
  insertOrder,
  findUnpaidOrder,
  readStoredOrder,
  writeOrder,
  type OrderRow,
  type StoredOrder,
} from '../order-store.ts';
import { validateOrder, type PlacementRefusal } from './placement-rules.ts';
import { holdLaterCourses } from './hold-later-courses.ts';
import {
  findPlacement,
  storePlacement,
  requirePlacementId,
  type PlacementResult,
  type Placement,
} from './placements.ts';

export interface OrderDeps extends SubscriberDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

type PlaceOrderBody = BodyOf<typeof placeOrder>;
type CheckedBody = PlaceOrderBody & { readonly pickup: Pickup | undefined };

/**
 * Throws the Refusal of the attempt:
 *
 * | code | reason |
 * |---|---|
 * | 10011 | the diner is a guest. Nothing is stored, so that the same attempt may succeed after a login |
 * | 66666, 10087 | the cart is not what the phone showed; an earlier order has taken all of it |
 * | 2027, 2028, 2029 | the restaurant is closed, orders are paused, the kitchen has too many |
 * | 2025, 1997, 400 | an item cannot be ordered now; the cart is empty, or the order is too long or too expensive |
 * | 2026 | fewer portions are left |
 * | 1011, 1012 | the order code is missing or wrong; wrong ones were tried too often |
 * | 4040, 11000 | another system is taking, or has taken, the payment of the open order |
 * | 4102 | the total is not the one that the diner saw |
 * | 2031, 12000 | the coupon cannot be used; the order has one already |
 */
export async function placeTableOrder(deps: OrderDeps, who: DinerAtTable, body: PlaceOrderBody) {
  if (who.asker.kind !== 'member' && !(await canGuestOrder(deps.db, who)))
    throw new Refusal(codes.guestModeDoesNotSupportPlacingOrders, getServerTexts('members.guest'));
  requirePlainText(body);
  const placementId = body.placementId || deps.ids.next();
  requirePlacementId(placementId);

  // A phone with events sets the guests and the order type by events. The values in its order may be older.
  if (body.seen === undefined)
    await setTableValues(deps, who, { guests: body.guests || undefined, type: body.type });
  await readToOrder(deps.db, who.session.id, body.seen);
  const { log, value } = await changeSession(deps.db, who.session.id, async (trx, state) => {
    keepReads(trx);
    const earlier = await findPlacement(trx, placementId, who);
    if (earlier) return { log: state.log, value: earlier };
    const attempt = await tryToPlaceNow(deps, trx, who, state.log, body);
    const placement = await storePlacement(trx, placementId, who, attempt.result, deps.clock.now());
    return { log: attempt.log, value: placement };
  });
  return { log, orderId: orderIdOf(value) };
}

/** Only at a table, because the staff tell its order code to the people who sit there. */
async function canGuestOrder(db: Db, { session }: DinerAtTable): Promise<boolean> {
  return session.tableId !== null && ((await readSettings(db, session.merchantId)).guestOrders ?? false);
}

/** Control characters could be commands to the ticket printer. The JSON in `extraInfo` may contain them escaped. */
function requirePlainText({ notes, extraInfo }: PlaceOrderBody): void {
  for (const [name, text] of Object.entries({ notes, extraInfo }))
    if (text !== undefined && !(isPlainText(text) && isPlainText(parseJson(text))))
      throw createStatusRefusal(codes.badRequest, `body.${name}: must not hold control characters`);
}

interface Attempt {
  readonly log: SessionLog;
  readonly result: PlacementResult;
}

/** Refuses the order while the restaurant takes none. */
async function tryToPlaceNow(
  deps: OrderDeps,
  trx: Trx,
  who: DinerAtTable,
  log: SessionLog,
  body: PlaceOrderBody,
): Promise<Attempt> {
  const { session, language } = who;
  const now = deps.clock.now();
  const pickup = await requirePickup(trx, session, body, { language, now });
  const turn = await startOrdering(trx, session.merchantId, { language, now }, pickup);
  if ('refusal' in turn) return { log, result: { outcome: 'refused', ...turn.refusal } };
  const read = await readForOrder(createDatabaseStore(trx), log, body.seen);
  const attempt = await tryToPlace(deps, trx, who, read, { ...body, pickup });
  if (attempt.result.outcome === 'placed') await turn.count();
  return attempt;
}

async function tryToPlace(
  deps: OrderDeps,
  trx: Trx,
  who: DinerAtTable,
  { log, knowledge }: LogForDecision,
  body: CheckedBody,
): Promise<Attempt> {
  const { session } = who;
  const refuse = (code: number, msg: string): Attempt => ({
    log,
    result: { outcome: 'refused', code, msg },
  });
  const row = await findUnpaidOrder(trx, session.id);
  const open = row && (await readStoredOrder(trx, row));
  const checkout = open && findCheckoutRefusal(open.row);
  if (checkout) return refuse(checkout.code, checkout.msg);

  const now = deps.clock.now();
  const menu = indexMenu(await readServedMenu(trx, session.merchantId, who.language, now));
  const decision = validateOrder(knowledge, log.known, menu, body);
  if (!decision.ok) return refuse(decision.code, decision.msg);

  const merchant = await readSettings(trx, session.merchantId);
  const needsCode = isOrderCodeNeeded(merchant) && session.tableId !== null;
  const code = body.orderCode?.trim() ?? '';
  const tried = needsCode && code !== '' ? await tryOrderCode(trx, session.id, code) : 'wrong';
  if (needsCode && tried === 'wrong')
    return refuse(codes.orderCodeMiss, 'The order code is missing or wrong');
  if (needsCode && tried === 'spent') {
    const { code: spent, message } = createOrderCodesSpentRefusal();
    return refuse(spent, message);
  }

  const orderId = open?.row.id ?? deps.ids.next();
  const { view, seen, kept } = decision;
  const rounds = (open?.row.rounds ?? 0) + 1;
  const names = await readDinerNames(
    trx,
    view.carts.map(({ userId }) => userId),
  );
  const allergies = await readAllergies(trx, session.id);
  const courses = await readCourses(trx, session.merchantId);
  const items = createPlacedItems(view, { menu, names, allergies, courses, round: rounds, now });
  const over = findLineLimitReason(items, merchant) ?? findTooLongReason(open, items);
  if (over !== undefined) return refuse(codes.badRequest, localize(over, who.language));
  const counted = await lockCountedDishes(trx, session.merchantId, items);
  const fewer = describeShortage(counted, menu);
  if (fewer !== undefined) return refuse(codes.fewerLeft, localize(fewer, who.language));
  const found = await findCoupon(trx, who, { body, open, items, now });
  if (!found.ok) return refuse(found.code, found.msg);
  const { coupon } = found;
  const charges = keepRecordedCharges(
    open?.placed,
    readCharges(merchant, who, readOrderType(session, view.orderType ?? body.type)),
  );
  const otherTotal = findTotalRefusal(
    body.shownTotal,
    calculateRoundMoney(open?.placed, items, coupon ? [coupon] : [], charges),
  );
  if (otherTotal) return refuse(otherTotal.code, otherTotal.msg);
  if (coupon && !(await redeemCoupon(trx, coupon, orderId, now)))
    return refuse(couponUnusable.code, couponUnusable.msg);

  const next = await storeOrderEvent(trx, log, { who, orderId, seen, kept, now });
  const guests = view.guests || body.guests || 1;
  const round = { items, coupon, guests, charges, now };
  const stored = await storeRound(trx, { who, body, merchant, open, orderId, view, rounds, round });
  const order = merchant.holdCourses
    ? await holdLaterCourses(trx, deps.ids, stored, { sessionId: session.id, round: rounds, now })
    : stored;
  if (needsCode) await spendOrderCode(trx, session.id, now);
  const placed = { merchantId: session.merchantId, sessionId: session.id, cart: next, order };
  await deps.subscribers.record(trx, 'orderPlaced', { ...placed, round: rounds, at: now });
  return { log: next, result: { outcome: 'placed', orderId } };
}

/** Refuses a round while another system takes the payment of the order. A payment that staff recorded does not matter. */
function findCheckoutRefusal({
  payment_status: payment,
}: OrderRow): { code: number; msg: string } | undefined {
  switch (payment) {
    case paymentStatus.unpaid:
    case paymentStatus.partiallyPaid:
      return undefined;
    case paymentStatus.captured:
    case paymentStatus.partiallyCaptured:
      return { code: codes.orderHasCheckout, msg: 'This order has been paid' };
    default:
      return { code: codes.checkoutInProgress, msg: 'This order is being paid' };
  }
}

interface OrderTaken {
  readonly who: DinerAtTable;
  readonly orderId: string;
  readonly seen: VersionVector;
  readonly kept: readonly string[] | undefined;
  readonly now: number;
}

/** Stores the event that removes the ordered lines from the cart: all that it has seen, except `kept`. */
async function storeOrderEvent(
  trx: Trx,
  log: SessionLog,
  { who, orderId, seen, kept, now }: OrderTaken,
): Promise<SessionLog> {
  const { userId } = who.asker;
  const userName = (await readDinerNames(trx, [userId])).get(userId);
  const draft: ServerDraft = {
    userId,
    userName,
    seen,
    build: (fields) => createOrderPlaced(fields, { orderId, kept }),
  };
  return await storeDrafts(trx, log, [draft], now);
}

/** Refuses a round whose total differs from the one on the phone. The diner confirms the new total and orders again. */
function findTotalRefusal(
  shownTotal: string | undefined,
  { totalAmount }: { readonly totalAmount: Amount },
): PlacementRefusal | undefined {
  if (shownTotal === undefined || compareAmounts(shownTotal, totalAmount) === 0) return undefined;
  return { ok: false, code: totalChanged, msg: `The total is ${totalAmount} by now` };
}

const couponUnusable: PlacementRefusal = {
  ok: false,
  code: codes.couponUnusable,
  msg: 'This coupon cannot be used for this order',
};

interface CouponUse {
  readonly body: PlaceOrderBody;
  readonly open: StoredOrder | undefined;
  readonly items: Round['items'];
  readonly now: number;
}

/** The coupon that the diner chose, or why it cannot be used. It is not redeemed yet. */
async function findCoupon(
  trx: Trx,
  { asker, session, language }: DinerAtTable,
  { body: { userCouponIds = [] }, open, items, now }: CouponUse,
): Promise<{ readonly ok: true; readonly coupon: OrderCoupon | undefined } | PlacementRefusal> {
  if (userCouponIds.length === 0) return { ok: true, coupon: undefined };
  if (open && open.placed.orderCoupons.length > 0)
    return { ok: false, code: codes.orderModified, msg: 'This order has a coupon already' };
  const owner = { userId: asker.userId, merchantId: session.merchantId, language };
  const coupon = await chooseCoupon(trx, owner, {
    userCouponIds,
    soFar: summariseBill(items, open?.order),
    now,
  });
  return coupon && coupon !== 'unusable' ? { ok: true, coupon } : couponUnusable;
}

interface StoredRound {
  readonly who: DinerAtTable;
  readonly body: CheckedBody;
  readonly merchant: StoredMerchant;
  readonly open: StoredOrder | undefined;
  readonly orderId: string;
  readonly view: CartView;
  readonly rounds: number;
  readonly round: Round;
}

async function storeRound(trx: Trx, given: StoredRound): Promise<Order> {
  const { who, body, open, orderId, view, rounds, round } = given;
  const { asker, session } = who;
  const orderers = view.carts.map(({ userId }) => userId);
  // Diners who paid and order again stay, so their session must not end by itself.
  await trx.updateTable('table_sessions').set({ closes_at: null }).where('id', '=', session.id).execute();
  const present = await trx
    .selectFrom('session_members')
    .select('user_id')
    .where('session_id', '=', session.id)
    .where('removed_at', 'is', null)
    .execute();
  // The subscribers need the stations. All orders of the restaurant wait from its next number until the commit, so what
  // can be read before is read before.
  await readStations(trx, session.merchantId);
  const order = open
    ? await writeOrder(trx, withPickup(addRound(open.placed, round), body.pickup), {
        events: open.events,
        rounds,
      })
    : await insertFirstRound(trx, given);
  await addReaders(trx, orderId, [
    asker.userId,
    ...orderers,
    ...present.map(({ user_id: userId }) => userId),
  ]);
  return order;
}

async function insertFirstRound(
  trx: Trx,
  { who, body, merchant, orderId, view, round }: StoredRound,
): Promise<Order> {
  const { asker, session } = who;
  const { merchantId } = session;
  const head = {
    id: orderId,
    serial: await issueOrderNumber(trx, { merchantId, merchant, now: round.now }),
    tableId: session.tableId,
    tableName: session.tableName,
    memberId: asker.userId,
    extraInfo: body.extraInfo,
    notes: body.notes ?? '',
    completeWhen: readCompletionRule(merchant),
    currency: merchant.currency,
    type: readOrderType(session, view.orderType ?? body.type),
  };
  const order = withPickup(createOrder(head, round), body.pickup);
  await insertOrder(trx, order, { merchantId, sessionId: session.id });
  return order;
}

/** A further round may name another time. */
function withPickup(order: Order, pickup: Pickup | undefined): Order {
  return pickup ? { ...order, pickup } : order;
}

function orderIdOf({ order_id: orderId, code, msg }: Placement): string {
  if (orderId === null) throw new Refusal(code ?? codes.failure, msg);
  return orderId;
}
