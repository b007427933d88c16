/** Bills of several rounds, one of them with a coupon, when they are placed, voided and split (CX6). */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Coupon } from '#contract/coupon-fields.ts';
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import type { ServiceEvent } from '#events/fulfilment/service-event.ts';
import {
  calculateCountedAmount,
  calculateCouponDiscount,
  type CouponTerms,
} from '#projections/bill/coupon.ts';
import { compareAmounts, calculateDifference, sum } from '#projections/bill/money.ts';
import { splitIntoOwnParts } from '#projections/bill/split.ts';
import { summariseBill, createOrder, addRound, type Round } from '#server/ordering/orders/order-body.ts';
import { projectOrder } from '#server/ordering/orders/order-state.ts';
import { buildOrderBill } from '#ui/bill/order-bill.ts';
import { forAll, manyRunsTime } from '#tests/properties/for-all.ts';

const charges = {
  tax: { taxes: [{ id: 'tax', name: 'Tax', rate: '0.05' }], isIncluded: false, isServiceTaxed: true },
  serviceChargeRate: '0.10',
};
const diners = ['ann', 'ben', 'mei'];

const dish = fc.record({
  // Hundredths, or thousandths of a dinar.
  coins: fc.integer({ min: 0, max: 30_000 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  diner: fc.nat(2),
  voided: fc.nat(2),
});
const given = fc.constantFrom(2, 3).chain((places) => {
  const money = fc.integer({ min: 0, max: 60_000 }).map((coins) => (coins / 10 ** places).toFixed(places));
  return fc.record({
    places: fc.constant(places),
    rounds: fc.array(fc.array(dish, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
    coupon: fc.oneof(
      fc.record({
        discountType: fc.constant(1),
        discountValue: fc.integer({ min: 1, max: 100 }).map(String),
        thresholdAmount: money,
        maxDiscountAmount: fc.option(money),
        spans: fc.constantFrom('round', 'bill'),
      }),
      fc.record({
        discountType: fc.constant(0),
        discountValue: money,
        thresholdAmount: money,
        maxDiscountAmount: fc.constant(null),
        spans: fc.constantFrom('round', 'bill'),
      }),
    ),
  });
});

type Dish = ValueOf<typeof dish>;
type Given = ValueOf<typeof given>;
type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

const createRoundCoupon = (amount: string, terms: CouponTerms, countedAmount: string) =>
  ({ ...terms, id: 'c', userCouponId: 'u', name: 'Coupon', amount, countedAmount }) as unknown as Coupon & {
    amount: string;
  };

function createItems(dishes: readonly Dish[], round: number, places: number): PlacedItem[] {
  return dishes.map(({ coins, quantity, diner }, index) => ({
    id: `${round}-${index + 1}`,
    productId: 'p',
    categoryId: 'c',
    name: 'dish',
    price: (coins / 10 ** places).toFixed(places),
    quantity,
    notes: '',
    orderItemModifiers: [],
    itemWithAdjustmentAmount: ((coins * quantity) / 10 ** places).toFixed(places),
    userId: diners[diner]!,
    userName: diners[diner]!,
    round,
    placedAt: round,
  }));
}

/** Places the rounds, the last one with the coupon if it takes off anything. */
function placeRounds({ places, rounds, coupon }: Given): Order {
  let order: Order | undefined;
  for (const [index, dishes] of rounds.entries()) {
    const items = createItems(dishes, index + 1, places);
    const soFar = summariseBill(items, order);
    const amount = calculateCouponDiscount(coupon, soFar);
    const isUsed = index === rounds.length - 1 && compareAmounts(amount, '0') > 0;
    const round: Round = {
      items,
      coupon: isUsed ? createRoundCoupon(amount, coupon, calculateCountedAmount(coupon, soFar)) : undefined,
      guests: 3,
      charges: { ...charges, decimals: places },
      now: index + 1,
    };
    const head = {
      id: 'o',
      serial: '1',
      tableId: '1',
      tableName: '1',
      memberId: 'ann',
      type: 0,
      completeWhen: 'served' as const,
      currency: 'USD',
      extraInfo: undefined,
      notes: '',
    };
    order = order ? addRound(order, round) : createOrder(head, round);
  }
  return order!;
}

const createVoids = ({ rounds }: Given): ServiceEvent[] =>
  rounds
    .flatMap((dishes, round) => dishes.map((each, index) => ({ ...each, id: `${round + 1}-${index + 1}` })))
    .filter(({ voided }) => voided > 0)
    .map(({ id, voided, quantity }, index) => ({
      v: 1,
      id: `desk:${index + 1}`,
      type: 'dishVoided',
      at: 100 + index,
      by: { kind: 'staff', name: 'Kai' },
      actId: `a${index}`,
      orderId: 'o',
      orderItemId: id,
      quantity: Math.min(voided, quantity),
      reason: '',
    })) as unknown as ServiceEvent[];

/** The total is dishes − discount + charge + tax, and the diners' shares add up to it. */
function expectConsistent(order: Order): void {
  const { subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTaxAmount, totalAmount } = order;
  const left = order.orderItems.map(({ itemWithAdjustmentAmount }) => itemWithAdjustmentAmount!);
  expect(compareAmounts(subTotalAmount!, sum(left))).toBe(0);
  const net = calculateDifference(subTotalAmount!, totalDiscountAmount!);
  expect(compareAmounts(net, '0')).toBeGreaterThanOrEqual(0);
  expect(compareAmounts(totalAmount!, sum([net, totalChargeAmount!, totalTaxAmount!]))).toBe(0);
  const bill = buildOrderBill(order, { me: 'ann', myName: 'Ann', someone: '', currency: 'USD' });
  const parts = splitIntoOwnParts({ ...bill, diners: bill.diners.map(({ userId }) => userId) }, undefined, 3);
  if (parts.length > 0) expect(compareAmounts(sum(parts.map(({ amount }) => amount)), totalAmount!)).toBe(0);
  for (const { amount } of parts) expect(compareAmounts(amount, '0')).toBeGreaterThanOrEqual(0);
}

test(
  'a bill is its rounds less the coupon, which counts once and at most its round; shares add up, also after voids',
  manyRunsTime,
  () => {
    const seen = { spanning: 0, capped: 0, voided: 0 };
    forAll(given, (bill) => {
      const order = placeRounds(bill);
      const last = bill.rounds.length;
      const before = { ...bill, rounds: bill.rounds.slice(0, -1) };
      const round = sum(
        order.orderItems.filter((item) => item.round === last).map((item) => item.itemWithAdjustmentAmount!),
      );
      const [coupon] = order.orderCoupons;
      expect(compareAmounts(order.totalDiscountAmount!, coupon?.amount ?? '0')).toBe(0);
      expect(compareAmounts(order.totalDiscountAmount!, round)).toBeLessThanOrEqual(0);
      // The earlier rounds are unchanged.
      expect(order.orderItems.filter((item) => item.round < last)).toEqual(
        placeRounds({ ...before, coupon: { ...bill.coupon, discountValue: '0' } }).orderItems,
      );
      expectConsistent(order);
      if (coupon && bill.coupon.spans === 'bill') seen.spanning += 1;
      if (coupon && compareAmounts(coupon.amount, round) === 0) seen.capped += 1;

      const events = createVoids(bill);
      if (events.length === 0) return;
      seen.voided += 1;
      const after = projectOrder(order, events);
      expectConsistent(after);
      const dishes = after.subTotalAmount!;
      const worth = coupon?.amount ?? '0.00';
      // CX16
      const expected = compareAmounts(worth, dishes) < 0 ? worth : dishes;
      expect(compareAmounts(after.totalDiscountAmount!, expected)).toBe(0);
    });
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(20);
  },
);

test('the order and the number of earlier rounds make no difference', () => {
  forAll(given, (bill) => {
    const spanning = { ...bill, coupon: { ...bill.coupon, spans: 'bill' as const } };
    const [last, ...earlier] = spanning.rounds.toReversed();
    const total = placeRounds(spanning).totalAmount!;
    const turned = placeRounds({ ...spanning, rounds: [...earlier, last!] });
    expect(turned.totalAmount).toBe(total);
    const joined = placeRounds({ ...spanning, rounds: [earlier.flat(), last!] });
    expect(joined.totalAmount).toBe(total);
  });
});
