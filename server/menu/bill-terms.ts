/**
 * The settings that decide what a bill costs. An open bill keeps the rates of its first round, so a second round at new
 * prices would mix both. A change of these settings therefore waits until no bill is open. Pure.
 */
import type { BillTerm, HouseSettings, PendingSettings } from '#contract/calls/house.ts';
import { compareAmounts } from '#projections/bill/money.ts';
import { readTaxes, type StoredTax, type WholeMerchant } from './whole-merchant.ts';

/** Returns the terms that change. A tax that no dish has yet, or another name of a tax, changes no bill. */
export function findChangedTerms(before: WholeMerchant, after: WholeMerchant): BillTerm[] {
  const isChanged: Readonly<Record<BillTerm, boolean>> = {
    currency: before.currency !== after.currency,
    decimals: before.decimals !== after.decimals,
    taxes: !haveSameRates(readTaxes(before), readTaxes(after)),
    taxIncluded: (before.taxIncluded ?? false) !== (after.taxIncluded ?? false),
    serviceTaxed: (before.serviceTaxed ?? true) !== (after.serviceTaxed ?? true),
  };
  return (Object.keys(isChanged) as BillTerm[]).filter((term) => isChanged[term]);
}

/** Whether dishes have the same rates in both lists. A removed tax has no dish. */
function haveSameRates(before: readonly StoredTax[], after: readonly StoredTax[]): boolean {
  const [usual, next] = [before[0]!, after[0]!];
  return (
    isSameRate(usual, next) &&
    before.every((tax) => {
      const same = after.find(({ id }) => id === tax.id);
      return !same || isSameRate(tax, same);
    })
  );
}

function isSameRate(one: StoredTax, other: StoredTax): boolean {
  const toGo = ({ rate, toGoRate = rate }: StoredTax) => toGoRate;
  return compareAmounts(one.rate, other.rate) === 0 && compareAmounts(toGo(one), toGo(other)) === 0;
}

/** Returns the fields of the changed terms. */
export function pickTerms(settings: HouseSettings, terms: readonly BillTerm[]): PendingSettings {
  const { currency, decimals, taxRate, taxName, taxes, taxIncluded, serviceTaxed } = settings;
  return {
    ...(terms.includes('currency') && { currency }),
    ...(terms.includes('decimals') && { decimals }),
    ...(terms.includes('taxes') && { taxRate, taxName, taxes }),
    ...(terms.includes('taxIncluded') && { taxIncluded }),
    ...(terms.includes('serviceTaxed') && { serviceTaxed }),
  };
}
