/**
 * Compares the prices that a diner saw first in the review with the prices now.
 *
 * Each price is compared with the first time it was shown, not with the previous one:
 *
 *     noodles 12 → 13 → 12     no change
 *     noodles 12 → 13          { kind: 'line', name: 'noodles', from: '12', to: '13' }
 *     tea added at 4           no change; from now on its price is compared with 4
 */
import type { MenuIndex } from '#contract/dish/menu-index.ts';
import { applyMenuPrice } from '#contract/dish/priced-item.ts';
import type { Preview } from '#contract/order-fields.ts';
import { compareAmounts, calculateLineAmount, type Amount } from '#projections/bill/money.ts';
import type { DinerCart } from '#client/cart/table-cart.ts';

type Totals = Pick<
  Preview,
  'subTotalAmount' | 'totalDiscountAmount' | 'totalChargeAmount' | 'orderTaxes' | 'taxTerms'
>;

export interface Seen {
  /** The price of one piece of each line, by the line's id. */
  readonly prices: ReadonlyMap<string, { readonly name: string; readonly amount: Amount }>;
  /** undefined until the first totals have come. */
  readonly totals: Totals | undefined;
}

export type TotalChange =
  | { readonly kind: 'line'; readonly name: string; readonly from: Amount; readonly to: Amount }
  | { readonly kind: 'service'; readonly from: Amount; readonly to: Amount }
  /** Rates are fractions: 0.05 is 5 %. */
  | { readonly kind: 'tax'; readonly name: string; readonly from: string; readonly to: string };

export const nothingSeen: Seen = { prices: new Map(), totals: undefined };

/** The prices that the review shows now. */
export function recordSeen(carts: readonly DinerCart[], menu: MenuIndex, totals: Totals | undefined): Seen {
  const lines = carts.flatMap((cart) => cart.lines);
  const prices = lines.map(({ lineId, item }) => {
    const priced = applyMenuPrice(item, menu, 'as seen');
    return [
      lineId,
      { name: priced.name ?? '', amount: calculateLineAmount(priced, 1, menu.places) },
    ] as const;
  });
  return { prices: new Map(prices), totals };
}

/** Adds the prices that were not shown before. Returns the same object if there are none. */
export function addSeen(first: Seen, now: Seen): Seen {
  const added = [...now.prices].filter(([lineId]) => !first.prices.has(lineId));
  const totals = first.totals ?? now.totals;
  if (added.length === 0 && totals === first.totals) return first;
  return { prices: new Map([...first.prices, ...added]), totals };
}

/** The dishes, taxes and service charges that differ from `first`. Quantities and new lines are no changes of price. */
export function listChangesSince(first: Seen, now: Seen): TotalChange[] {
  const lines = [...now.prices].flatMap(([lineId, { name, amount: to }]): TotalChange[] => {
    const from = first.prices.get(lineId)?.amount;
    return from === undefined || compareAmounts(from, to) === 0 ? [] : [{ kind: 'line', name, from, to }];
  });
  return [...lines, ...listTotalChanges(first.totals, now.totals)];
}

function listTotalChanges(first: Totals | undefined, now: Totals | undefined): TotalChange[] {
  if (!first || !now) return [];
  const before = mapRates(first);
  const applies = new Set([...first.orderTaxes, ...now.orderTaxes].map(getRateKey));
  const taxes = [...mapRates(now)].flatMap(([key, { name, rate: to }]): TotalChange[] => {
    const from = before.get(key)?.rate;
    if (from === undefined || !applies.has(key) || compareAmounts(from, to) === 0) return [];
    return [{ kind: 'tax', name, from, to }];
  });
  // The server sends the amount of the service charge and not its rate. So the amount is compared only for equal dishes.
  const isComparable =
    compareAmounts(first.subTotalAmount, now.subTotalAmount) === 0 &&
    compareAmounts(first.totalDiscountAmount, now.totalDiscountAmount) === 0;
  const [from, to] = [first.totalChargeAmount, now.totalChargeAmount];
  const isOther = isComparable && compareAmounts(from, to) !== 0;
  return isOther ? [...taxes, { kind: 'service', from, to }] : taxes;
}

type NamedRate = Pick<Preview['orderTaxes'][number], 'id' | 'name' | 'rate'>;

/** Several taxes may have the same name. Servers of other makers send no id. */
function getRateKey({ id, name }: NamedRate): string {
  return id ?? name;
}

/** The taxes of the restaurant, also those that no dish has so far. Other servers send only those of the dishes. */
function mapRates({ taxTerms, orderTaxes }: Totals): ReadonlyMap<string, NamedRate> {
  const taxes: readonly NamedRate[] = taxTerms?.taxes ?? orderTaxes;
  return new Map(taxes.map((tax) => [getRateKey(tax), tax]));
}
