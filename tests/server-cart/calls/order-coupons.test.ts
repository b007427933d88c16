import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { getCoupons, type Coupon, type CouponState } from '#contract/calls/coupon.ts';
import type { Order } from '#contract/order-fields.ts';
import { previewOrder } from '#contract/calls/order.ts';
import { adjustmentCategory, adjustmentTarget } from '#contract/states.ts';
import { redeemCoupon } from '#server/menu/coupons/order-coupon.ts';
import { inTransaction } from '#server/platform/store/transactions.ts';
import { couponDiscount } from '#projections/bill/coupon.ts';
import { difference, lineAmount, sum, totalsOf } from '#projections/bill/money.ts';
import { dataOf, fakeClock, sharedServer, type Caller } from '#tests/server/server-under-test.ts';
import { act, actOnOrder } from '#tests/server/staff/acts.ts';
import { forTests } from '#tests/for-tests.ts';
import { dishes, freeTables, itemFor, tablePhone } from '../table-phone.ts';

let made = 0;
const clock = fakeClock();
const server = sharedServer({ clock });
const menu = forTests(() => dishes(server));
const freeTable = freeTables(server);

const charges = { taxRate: '0.05', serviceChargeRate: '0.10' };

/** A member's phone at a table with `quantity` of the first dish in the cart. */
async function seated(quantity: number, member?: Caller) {
  made += 1;
  clock.advance(61_000);
  const who = member ?? (await server.member(`21256${String(50_000 + made)}`));
  const phone = tablePhone(server, await server.seat(who as never, await freeTable()), `rc${made}`);
  await phone.send(phone.add(itemFor(menu.simple[0]!), quantity));
  return { who, phone };
}

const couponsOf = async (who: Caller, state: CouponState): Promise<Coupon[]> =>
  (await server.ask(getCoupons, { ...who, query: { state } })).list;
const orderIn = (answer: { data: unknown }) => (answer.data as { order: Order }).order;
const couponNamed = (coupons: readonly Coupon[], id: string) => coupons.find((each) => each.id === id)!;

describe('preview', () => {
  // CF8, CA17
  test('without a wish it is with the best coupon, and the lines bear it to the cent', async () => {
    const { who, phone } = await seated(2);
    const available = await couponsOf(who, 'available');
    const preview = await server.ask(previewOrder, { ...phone.diner, body: phone.detail() });
    const amount = lineAmount(itemFor(menu.simple[0]!), 2);
    const discounts = available.map((coupon) => couponDiscount(coupon, { round: amount, before: '0.00' }));
    const best = discounts.toSorted((a, b) => Number(b) - Number(a))[0]!;
    expect(preview.orderCoupons).toHaveLength(1);
    expect(preview).toMatchObject(totalsOf([amount], charges, best));
    expect(preview.totalDiscountAmount).toBe(best);
    expect(sum(preview.orderItems.map(({ couponDiscountAmount }) => couponDiscountAmount!))).toBe(best);
    expect(preview['priceAdjustments']).toContainEqual({
      category: adjustmentCategory.coupon,
      target: adjustmentTarget.entireOrder,
      amount: difference('0', best),
    });
  });

  test('the wished one, or none', async () => {
    const { who, phone } = await seated(2);
    const { userCouponId } = couponNamed(await couponsOf(who, 'available'), '1001003');
    const wished = { ...phone.detail(), userCouponIds: [userCouponId] };
    const preview = await server.ask(previewOrder, { ...phone.diner, body: wished });
    expect(preview).toMatchObject({
      totalDiscountAmount: '1.05',
      orderCoupons: [{ userCouponId, amount: '1.05' }],
    });
    const none = { ...phone.detail(), userCouponIds: [] };
    expect(await server.ask(previewOrder, { ...phone.diner, body: none })).toMatchObject({
      totalDiscountAmount: '0.00',
      orderCoupons: [],
    });
  });

  test('below the threshold, of nobody, of somebody else, expired: 2031', async () => {
    const { who, phone } = await seated(1);
    const { who: other } = await seated(1);
    const own = await couponsOf(who, 'available');
    const wishes = [
      couponNamed(own, '1001001').userCouponId,
      'nobody',
      couponNamed(await couponsOf(other, 'available'), '1001003').userCouponId,
    ];
    const previewWith = async (userCouponId: string) =>
      await server.call(previewOrder, {
        ...phone.diner,
        body: { ...phone.detail(), userCouponIds: [userCouponId] },
      });
    for (const wish of wishes)
      expect(await previewWith(wish)).toMatchObject({ success: false, code: codes.couponUnusable });
    await server.db
      .updateTable('user_coupons')
      .set({ expires_at: clock.now() })
      .where('id', '=', couponNamed(own, '1001003').userCouponId)
      .execute();
    expect(await previewWith(couponNamed(own, '1001003').userCouponId)).toMatchObject({
      code: codes.couponUnusable,
    });
  });

  test('two coupons at once are no wish', async () => {
    const { phone } = await seated(1);
    const body = { ...phone.detail(), userCouponIds: ['a', 'b'] };
    expect(await server.codeOf(previewOrder, { ...phone.diner, body })).toBe(codes.badRequest);
  });

  test('a guest has none', async () => {
    const phone = tablePhone(server, await server.seat(await server.guest(), await freeTable()), 'rcg');
    await phone.send(phone.add(itemFor(menu.simple[0]!), 2));
    expect((await server.ask(previewOrder, { ...phone.diner, body: phone.detail() })).orderCoupons).toEqual(
      [],
    );
  });
});

