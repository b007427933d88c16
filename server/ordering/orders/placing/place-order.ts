import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import type { OrderCoupon } from '#contract/coupon-fields.ts';
import { totalChanged, type placeOrder } from '#contract/calls/order.ts';
import type { Order } from '#contract/order-fields.ts';
import { orderType, paymentStatus } from '#contract/states.ts';
import { orderPlaced } from '#events/cart/order-placed.ts';
import { compareAmounts, type Totals } from '#projections/bill/money.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { dinerNames, type DinerAtTable } from '#server/ordering/cart/diner-at-table.ts';
import { setTableValues } from '#server/ordering/cart/change-cart.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { ServerDraft } from '#server/ordering/cart/server-events.ts';
import { databaseStore } from '#server/ordering/cart/log/database-store.ts';
import type { SessionLog } from '#server/ordering/cart/log/merged-log.ts';
import { readForOrder, type LogForDecision } from '#server/ordering/cart/log/log-store.ts';
import { changeSession, storeDrafts, readToOrder } from '#server/ordering/cart/log/session-log.ts';
import { servedMenu } from '#server/menu/menu.ts';
import { lockCountedDishes, describeShortage } from '#server/menu/portions.ts';
import { merchantSettings } from '#server/menu/merchants.ts';
import type { StoredMerchant } from '#server/menu/whole-merchant.ts';
import { chooseCoupon, redeemCoupon } from '#server/menu/coupons/order-coupon.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock, Ids } from '#server/platform/lifecycle/clock.ts';
import { isPlainText } from '#events/log/plain-text.ts';
import { parseJson } from '#server/platform/config/parse-json.ts';
import { localize } from '#server/platform/http/language.ts';
import { Refusal, statusRefusal } from '#server/platform/http/routes/route.ts';
import { orderCodesSpent, spendOrderCode, tryOrderCode } from '#server/platform/sms/order-codes.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import {
  billSoFar,
  chargesOf,
  chargesOfRecord,
  completionRuleOf,
  createOrder,
  calculateRoundMoney,
  lineLimitReason,
  createPlacedItems,
  addRound,
  type Round,
} from '../order-body.ts';
import { tooLongReason } from '../order-limits.ts';
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

/**
 * Places the table's order (O1, O2, O5), in one transaction: the cut, the order, its readers, the used code and the
 * placement's outcome are stored together or not at all. Throws the Refusal that the placement came to:
 * - 10011: the asker is a guest; nothing is written down, so that the same attempt may go on after a login
 * - 66666: the cart is not what the phone showed; 10087: an order has taken all of it already
 * - 2025, 1997: something of it cannot be ordered now; 400: it is empty
 * - 2026: fewer portions are left than it takes (CX10)
 * - 1011: the order code is missing or wrong (D7); 1012: wrong ones were tried too often
 * - 4040, 11000: another system is taking, or has taken, the payment of the open order
 * - 4102: the round comes to another total than the diner saw
 * - 2031: the coupon cannot be used; 12000: somebody else at the table has used one for this order meanwhile
 */
export async function placeTableOrder(deps: OrderDeps, who: DinerAtTable, body: PlaceOrderBody) {
  if (who.asker.kind !== 'member')
    throw new Refusal(
      codes.guestModeDoesNotSupportPlacingOrders,
      'Guests cannot place orders: log in with your phone first',
    );
  requirePlainText(body);
  const placementId = body.placementId || deps.ids.next();
  requirePlacementId(placementId);

  // A phone that knows events has said these in events, and what its order repeats of them may be older.
  if (body.seen === undefined)
    await setTableValues(deps, who, { guests: body.guests || undefined, type: body.type });
  await readToOrder(deps.db, who.session.id, body.seen);
  const { log, value } = await changeSession(deps.db, who.session.id, async (trx, state) => {
    const earlier = await findPlacement(trx, placementId, who);
    if (earlier) return { log: state.log, value: earlier };
    const read = await readForOrder(databaseStore(trx), state.log, body.seen);
    const attempt = await tryToPlace(deps, trx, who, read, body);
    const placement = await storePlacement(trx, placementId, who, attempt.result, deps.clock.now());
    return { log: attempt.log, value: placement };
  });
  return { log, orderId: orderIdOf(value) };
}

