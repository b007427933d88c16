/** Bills with a coupon, discounts of the staff and voids, in currencies with 0, 2 and 3 decimals. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import type { ServiceEvent } from '#events/fulfilment/service-event.ts';
import { compareAmounts, calculateDifference, sum } from '#projections/bill/money.ts';
import { calculateTotals } from '#testing/bill-totals.ts';
import { projectOrder } from '#server/ordering/orders/order-state.ts';
import { summariseMoney } from '#ui/bill/order-money.ts';
import { forAll, manyRunsTime } from '#tests/properties/for-all.ts';

const rates = { taxRate: '0.05', serviceChargeRate: '0.10' };

const given = fc.record({
  places: fc.constantFrom(0, 2, 3),
  dishes: fc.array(
    fc.record({
      coins: fc.integer({ min: 0, max: 30_000 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      voided: fc.nat(4),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  couponCoins: fc.option(fc.nat(40_000)),
  discounts: fc.array(
    fc.record({
      percent: fc.option(fc.integer({ min: 1, max: 100 })),
      coins: fc.integer({ min: 1, max: 40_000 }),
      isRemoved: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
type Given = typeof given extends fc.Arbitrary<infer Value> ? Value : never;

const toAmount = (coins: number, places: number) => (coins / 10 ** places).toFixed(places);

/** The order as the diners placed it, with a coupon that never exceeds its dishes. */
function createPlaced({ places, dishes, couponCoins }: Given): Order {
  const lines = dishes.map(({ coins, quantity }, index) => ({
    id: `1-${index + 1}`,
    round: 1,
    quantity,
    price: toAmount(coins, places),
    orderItemModifiers: [],
    itemWithAdjustmentAmount: toAmount(coins * quantity, places),
    userId: 'ann',
  }));
  const totals = calculateTotals(
    lines.map(({ itemWithAdjustmentAmount }) => itemWithAdjustmentAmount),
    rates,
    toAmount(couponCoins ?? 0, places),
  );
  return {
    id: 'o',
    status: 0,
    paymentStatus: 0,
    orderItems: lines,
    orderCoupons: couponCoins === null ? [] : [{ name: 'Coupon' }],
    orderTaxes: [{ name: 'Tax', rate: rates.taxRate, amount: totals.totalTaxAmount }],
    serviceChargeRate: rates.serviceChargeRate,
    ...totals,
  } as unknown as Order;
}

const by = { kind: 'staff', name: 'Mo' } as const;

function createEvents({ places, dishes, discounts }: Given): ServiceEvent[] {
  const ofOrder = { by, orderId: 'o', reason: '' };
  const events = [
    ...discounts.map(({ percent, coins }, index) => ({
      ...ofOrder,
      type: 'orderDiscounted',
      actId: `discount-${index}`,
      ...(percent === null ? { amount: toAmount(coins, places) } : { percent }),
    })),
    ...dishes.flatMap(({ voided, quantity }, index) =>
      voided === 0
        ? []
        : [
            {
              ...ofOrder,
              type: 'dishVoided',
              actId: `void-${index}`,
              orderItemId: `1-${index + 1}`,
              quantity: Math.min(voided, quantity),
            },
          ],
    ),
    ...discounts.flatMap(({ isRemoved }, index) =>
      isRemoved
        ? [
            {
              ...ofOrder,
              type: 'discountRemoved',
              actId: `removal-${index}`,
              discountId: `discount-${index}`,
            },
          ]
        : [],
    ),
  ];
  return events.map((event, index) => ({ ...event, id: `desk:${index + 1}`, at: index })) as ServiceEvent[];
}

/** The lines that a diner reads add up to the total, and all amounts have the decimals of the currency. */
function expectSound(order: Order, places: number): void {
  const { coupons, discounts } = summariseMoney(order);
  const lines = [coupons, ...discounts.map(({ amount }) => amount)];
  for (const amount of lines) expect(compareAmounts(amount, '0')).toBeGreaterThanOrEqual(0);
  expect(compareAmounts(sum(lines), order.totalDiscountAmount!)).toBe(0);
  const net = calculateDifference(order.subTotalAmount!, order.totalDiscountAmount!);
  expect(compareAmounts(net, '0')).toBeGreaterThanOrEqual(0);
  const total = sum([net, order.totalChargeAmount!, order.totalTaxAmount!]);
  expect(compareAmounts(order.totalAmount!, total)).toBe(0);
  const written = [order.totalAmount!, ...(order.priceAdjustments ?? []).map(({ amount }) => amount)];
  for (const amount of written) expect(amount.split('.')[1]?.length ?? 0).toBe(places);
}

test(
  'the lines of coupon and discounts add up to the coin; a removed discount changes no amount',
  manyRunsTime,
  () => {
    const seen = { capped: 0, removed: 0, coupon: 0 };
    forAll(given, (bill) => {
      const placed = createPlaced(bill);
      const events = createEvents(bill);
      for (let length = 1; length <= events.length; length += 1)
        expectSound(projectOrder(placed, events.slice(0, length)), bill.places);
      const after = projectOrder(placed, events);
      const remaining = { ...bill, discounts: bill.discounts.filter(({ isRemoved }) => !isRemoved) };
      const listAmounts = (order: Order) => [
        order.totalAmount,
        order.totalDiscountAmount,
        summariseMoney(order).coupons,
        (order.priceAdjustments ?? []).map(({ category, amount }) => [category, amount]),
      ];
      expect(listAmounts(after)).toEqual(listAmounts(projectOrder(placed, createEvents(remaining))));
      if (compareAmounts(after.totalDiscountAmount!, after.subTotalAmount!) === 0) seen.capped += 1;
      if (remaining.discounts.length < bill.discounts.length) seen.removed += 1;
      if (bill.couponCoins !== null) seen.coupon += 1;
    });
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(20);
  },
);