describe('placing', () => {
  test('what was previewed is what is ordered; the coupon is used then, and the order names it', async () => {
    const { who, phone } = await seated(3);
    const preview = await server.ask(previewOrder, { ...phone.diner, body: phone.detail() });
    const [coupon] = preview.orderCoupons;
    const order = orderIn(await phone.place('pc1', { userCouponIds: [coupon!.userCouponId] }));
    const { subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTaxAmount, totalAmount } = preview;
    expect(order).toMatchObject({
      subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTaxAmount, totalAmount,
      userCouponIds: [coupon!.userCouponId],
      orderCoupons: [{ id: coupon!.id, userId: phone.diner.userId, amount: totalDiscountAmount }],
    }); // prettier-ignore
    expect(sum(order.orderItems.map(({ couponDiscountAmount }) => couponDiscountAmount!))).toBe(
      totalDiscountAmount,
    );
    expect((await couponsOf(who, 'used')).map(({ userCouponId }) => userCouponId)).toEqual([
      coupon!.userCouponId,
    ]);
    expect((await couponsOf(who, 'available')).map(({ id }) => id)).not.toContain(coupon!.id);
  });

  test('no coupon unless one is wished; O2: the same attempt again uses none twice', async () => {
    const { who, phone } = await seated(2);
    expect(orderIn(await phone.place('pc2')).orderCoupons).toEqual([]);
    const { who: again, phone: next } = await seated(2);
    const coupon = couponNamed(await couponsOf(again, 'available'), '1001003');
    const first = orderIn(await next.place('pc3', { userCouponIds: [coupon.userCouponId] }));
    const repeated = orderIn(await next.place('pc3', { userCouponIds: [coupon.userCouponId] }));
    expect(repeated.id).toBe(first.id);
    expect(await couponsOf(who, 'used')).toEqual([]);
    expect(await couponsOf(again, 'used')).toHaveLength(1);
  });

  test('one coupon at two tables at once: one order bears it, the other is refused and its cart stays', async () => {
    const { who, phone } = await seated(2);
    const { phone: elsewhere } = await seated(2, who);
    const { userCouponId } = couponNamed(await couponsOf(who, 'available'), '1001003');
    const answers = await Promise.all([
      phone.place('pc4', { userCouponIds: [userCouponId] }),
      elsewhere.place('pc5', { userCouponIds: [userCouponId] }),
    ]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    const [first, second] = answers;
    const [loser, refusal] = first.success ? [elsewhere, second] : [phone, first];
    expect(refusal.code).toBe(codes.couponUnusable);
    await loser.refresh();
    expect(loser.lines()).toHaveLength(1);
    expect(orderIn(await loser.place('pc6')).orderCoupons).toEqual([]);
  });

  test('a coupon is redeemed once, in time, and by its owner alone', async () => {
    const { who, phone } = await seated(2);
    const { userCouponId, expiresAt } = couponNamed(await couponsOf(who, 'available'), '1001003');
    const order = orderIn(await phone.place('redeem'));
    const redeem = async (userId: string, now: number) =>
      await inTransaction(server.db, (trx) => redeemCoupon(trx, { userCouponId, userId }, order.id, now));
    const { userId } = phone.diner;
    expect(await redeem('somebody else', clock.now())).toBe(false);
    expect(await redeem(userId, expiresAt), 'when it has expired').toBe(false);
    expect(await redeem(userId, clock.now())).toBe(true);
    expect(await redeem(userId, clock.now()), 'a second time').toBe(false);
  });

  test('an order bears one coupon: a second round with another is told so (12000), and goes without', async () => {
    const { who, phone } = await seated(2);
    const own = await couponsOf(who, 'available');
    const [first, second] = [couponNamed(own, '1001002'), couponNamed(own, '1001003')];
    orderIn(await phone.place('pc7', { userCouponIds: [first.userCouponId] }));
    await phone.send(phone.add(itemFor(menu.simple[1]!)));
    expect((await server.ask(previewOrder, { ...phone.diner, body: phone.detail() })).orderCoupons).toEqual(
      [],
    );
    expect(await phone.place('pc8', { userCouponIds: [second.userCouponId] })).toMatchObject({
      code: codes.orderModified,
    });
    const order = orderIn(await phone.place('pc9'));
    expect(order).toMatchObject({ rowVersion: 2, orderCoupons: [{ userCouponId: first.userCouponId }] });
    expect(order.totalDiscountAmount).toBe(order.orderCoupons[0]!.amount);
    expect(await couponsOf(who, 'used')).toHaveLength(1);
  });

  // D67, D44
  test('a coupon on the whole bill counts a friend’s earlier round as it stands, and comes off the round of its use', async () => {
    const table = await freeTable();
    const mei = tablePhone(server, await server.seat(await server.member('2125659001'), table), 'rcm');
    const who = await server.member('2125659002');
    const ann = tablePhone(server, await server.seat(who, table), 'rca');
    const dish = itemFor(menu.simple[0]!);
    const costs = (quantity: number) => lineAmount(dish, quantity);
    const fromForty = couponNamed(await couponsOf(who, 'available'), '1001001');
    expect(fromForty).toMatchObject({ thresholdAmount: '40.00', spans: 'bill' });
    const tenth = couponNamed(await couponsOf(who, 'available'), '1001002');
    const asked = async (userCouponIds?: string[]) =>
      await server.call(previewOrder, { ...ann.diner, body: { ...ann.detail(), userCouponIds } });

    await mei.send(mei.add(dish, 4));
    const first = orderIn(await mei.place('pcb1'));
    await ann.refresh();
    await ann.send(ann.add(dish, 2));
    const wished = [fromForty.userCouponId];
    const preview = dataOf(await asked(wished));
    expect(preview).toMatchObject({
      orderedAmount: costs(4),
      subTotalAmount: costs(2),
      totalDiscountAmount: '5.00',
      orderCoupons: [{ amount: '5.00', countedAmount: costs(6), spans: 'bill' }],
    });
    // The better of two by what each counts.
    expect(dataOf(await asked()).orderCoupons).toMatchObject([{ id: '1001001' }]);
    expect(dataOf(await asked([tenth.userCouponId])).orderCoupons).toMatchObject([{ amount: '1.50' }]);

    // What the restaurant took off by then does not count.
    const till = await server.till();
    const does = (fields: { type: string; actId?: string; quantity?: number }) =>
      server.ask(actOnOrder, {
        ...till,
        ...act(first, { orderItemId: '1-1', reason: '', ...fields } as never),
      });
    const actId = 'void-of-a-friends-dish';
    await does({ type: 'dishVoided', quantity: 1, actId });
    expect(await asked(wished)).toMatchObject({ code: codes.couponUnusable });
    expect(await ann.place('pcb2', { userCouponIds: wished })).toMatchObject({ code: codes.couponUnusable });
    await does({ type: 'takenBack', actId });

    const order = orderIn(await ann.place('pcb3', { userCouponIds: wished }));
    expect(order.orderCoupons).toMatchObject([{ id: '1001001', amount: '5.00', countedAmount: costs(6) }]);
    expect(order.orderItems[0]).toMatchObject(first.orderItems[0]!);
    expect(order.orderItems[1]!.couponDiscountAmount).toBe('5.00');
    expect(order).toMatchObject(totalsOf([costs(4), costs(2)], charges, '5.00'));
    expect(difference(order.totalAmount!, first.totalAmount!)).toBe(preview.totalAmount);
    expect(await couponsOf(who, 'used')).toHaveLength(1);

    // D44: voided afterwards, it keeps its worth.
    expect((await does({ type: 'dishVoided', quantity: 4 })).order).toMatchObject(
      totalsOf([costs(2)], charges, '5.00'),
    );
  });
});
