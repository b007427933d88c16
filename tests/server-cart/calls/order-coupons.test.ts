// @module-tag slow
import { describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { getCoupons } from '#contract/calls/coupon.ts';
import type { Coupon, CouponState } from '#contract/coupon-fields.ts';
import { previewOrder } from '#contract/calls/order.ts';
import { adjustmentCategory, adjustmentTarget } from '#contract/states.ts';
import { redeemCoupon } from '#server/menu/coupons/order-coupon.ts';
import { runInTransaction } from '#server/platform/store/transactions.ts';
import { calculateCouponDiscount } from '#projections/bill/coupon.ts';
import { calculateDifference, calculateLineAmount, sum } from '#projections/bill/money.ts';
import { calculateTotals } from '#testing/bill-totals.ts';
import { expectData, fakeClock, startSharedServer, type Caller } from '#tests/server/server-under-test.ts';
import { act, actOnOrder } from '#tests/server/staff/acts.ts';
import { createForTests } from '#tests/for-tests.ts';
import { listDishes, createFreeTables, createItem, createTablePhone } from '#testing/phones/table-phone.ts';

let made = 0;
const clock = fakeClock();
const server = startSharedServer({ clock });
const menu = createForTests(() => listDishes(server));
const freeTable = createFreeTables(server);

const charges = { taxRate: '0.05', serviceChargeRate: '0.10' };

/** A member's phone at a free table with `quantity` of the first dish in the cart. */
async function seatMember(quantity: number, member?: Caller) {
  made += 1;
  clock.advance(61_000);
  const who = member ?? (await server.member(`21256${String(50_000 + made)}`));
  const phone = createTablePhone(server, await server.seat(who as never, await freeTable()), `rc${made}`);
  await phone.send(phone.add(createItem(menu.simple[0]!), quantity));
  const available = await readCoupons(who, 'available');
  return { who, phone, available, own: (id: string) => getCoupon(available, id) };
}

const readCoupons = async (who: Caller, state: CouponState): Promise<Coupon[]> =>
  (await server.ask(getCoupons, { ...who, query: { state } })).list;
const previewOf = async (phone: ReturnType<typeof createTablePhone>, userCouponIds?: string[]) =>
  await server.call(previewOrder, { ...phone.diner, body: { ...phone.detail(), userCouponIds } });
const getCoupon = (coupons: readonly Coupon[], id: string) => coupons.find((each) => each.id === id)!;

describe('the preview', () => {
  // CF8, CA17
  test('uses the best coupon by default, and spreads it over the lines to the cent', async () => {
    const { phone, available } = await seatMember(2);
    const preview = expectData(await previewOf(phone));
    const amount = calculateLineAmount(createItem(menu.simple[0]!), 2);
    const discounts = available.map((coupon) =>
      calculateCouponDiscount(coupon, { round: amount, before: '0.00' }),
    );
    const best = discounts.toSorted((a, b) => Number(b) - Number(a))[0]!;
    expect(preview.orderCoupons).toHaveLength(1);
    expect(preview).toMatchObject(calculateTotals([amount], charges, best));
    expect(preview.totalDiscountAmount).toBe(best);
    expect(sum(preview.orderItems.map(({ couponDiscountAmount }) => couponDiscountAmount!))).toBe(best);
    expect(preview['priceAdjustments']).toContainEqual({
      category: adjustmentCategory.coupon,
      target: adjustmentTarget.entireOrder,
      amount: calculateDifference('0', best),
    });
  });

  test('uses the requested coupon, or none', async () => {
    const { phone, own } = await seatMember(2);
    const { userCouponId } = own('1001003');
    expect(expectData(await previewOf(phone, [userCouponId]))).toMatchObject({
      totalDiscountAmount: '1.05',
      orderCoupons: [{ userCouponId, amount: '1.05' }],
    });
    const none = { totalDiscountAmount: '0.00', orderCoupons: [] };
    expect(expectData(await previewOf(phone, []))).toMatchObject(none);
  });

  test('refuses a coupon below the threshold, unknown, of another member, or expired: 2031', async () => {
    const { phone, own } = await seatMember(1);
    const other = await seatMember(1);
    const { userCouponId } = own('1001003');
    for (const couponId of [own('1001001').userCouponId, 'nobody', other.own('1001003').userCouponId])
      expect(await previewOf(phone, [couponId])).toMatchObject({
        success: false,
        code: codes.couponUnusable,
      });
    await server.db
      .updateTable('user_coupons')
      .set({ expires_at: clock.now() })
      .where('id', '=', userCouponId)
      .execute();
    expect((await previewOf(phone, [userCouponId])).code).toBe(codes.couponUnusable);
  });

  test('refuses two coupons at once', async () => {
    const { phone } = await seatMember(1);
    expect((await previewOf(phone, ['a', 'b'])).code).toBe(codes.badRequest);
  });

  test('has no coupon for a guest', async () => {
    const phone = createTablePhone(server, await server.seat(await server.guest(), await freeTable()), 'rcg');
    await phone.send(phone.add(createItem(menu.simple[0]!), 2));
    expect(expectData(await previewOf(phone)).orderCoupons).toEqual([]);
  });
});

describe('placing an order', () => {
  test('orders what was previewed, marks the coupon as used, and names it in the order', async () => {
    const { who, phone } = await seatMember(3);
    const preview = expectData(await previewOf(phone));
    const [coupon] = preview.orderCoupons;
    const order = await phone.order('pc1', { userCouponIds: [coupon!.userCouponId] });
    const { subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTaxAmount, totalAmount } = preview;
    expect(order).toMatchObject({
      subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTaxAmount, totalAmount,
      userCouponIds: [coupon!.userCouponId],
      orderCoupons: [{ id: coupon!.id, userId: phone.diner.userId, amount: totalDiscountAmount }],
    }); // prettier-ignore
    const discounts = order.orderItems.map(({ couponDiscountAmount }) => couponDiscountAmount!);
    expect(sum(discounts)).toBe(totalDiscountAmount);
    expect(await readCoupons(who, 'used')).toMatchObject([{ userCouponId: coupon!.userCouponId }]);
    expect((await readCoupons(who, 'available')).map(({ id }) => id)).not.toContain(coupon!.id);
  });

  test('O2: uses no coupon unless one is requested; the same attempt again uses none twice', async () => {
    const { who, phone } = await seatMember(2);
    expect((await phone.order('pc2')).orderCoupons).toEqual([]);
    expect(await readCoupons(who, 'used')).toEqual([]);
    const next = await seatMember(2);
    const userCouponIds = [next.own('1001003').userCouponId];
    const first = await next.phone.order('pc3', { userCouponIds });
    expect((await next.phone.order('pc3', { userCouponIds })).id).toBe(first.id);
    expect(await readCoupons(next.who, 'used')).toHaveLength(1);
  });

  test('redeems one coupon at one of two tables; the other order is refused and its cart stays', async () => {
    const { who, phone, own } = await seatMember(2);
    const { phone: elsewhere } = await seatMember(2, who);
    const userCouponIds = [own('1001003').userCouponId];
    const placements = [
      phone.place('pc4', { userCouponIds }),
      elsewhere.place('pc5', { userCouponIds }),
    ] as const;
    const [first, second] = await Promise.all(placements);
    expect(first.success).toBe(!second.success);
    const [loser, refusal] = first.success ? [elsewhere, second] : [phone, first];
    expect(refusal.code).toBe(codes.couponUnusable);
    await loser.refresh();
    expect(loser.getOwnLines()).toHaveLength(1);
    expect((await loser.order('pc6')).orderCoupons).toEqual([]);
  });

  test('redeems a coupon once, in time, and for its owner alone', async () => {
    const { phone, own } = await seatMember(2);
    const { userCouponId, expiresAt } = own('1001003');
    const order = await phone.order('redeem');
    const redeem = async (userId: string, now: number) =>
      await runInTransaction(server.db, (trx) => redeemCoupon(trx, { userCouponId, userId }, order.id, now));
    const { userId } = phone.diner;
    expect(await redeem('somebody else', clock.now())).toBe(false);
    expect(await redeem(userId, expiresAt), 'when it has expired').toBe(false);
    expect(await redeem(userId, clock.now())).toBe(true);
    expect(await redeem(userId, clock.now()), 'a second time').toBe(false);
  });

  test('allows one coupon for each order: a second round with another is refused (12000), and is placed without', async () => {
    const { who, phone, own } = await seatMember(2);
    const [first, second] = [own('1001002'), own('1001003')];
    await phone.order('pc7', { userCouponIds: [first.userCouponId] });
    await phone.send(phone.add(createItem(menu.simple[1]!)));
    expect(expectData(await previewOf(phone)).orderCoupons).toEqual([]);
    const another = { userCouponIds: [second.userCouponId] };
    expect(await phone.place('pc8', another)).toMatchObject({ code: codes.orderModified });
    const order = await phone.order('pc9');
    expect(order).toMatchObject({ rowVersion: 2, orderCoupons: [{ userCouponId: first.userCouponId }] });
    expect(order.totalDiscountAmount).toBe(order.orderCoupons[0]!.amount);
    expect(await readCoupons(who, 'used')).toHaveLength(1);
  });

  // CX6, CX16
  test('counts a friend’s earlier round for a coupon on the whole bill, and takes it off the round that uses it', async () => {
    const table = await freeTable();
    const mei = createTablePhone(server, await server.seat(await server.member('2125659001'), table), 'rcm');
    const who = await server.member('2125659002');
    const ann = createTablePhone(server, await server.seat(who, table), 'rca');
    const dish = createItem(menu.simple[0]!);
    const calculateCost = (quantity: number) => calculateLineAmount(dish, quantity);
    const available = await readCoupons(who, 'available');
    const [fromForty, tenth] = [getCoupon(available, '1001001'), getCoupon(available, '1001002')];
    expect(fromForty).toMatchObject({ thresholdAmount: '40.00', spans: 'bill' });

    await mei.send(mei.add(dish, 4));
    const first = await mei.order('pcb1');
    await ann.refresh();
    await ann.send(ann.add(dish, 2));
    const couponIds = [fromForty.userCouponId];
    const preview = expectData(await previewOf(ann, couponIds));
    expect(preview).toMatchObject({
      orderedAmount: calculateCost(4),
      subTotalAmount: calculateCost(2),
      totalDiscountAmount: '5.00',
      orderCoupons: [{ amount: '5.00', countedAmount: calculateCost(6), spans: 'bill' }],
    });
    // Without a choice the server takes the coupon that is worth more.
    expect(expectData(await previewOf(ann)).orderCoupons).toMatchObject([{ id: '1001001' }]);
    const withTenth = expectData(await previewOf(ann, [tenth.userCouponId]));
    expect(withTenth.orderCoupons).toMatchObject([{ amount: '1.50' }]);

    // Dishes that the staff have voided do not count towards the threshold.
    const till = await server.till();
    const sendAct = (fields: { type: string; actId?: string; quantity?: number }) =>
      server.ask(actOnOrder, {
        ...till,
        ...act(first, { orderItemId: '1-1', reason: '', ...fields } as never),
      });
    const actId = 'void-of-a-friends-dish';
    await sendAct({ type: 'dishVoided', quantity: 1, actId });
    expect(await previewOf(ann, couponIds)).toMatchObject({ code: codes.couponUnusable });
    expect(await ann.place('pcb2', { userCouponIds: couponIds })).toMatchObject({
      code: codes.couponUnusable,
    });
    await sendAct({ type: 'takenBack', actId });

    const order = await ann.order('pcb3', { userCouponIds: couponIds });
    expect(order.orderCoupons).toMatchObject([
      { id: '1001001', amount: '5.00', countedAmount: calculateCost(6) },
    ]);
    expect(order.orderItems[0]).toMatchObject(first.orderItems[0]!);
    expect(order.orderItems[1]!.couponDiscountAmount).toBe('5.00');
    expect(order).toMatchObject(calculateTotals([calculateCost(4), calculateCost(2)], charges, '5.00'));
    expect(calculateDifference(order.totalAmount!, first.totalAmount!)).toBe(preview.totalAmount);
    expect(await readCoupons(who, 'used')).toHaveLength(1);

    // A dish that is voided later leaves the coupon's amount as it was (CX16).
    expect((await sendAct({ type: 'dishVoided', quantity: 4 })).order).toMatchObject(
      calculateTotals([calculateCost(2)], charges, '5.00'),
    );
  });
});
