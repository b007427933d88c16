import type { BodyOf } from '#contract/http/call.ts';
import { codes } from '#contract/codes.ts';
import type { OrderCoupon } from '#contract/coupon-fields.ts';
import type { OrderItem, Preview, WantedItem } from '#contract/order-fields.ts';
import type { previewOrder } from '#contract/calls/order.ts';
import type { BillSoFar } from '#projections/bill/coupon.ts';
import type { DinerAtTable } from '#server/ordering/cart/diner-at-table.ts';
import { createItem } from '#server/ordering/cart/draft-changes.ts';
import { priceLine } from '#server/ordering/cart/priced-lines.ts';
import { indexMenu, type MenuIndex } from '#contract/dish/menu-index.ts';
import { readServedMenu } from '#server/menu/menu.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { chooseCoupon } from '#server/menu/coupons/order-coupon.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import {
  summariseBill,
  readCharges,
  keepRecordedCharges,
  calculateRoundMoney,
  readOrderType,
  findLineLimitReason,
  applyCoupon,
} from '../order-body.ts';
import { findTooLongReason } from '../order-limits.ts';
import { findUnpaidOrder, readStoredOrder } from '../order-store.ts';
import type { OrderDeps } from './place-order.ts';
import { findLineRefusal, type PlacementRefusal } from './placement-rules.ts';

type PreviewBody = BodyOf<typeof previewOrder>;

/**
 * Calculates lines and totals of a round that is not placed yet. Prices come from the menu, not from the phone. Uses the
 * coupon that the diner chose, or else the best one, unless the order has a coupon already.
 *
 * Throws a Refusal: 2025 or 1997 for an item that cannot be ordered, 2031 if the chosen coupon cannot be used.
 */
export async function previewRound(
  { db, clock }: Pick<OrderDeps, 'db' | 'clock'>,
  who: DinerAtTable,
  body: PreviewBody,
): Promise<Preview> {
  const menu = indexMenu(await readServedMenu(db, who.session.merchantId, who.language, clock.now()));
  const priced = priceLines(body.orderItems, menu);
  if (!priced.ok) throw new Refusal(priced.code, priced.msg);
  const row = await findUnpaidOrder(db, who.session.id);
  const open = row && (await readStoredOrder(db, row));
  const soFar = summariseBill(priced.orderItems, open?.order);
  const hasCoupon = (open?.order.orderCoupons.length ?? 0) > 0;
  const coupon = hasCoupon ? undefined : await findRoundCoupon({ db, clock }, who, body, soFar);
  const coupons = coupon ? [coupon] : [];
  const merchant = await readSettings(db, who.session.merchantId);
  const over = findLineLimitReason(priced.orderItems, merchant) ?? findTooLongReason(open, priced.orderItems);
  if (over !== undefined) throw new Refusal(codes.badRequest, over);
  const charges = keepRecordedCharges(
    open?.placed,
    readCharges(merchant, who, readOrderType(who.session, body.type)),
  );
  return {
    orderItems: applyCoupon(priced.orderItems, coupon),
    orderCoupons: coupons,
    guests: body.guests ?? 1,
    orderedAmount: soFar.before,
    ...calculateRoundMoney(open?.placed, priced.orderItems, coupons, charges),
  };
}

async function findRoundCoupon(
  { db, clock }: Pick<OrderDeps, 'db' | 'clock'>,
  { asker, session, language }: DinerAtTable,
  { userCouponIds }: PreviewBody,
  soFar: BillSoFar,
): Promise<OrderCoupon | undefined> {
  if (asker.kind !== 'member') return undefined;
  const owner = { userId: asker.userId, merchantId: session.merchantId, language };
  const coupon = await chooseCoupon(db, owner, { userCouponIds, soFar, now: clock.now() });
  if (coupon === 'unusable') throw new Refusal(codes.couponUnusable, getServerTexts('orders.coupon'));
  return coupon;
}

/** Prices the lines, without those of quantity 0. Refuses if an item cannot be ordered. */
function priceLines(
  items: readonly WantedItem[],
  menu: MenuIndex,
): { readonly ok: true; readonly orderItems: OrderItem[] } | PlacementRefusal {
  const lines = items
    .filter(({ quantity }) => quantity > 0)
    .map((orderItem) => ({
      lineId: orderItem.id,
      aliases: [],
      item: createItem(orderItem, menu),
      quantity: orderItem.quantity,
      fromBase: false,
    }));
  const refusal = findLineRefusal({ carts: [{ userId: '', lines }] }, menu);
  return refusal ?? { ok: true, orderItems: lines.map((line) => priceLine(line, menu).orderItem) };
}
