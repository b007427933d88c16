import { countPlaces, zero, type Amount } from '#projections/bill/money.ts';
import { calculateBillTotals, type BillTotals } from '#projections/bill/taxes.ts';

/** The totals of a restaurant with one tax on top. */
export function calculateTotals(
  amounts: readonly Amount[],
  { taxRate: rate, serviceChargeRate }: { readonly taxRate: Amount; readonly serviceChargeRate: Amount },
  discount: Amount = zero,
): Omit<BillTotals, 'taxLines'> {
  const { taxLines: _taxLines, ...totals } = calculateBillTotals(
    amounts.map((amount) => ({ quantity: 1, itemWithAdjustmentAmount: amount, orderItemModifiers: [] })),
    {
      tax: { taxes: [{ id: 'tax', name: 'Tax', rate }], isIncluded: false, isServiceTaxed: true },
      service: { rate: serviceChargeRate },
      discount,
      decimals: countPlaces(...amounts),
    },
  );
  return totals;
}
