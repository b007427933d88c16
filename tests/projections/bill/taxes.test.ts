/** The totals of a bill, against the second calculation that was written from docs/money.md alone. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineAmount } from '#projections/bill/money.ts';
import { equalParts, ownParts } from '#projections/bill/split.ts';
import { billTotals } from '#projections/bill/taxes.ts';
import { secondBill, type SecondBillInput } from '#testing/second-bill.ts';
import { manyRunsTime } from '#tests/properties/for-all.ts';

/** 2 000 bills; 100 000 in the long run of the properties. */
const numRuns = 5 * Number(process.env['PROPERTY_RUNS'] ?? 400);

const rates = ['0', '0.05', '0.07', '0.08', '0.08875', '0.10', '0.10', '0.19', '1'];

const bills = fc.constantFrom(0, 2, 3).chain((decimals) => {
  const amount = (most: number) =>
    fc.integer({ min: 0, max: most }).map((coins) => (coins / 10 ** decimals).toFixed(decimals));
  const taxId = fc.option(fc.constantFrom('t1', 't2', 't3'), { nil: undefined });
  const option = fc.record({ price: amount(2_000), quantity: fc.integer({ min: 0, max: 3 }), taxId });
  const line = fc.record({
    price: amount(9_999),
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
    discount: amount(20_000),
    lines: fc.array(line, { maxLength: 8 }),
  });
}) as fc.Arbitrary<SecondBillInput>;

function totalsOf({ decimals, taxes, isToGo, lines, ...bill }: SecondBillInput) {
  return billTotals(
    lines.map(({ price, quantity, taxId, options }) => {
      const modifiers = options.map((option, index) => ({ modifierProductId: String(index), ...option }));
      const item = { productId: '1', categoryId: '1', notes: '', price, modifiers };
      return {
        quantity,
        taxId,
        itemWithAdjustmentAmount: lineAmount(item, quantity, decimals),
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
  );
}

test('any bill has the totals and tax lines of the second calculation', manyRunsTime, () => {
  let several = 0;
  fc.assert(
    fc.property(bills, (bill) => {
      const expected = secondBill(bill);
      const { taxLines, ...totals } = totalsOf(bill);
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
    const coins = (amount: string) => BigInt(amount.replace('.', ''));
    const sumOf = (amounts: readonly string[]) =>
      amounts.reduce((total, amount) => total + coins(amount), 0n);
    fc.assert(
      fc.property(bills, fc.integer({ min: 1, max: 9 }), (bill, people) => {
        const { taxLines, ...totals } = totalsOf(bill);
        const taxes = sumOf(taxLines.map(({ amount }) => amount));
        expect(coins(totals.totalTaxAmount)).toBe(taxes);
        const net = coins(totals.subTotalAmount) - coins(totals.totalDiscountAmount);
        const onTop = bill.taxIncluded ? 0n : taxes;
        expect(coins(totals.totalAmount)).toBe(net + coins(totals.totalChargeAmount) + onTop);
        const parts = equalParts(totals.totalAmount, people);
        expect([parts.length, sumOf(parts)]).toEqual([people, coins(totals.totalAmount)]);
        const diners = Array.from({ length: people }, (_, index) => `u${index}`);
        const own = ownParts({ lines: [], diners, charges: [totals.totalAmount] });
        expect(sumOf(own.map(({ amount }) => amount))).toBe(coins(totals.totalAmount));
      }),
      { numRuns },
    );
  },
);

test('seven people share one coin', () => {
  expect(equalParts('1', 7)).toEqual(['1', '0', '0', '0', '0', '0', '0']);
});
