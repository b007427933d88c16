/** The sales of a chain: of each restaurant, and their sums. Sums never mix currencies. */
import { mostChainDays, type ChainNumbers } from '#contract/calls/chain.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { calculateAverage, sum, type Amount } from '#projections/bill/money.ts';
import { findBusinessDay, readRestaurantClock } from '#server/menu/business-day.ts';
import { readBranches } from '#server/menu/chain-rows.ts';
import { readSettings } from '#server/menu/merchants.ts';
import { chooseText } from '#server/menu/whole-merchant.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { checkDays } from '../sales-reports/check-days.ts';
import { readDayFigures } from '../sales-reports/day-figures.ts';

interface Asked {
  readonly headId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly language: LanguageCode;
  /** ms since 1970 */
  readonly now: number;
}

interface Sales {
  readonly orders: number;
  readonly guests: number;
  readonly total: Amount;
}

/** @throws Refusal 400 for too many days, or if the last day is before the first */
export async function readChainNumbers(
  db: Db,
  { headId, language, now, ...asked }: Asked,
): Promise<ChainNumbers> {
  const today = findBusinessDay(readRestaurantClock(await readSettings(db, headId)), now);
  const { from = asked.to ?? today, to = asked.from ?? today } = asked;
  checkDays(from, to, mostChainDays);
  const branches = await readBranches(db, headId);
  const restaurants: ChainNumbers['restaurants'] = [];
  for (const merchantId of [headId, ...branches.map(({ merchant_id }) => merchant_id)]) {
    const settings = await readSettings(db, merchantId);
    const days = await readDayFigures(db, merchantId, readRestaurantClock(settings), { from, to, now });
    const sales = addSales(
      days.map(({ figures: { sums } }) => ({ ...sums.counts, total: sums.money.total })),
    );
    const { shortName, currency } = settings;
    restaurants.push({ merchantId, name: chooseText(shortName, language), currency, ...withAverages(sales) });
  }
  return { from, to, today, restaurants, sums: addByCurrency(restaurants) };
}

function addByCurrency(restaurants: ChainNumbers['restaurants']): ChainNumbers['sums'] {
  return [...new Set(restaurants.map(({ currency }) => currency))].map((currency) => {
    const those = restaurants.filter((each) => each.currency === currency);
    return { currency, restaurants: those.length, ...withAverages(addSales(those)) };
  });
}

function addSales(all: readonly Sales[]): Sales {
  return {
    orders: all.reduce((total, { orders }) => total + orders, 0),
    guests: all.reduce((total, { guests }) => total + guests, 0),
    total: sum(all.map(({ total }) => total)),
  };
}

function withAverages({ orders, guests, total }: Sales) {
  return {
    orders,
    guests,
    total,
    perOrder: calculateAverage(total, orders),
    perGuest: calculateAverage(total, guests),
  };
}
