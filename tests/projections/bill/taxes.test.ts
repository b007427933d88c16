/** The totals of a bill, against the second calculation that was written from docs/money.md alone. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareAmounts, calculateLineAmount, sum } from '#projections/bill/money.ts';
import {
  calculateBillAfterRefunds,
  calculatePaidForPieces,
  type RefundedAmount,
} from '#projections/bill/refunds.ts';
import { splitEqually, splitIntoOwnParts } from '#projections/bill/split.ts';
import { calculateBillTotals } from '#projections/bill/taxes.ts';
import { calculateSecondBill, type SecondBillInput, type SecondBillRefund } from '#testing/second-bill.ts';
import { manyRunsTime } from '#tests/properties/for-all.ts';

/** 500 bills; 100 000 in the long run of the properties. */
const numRuns = 5 * Number(process.env['PROPERTY_RUNS'] ?? 100);

const rates = ['0', '0.05', '0.07', '0.08', '0.08875', '0.10', '0.10', '0.19', '1'];

const bills = fc.constantFrom(0, 2, 3).chain((decimals) => {
  const createAmounts = (most: number) =>
    fc.integer({ min: 0, max: most }).map((coins) => (coins / 10 ** decimals).toFixed(decimals));
  const taxId = fc.option(fc.constantFrom('t1', 't2', 't3'), { nil: undefined });
  const option = fc.record({ price: createAmounts(2_000), quantity: fc.integer({ min: 0, max: 3 }), taxId });
  const line = fc.record({
    price: createAmounts(9_999),
    quantity: fc.integer({ min: 1, max: 9 }),
    taxId,
    options: fc.array(option, { maxLength: 3 }),
  });
  const rate = fc.constantFrom(...rates);
  const tax = fc.record({ rate, toGoRate: fc.option(rate, { nil: undefined }) });
  return fc.record({
    decimals: fc.constant(decimals),
    taxes: fc.array(tax, { minLength: 1, maxLength: 3 }).map((all) =>
      all.map(({ rate, toGoRate }, index) => ({
        id: `t${index + 1}`,
        name: `Tax ${index + 1}`,
        rate,
        ...(toGoRate !== undefined && { toGoRate }),
      })),
    ),
    taxIncluded: fc.boolean(),
    serviceChargeRate: fc.constantFrom('0', '0.10', '0.18', '0.125'),
    serviceTaxed: fc.boolean(),
    isToGo: fc.boolean(),
    discount: createAmounts(20_000),
    lines: fc.array(line, { maxLength: 8 }),
  });
}) as fc.Arbitrary<SecondBillInput>;

function toInput({ decimals, taxes, isToGo, lines, ...bill }: SecondBillInput) {
  return [
    lines.map(({ price, quantity, taxId, options }) => {
      const modifiers = options.map((option, index) => ({ modifierProductId: String(index), ...option }));
      const item = { productId: '1', categoryId: '1', notes: '', price, modifiers };
      return {
        quantity,
        taxId,
        itemWithAdjustmentAmount: calculateLineAmount(item, quantity, decimals),
        orderItemModifiers: modifiers,
      };
    }),
    {
      tax: {
        taxes: taxes.map(({ id, name, rate, toGoRate = rate }) => ({
          id,
          name,
          rate: isToGo ? toGoRate : rate,
        })),
        isIncluded: bill.taxIncluded,
        isServiceTaxed: bill.serviceTaxed,
      },
      service: { rate: bill.serviceChargeRate },
      discount: bill.discount,
      decimals,
    },
  ] as const;
}

const calculateTotals = (bill: SecondBillInput) => calculateBillTotals(...toInput(bill));

