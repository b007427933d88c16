/** What the server records of cash, for any order, coin and handed-over amount. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Order } from '#contract/order-fields.ts';
import { findCashCoin } from '#projections/bill/cash.ts';
import { compareAmounts, calculateDifference, sum, zero } from '#projections/bill/money.ts';
import { toOrderPayment } from '#server/ordering/orders/order-payments.ts';
import { decidePayment } from '#server/service/fulfilment/decide-payment.ts';
import { forAllOften } from '#tests/properties/for-all.ts';

const createAmounts = (most: number) =>
  fc.integer({ min: 0, max: most }).map((count) => (count / 100).toFixed(2));

test('cash handed over is payment, tip, rounding and change; the drawer keeps whole coins', () => {
  const taken = { cash: 0, refused: 0 };
  forAllOften(
    fc.constantFrom('CHF', 'NZD', 'DKK', 'SEK', 'HUF', 'USD'),
    fc.record({
      owed: createAmounts(20_000),
      amount: createAmounts(20_000),
      tip: createAmounts(2_000),
      tendered: createAmounts(30_000),
    }),
    (currency, { owed, amount, tip, tendered }) => {
      const order = { totalAmount: owed, paymentsTotal: '0.00' } as unknown as Order;
      const coin = findCashCoin(currency);
      const paid = {
        type: 'orderPaid',
        orderId: 'o',
        actId: 'a',
        method: 'cash',
        amount,
        tip,
        tendered,
      } as const;
      const decision = decidePayment(order, paid, coin);
      if (compareAmounts(amount, owed) > 0) {
        expect(decision).toEqual({ ok: false, reason: 'moreThanOwed' });
        return;
      }
      if (!decision.ok) {
        taken.refused += 1;
        // Only cash that does not cover payment and tip in whole coins is too little.
        const nearest = Number(coin?.coin ?? '0.01') / 2;
        expect(decision.reason).toBe('tooLittleCash');
        expect(Number(tendered)).toBeLessThan(Number(amount) + Number(tip) + nearest + 1e-9);
        return;
      }
      taken.cash += 1;
      const stored = { ...decision.act, actId: 'a', at: 0, by: { kind: 'staff', name: 'Mo' } };
      const { rounding, change = zero } = toOrderPayment(stored as never, 2, new Map());
      expect(compareAmounts(sum([amount, tip, rounding, change]), tendered)).toBe(0);
      expect(Number(change)).toBeGreaterThanOrEqual(0);
      const inDrawer = Math.round(Number(calculateDifference(tendered, change)) * 100);
      expect(inDrawer % Math.round(Number(coin?.coin ?? '0.01') * 100)).toBe(0);
    },
  );
  expect(Math.min(taken.cash, taken.refused)).toBeGreaterThan(20);
});