/** Tickets are printed of it. Within the JSON of `extraInfo` such characters may be escaped. */
function requirePlainText({ notes, extraInfo }: PlaceOrderBody): void {
  for (const [name, text] of Object.entries({ notes, extraInfo }))
    if (text !== undefined && !(isPlainText(text) && isPlainText(parseJson(text))))
      throw statusRefusal(codes.badRequest, `body.${name}: must not hold control characters`);
}

interface Attempt {
  readonly log: SessionLog;
  readonly result: PlacementResult;
}

async function tryToPlace(
  deps: OrderDeps,
  trx: Trx,
  who: DinerAtTable,
  { log, knowledge }: LogForDecision,
  body: PlaceOrderBody,
): Promise<Attempt> {
  const { session } = who;
  const refused = (code: number, msg: string): Attempt => ({
    log,
    result: { outcome: 'refused', code, msg },
  });
  const row = await findUnpaidOrder(trx, session.id);
  const open = row && (await readStoredOrder(trx, row));
  const checkout = open && checkoutRefusal(open.row);
  if (checkout) return refused(checkout.code, checkout.msg);

  const now = deps.clock.now();
  const menu = indexMenu(await servedMenu(trx, session.merchantId, who.language, now));
  const verdict = validateOrder(knowledge, log.known, menu, body);
  if (!verdict.ok) return refused(verdict.code, verdict.msg);

  const merchant = await merchantSettings(trx, session.merchantId);
  const needsCode = merchant.orderCodeRequired && session.tableId !== null;
  const code = body.orderCode?.trim() ?? '';
  const tried = needsCode && code !== '' ? await tryOrderCode(trx, session.id, code) : 'wrong';
  if (needsCode && tried === 'wrong')
    return refused(codes.orderCodeMiss, 'The order code is missing or wrong');
  if (needsCode && tried === 'spent') {
    const { code: spent, message } = orderCodesSpent();
    return refused(spent, message);
  }

  const orderId = open?.row.id ?? deps.ids.next();
  const { view, cut, kept } = verdict;
  const rounds = (open?.row.rounds ?? 0) + 1;
  const names = await dinerNames(
    trx,
    view.carts.map(({ userId }) => userId),
  );
  const items = createPlacedItems(view, { menu, names, round: rounds, now });
  const over = lineLimitReason(items, merchant) ?? tooLongReason(open, items);
  if (over !== undefined) return refused(codes.badRequest, localize(over, who.language));
  const counted = await lockCountedDishes(trx, session.merchantId, items);
  const fewer = describeShortage(counted, menu);
  if (fewer !== undefined) return refused(codes.fewerLeft, localize(fewer, who.language));
  const found = await findCoupon(trx, who, { body, open, items, now });
  if (!found.ok) return refused(found.code, found.msg);
  const { coupon } = found;
  const charges = chargesOfRecord(open?.placed, chargesOf(merchant, who));
  const otherTotal = totalRefusal(
    body.shownTotal,
    calculateRoundMoney(open?.placed, items, coupon ? [coupon] : [], charges),
  );
  if (otherTotal) return refused(otherTotal.code, otherTotal.msg);
  if (coupon && !(await redeemCoupon(trx, coupon, orderId, now)))
    return refused(couponUnusable.code, couponUnusable.msg);

  const next = await storeOrderEvent(trx, log, { who, orderId, cut, kept, now });
  const guests = view.guests || body.guests || 1;
  const round = { items, coupon, guests, charges, now };
  const order = await storeRound(trx, { who, body, merchant, open, orderId, view, rounds, round });
  if (needsCode) await spendOrderCode(trx, session.id, now);
  const placed = { merchantId: session.merchantId, sessionId: session.id, cart: next, order };
  await deps.subscribers.record(trx, 'orderPlaced', { ...placed, round: rounds, at: now });
  return { log: next, result: { outcome: 'placed', orderId } };
}