/** Refunds of amounts, and of pieces of lines that are not refunded yet. */
const createRefunds = (bill: SecondBillInput) => {
  const amount = fc
    .integer({ min: 0, max: 20_000 })
    .map((coins) => ({ amount: (coins / 10 ** bill.decimals).toFixed(bill.decimals) }));
  const pieces = fc.record({ line: fc.nat(), pieces: fc.integer({ min: 1, max: 9 }) });
  const refunds = fc.array(fc.oneof(amount, pieces), { minLength: 1, maxLength: 4 });
  return refunds.map((all) => {
    const left = bill.lines.map(({ quantity }) => quantity);
    return all.flatMap((refund): SecondBillRefund[] => {
      if ('amount' in refund) return [refund];
      const line = refund.line % Math.max(1, left.length);
      const most = left[line] ?? 0;
      if (most === 0) return [];
      const taken = Math.min(refund.pieces, most);
      left[line] = most - taken;
      return [{ line, pieces: taken }];
    });
  });
};

/** The bill after its refunds, and what was paid back by each. */
function calculateRefunded(bill: SecondBillInput, refunds: readonly SecondBillRefund[]) {
  const input = toInput(bill);
  const pieces = bill.lines.map(({ quantity }) => quantity);
  const paid: RefundedAmount[][] = [];
  for (const refund of refunds) {
    const { totals, left } = calculateBillAfterRefunds(...input, paid);
    if ('amount' in refund) {
      const most = totals.totalAmount;
      paid.push([{ amount: compareAmounts(refund.amount, most) < 0 ? refund.amount : most }]);
    } else {
      const { line } = refund;
      paid.push([
        { amount: calculatePaidForPieces(left[line]!, refund.pieces, pieces[line]!), lines: [line] },
      ]);
      pieces[line]! -= refund.pieces;
    }
  }
  return { ...calculateBillAfterRefunds(...input, paid), paid: paid.map(([refund]) => refund!.amount) };
}

const toCoins = (amount: string) => BigInt(amount.replace('.', ''));
const sumOf = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + toCoins(amount), 0n);

test('any bill has the totals and tax lines of the second calculation', manyRunsTime, () => {
  let several = 0;
  fc.assert(
    fc.property(bills, (bill) => {
      const expected = calculateSecondBill(bill);
      const { taxLines, ...totals } = calculateTotals(bill);
      expect(totals).toMatchObject({
        subTotalAmount: expected.subtotal,
        totalDiscountAmount: expected.discount,
        totalChargeAmount: expected.serviceCharge,
        totalAmount: expected.total,
      });
      expect(taxLines).toEqual(expected.taxes.map(({ tax, ...line }) => ({ ...line, amount: tax })));
      if (taxLines.length > 1) several += 1;
    }),
    { numRuns },
  );
  expect(several).toBeGreaterThan(numRuns / 10);
});

test(
  'lines, charges and taxes add up to the total, and the parts of any number of people do, too',
  manyRunsTime,
  () => {
    fc.assert(
      fc.property(bills, fc.integer({ min: 1, max: 9 }), (bill, people) => {
        const { taxLines, ...totals } = calculateTotals(bill);
        const taxes = sumOf(taxLines.map(({ amount }) => amount));
        expect(toCoins(totals.totalTaxAmount)).toBe(taxes);
        const net = toCoins(totals.subTotalAmount) - toCoins(totals.totalDiscountAmount);
        const onTop = bill.taxIncluded ? 0n : taxes;
        expect(toCoins(totals.totalAmount)).toBe(net + toCoins(totals.totalChargeAmount) + onTop);
        const parts = splitEqually(totals.totalAmount, people);
        expect([parts.length, sumOf(parts)]).toEqual([people, toCoins(totals.totalAmount)]);
        const diners = Array.from({ length: people }, (_, index) => `u${index}`);
        const own = splitIntoOwnParts({ lines: [], diners, charges: [totals.totalAmount] });
        expect(sumOf(own.map(({ amount }) => amount))).toBe(toCoins(totals.totalAmount));
      }),
      { numRuns },
    );
  },
);

const refundedBills = bills.chain((bill) =>
  fc.record({ bill: fc.constant(bill), refunds: createRefunds(bill) }),
);

test('any refunded bill has the refunds, taxes and total of the second calculation', manyRunsTime, () => {
  let several = 0;
  fc.assert(
    fc.property(refundedBills, ({ bill, refunds }) => {
      const expected = calculateSecondBill({ ...bill, refunds });
      const { totals, shown, paid } = calculateRefunded(bill, refunds);
      expect(paid.map((amount, n) => ({ paid: amount, shown: shown[n]! }))).toEqual(expected.refunds);
      expect(totals.totalAmount).toBe(expected.total);
      expect(totals.taxLines).toEqual(expected.taxes.map(({ tax, ...line }) => ({ ...line, amount: tax })));
      if (refunds.length > 1 && totals.taxLines.length > 1) several += 1;
    }),
    { numRuns },
  );
  expect(several).toBeGreaterThan(numRuns / 20);
});

test(
  'a refund takes off what is paid back, taxes only fall, and everything adds up to the total',
  manyRunsTime,
  () => {
    fc.assert(
      fc.property(refundedBills, ({ bill, refunds }) => {
        const before = calculateTotals(bill);
        const { totals, shown, left, paid } = calculateRefunded(bill, refunds);
        expect(toCoins(totals.totalAmount)).toBe(toCoins(before.totalAmount) - sumOf(paid));
        expect(toCoins(totals.totalAmount)).toBe(sumOf(left));
        expect(left.every((amount) => toCoins(amount) >= 0n)).toBe(true);
        for (const { id, amount, net } of totals.taxLines) {
          const was = before.taxLines.find((line) => line.id === id)!;
          expect(toCoins(amount)).toBeLessThanOrEqual(toCoins(was.amount));
          expect(toCoins(net)).toBeLessThanOrEqual(toCoins(was.net));
        }
        const taxes = sumOf(totals.taxLines.map(({ amount }) => amount));
        expect(toCoins(totals.totalTaxAmount)).toBe(taxes);
        const net = toCoins(totals.subTotalAmount) - toCoins(totals.totalDiscountAmount) - sumOf(shown);
        expect(toCoins(totals.totalAmount)).toBe(
          net + toCoins(totals.totalChargeAmount) + (bill.taxIncluded ? 0n : taxes),
        );
      }),
      { numRuns },
    );
  },
);

test(
  'a bill that is refunded as a whole, or dish by dish, has no tax and a total of zero',
  manyRunsTime,
  () => {
    fc.assert(
      fc.property(bills, fc.boolean(), (bill, isByDish) => {
        const { totalAmount } = calculateTotals(bill);
        const refunds = isByDish
          ? bill.lines.map(({ quantity }, line) => ({ line, pieces: quantity }))
          : [{ amount: totalAmount }];
        const { totals, paid } = calculateRefunded(bill, refunds);
        expect(compareAmounts(totals.totalAmount, '0')).toBe(0);
        expect(totals.taxLines).toEqual([]);
        expect(compareAmounts(sum(paid), totalAmount)).toBe(0);
      }),
      { numRuns },
    );
  },
);

test('an amount beyond the named lines is taken off the whole bill', () => {
  const bill = toInput({
    decimals: 2,
    taxes: [
      { id: 't1', name: 'Food', rate: '0.07' },
      { id: 't2', name: 'Drinks', rate: '0.19' },
    ],
    taxIncluded: true,
    serviceChargeRate: '0',
    serviceTaxed: true,
    isToGo: false,
    discount: '0',
    lines: [
      { price: '7.00', quantity: 1, taxId: 't1', options: [] },
      { price: '3.00', quantity: 1, taxId: 't2', options: [] },
    ],
  });
  const { left, totals } = calculateBillAfterRefunds(...bill, [[{ amount: '5.00', lines: [1] }]]);
  expect([left, totals.totalAmount]).toEqual([['5.00', '0.00'], '5.00']);
  expect(totals.taxLines.map(({ id, amount }) => [id, amount])).toEqual([['t1', '0.33']]);
});

test('seven people share one coin', () => {
  expect(splitEqually('1', 7)).toEqual(['1', '0', '0', '0', '0', '0', '0']);
});