/** Nothing is added to an order whose payment another system has begun. A part that was paid here does not matter. */
function checkoutRefusal({ payment_status: payment }: OrderRow): { code: number; msg: string } | undefined {
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
  readonly cut: VersionVector;
  readonly kept: readonly string[] | undefined;
  readonly now: number;
}

/** O1: the server says that the order took everything in the cut, but what was left out of it (O5). */
async function storeOrderEvent(
  trx: Trx,
  log: SessionLog,
  { who, orderId, cut, kept, now }: OrderTaken,
): Promise<SessionLog> {
  const { userId } = who.asker;
  const userName = (await dinerNames(trx, [userId])).get(userId);
  const draft: ServerDraft = {
    userId,
    userName,
    seen: cut,
    build: (fields) => orderPlaced(fields, { orderId, kept }),
  };
  return await storeDrafts(trx, log, [draft], now);
}

/** The diner must have seen what this round comes to: whatever made it differ, they look again and order at the new total. */
function totalRefusal(
  shownTotal: string | undefined,
  { totalAmount }: Pick<Totals, 'totalAmount'>,
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

/** The coupon that the diner chose, or why it cannot be used. Nothing is used up yet. */
async function findCoupon(
  trx: Trx,
  { asker, session, language }: DinerAtTable,
  { body: { userCouponIds = [] }, open, items, now }: CouponUse,
): Promise<{ readonly ok: true; readonly coupon: OrderCoupon | undefined } | PlacementRefusal> {
  if (userCouponIds.length === 0) return { ok: true, coupon: undefined };
  if (open && open.placed.orderCoupons.length > 0)
    return { ok: false, code: codes.orderModified, msg: 'This order bears a coupon already' };
  const owner = { userId: asker.userId, merchantId: session.merchantId, language };
  const coupon = await chooseCoupon(trx, owner, { userCouponIds, soFar: billSoFar(items, open?.order), now });
  return coupon && coupon !== 'unusable' ? { ok: true, coupon } : couponUnusable;
}

interface StoredRound {
  readonly who: DinerAtTable;
  readonly body: PlaceOrderBody;
  readonly merchant: StoredMerchant;
  readonly open: StoredOrder | undefined;
  readonly orderId: string;
  readonly view: CartView;
  readonly rounds: number;
  readonly round: Round;
}

async function storeRound(trx: Trx, given: StoredRound): Promise<Order> {
  const { who, open, orderId, view, rounds, round } = given;
  const { asker, session } = who;
  const orderers = view.carts.map(({ userId }) => userId);
  const order = open
    ? await writeOrder(trx, addRound(open.placed, round), { events: open.events, rounds })
    : await insertFirstRound(trx, given);
  // Who has paid and orders again stays.
  await trx.updateTable('table_sessions').set({ closes_at: null }).where('id', '=', session.id).execute();
  const present = await trx
    .selectFrom('session_members')
    .select('user_id')
    .where('session_id', '=', session.id)
    .where('removed_at', 'is', null)
    .execute();
  await addReaders(trx, orderId, [
    asker.userId,
    ...orderers,
    ...present.map(({ user_id: userId }) => userId),
  ]);
  return order;
}

async function insertFirstRound(
  trx: Trx,
  { who: { asker, session }, body, merchant, orderId, view, round }: StoredRound,
): Promise<Order> {
  const head = {
    id: orderId,
    tableId: session.tableId,
    tableName: session.tableName,
    memberId: asker.userId,
    extraInfo: body.extraInfo,
    notes: body.notes ?? '',
    completeWhen: completionRuleOf(merchant),
    type: view.orderType ?? body.type ?? (session.tableId === null ? orderType.toGo : orderType.dineIn),
  };
  const order = createOrder(head, round);
  await insertOrder(trx, order, { merchantId: session.merchantId, sessionId: session.id });
  return order;
}

function orderIdOf({ order_id: orderId, code, msg }: Placement): string {
  if (orderId === null) throw new Refusal(code ?? codes.failure, msg);
  return orderId;
}
