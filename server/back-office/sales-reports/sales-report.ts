/** Computes the sales report of the staff's page. */
import type { Numbers } from '#contract/calls/numbers.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { describeWeight } from '#contract/dish/quantity.ts';
import { calculateAverage, compareAmounts } from '#projections/bill/money.ts';
import { readWholeMenu } from '#server/menu/menu.ts';
import { readSettings } from '#server/menu/merchants.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readRestaurantClock, findBusinessDay } from '../../menu/business-day.ts';
import { checkDays } from './check-days.ts';
import { readDayFigures } from './day-figures.ts';
import { addFigures, calculateQuantile } from './figures.ts';
import { summariseLosses } from './losses.ts';

interface Asked {
  readonly merchantId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly language: LanguageCode;
  /** ms since 1970 */
  readonly now: number;
}

/** @throws Refusal 400 for too many days, or if the last day is before the first */
export async function readSalesReport(
  db: Db,
  { merchantId, language, now, ...asked }: Asked,
): Promise<Numbers> {
  const settings = await readSettings(db, merchantId);
  const clock = readRestaurantClock(settings);
  const today = findBusinessDay(clock, now);
  const { from = asked.to ?? today, to = asked.from ?? today } = asked;
  checkDays(from, to);
  const days = await readDayFigures(db, merchantId, clock, { from, to, now });
  const { sums, ordering, hours, dishes, tables, waits, losses } = addFigures(
    days.map(({ figures }) => figures),
  );
  const names = new Map(
    (await readWholeMenu(db, merchantId, language)).categories
      .flatMap(({ products }) => products)
      .map(({ id, name }) => [id, name]),
  );
  return {
    from,
    to,
    today,
    ...clock,
    sums,
    averages: {
      perOrder: calculateAverage(sums.money.total, sums.counts.orders),
      perGuest: calculateAverage(sums.money.total, sums.counts.guests),
    },
    ordering,
    days: days.map(({ day, figures: { sums: ofDay } }) => ({
      day,
      orders: ofDay.counts.orders,
      total: ofDay.money.total,
    })),
    hours: Object.entries(hours)
      .map(([hour, figures]) => ({ hour: Number(hour), ...figures }))
      .toSorted((a, b) => a.hour - b.hour),
    dishes: Object.entries(dishes)
      .map(([productId, { name, weighed, ...figures }]) => ({
        productId,
        name: names.get(productId) ?? name,
        ...figures,
        ...(weighed && { weight: describeWeight(weighed.steps, weighed.unitLabel) }),
      }))
      .toSorted((a, b) => b.pieces - a.pieces || compareAmounts(b.amount, a.amount)),
    tables: Object.entries(tables)
      .map(([tableId, figures]) => ({ tableId, ...figures }))
      .toSorted((a, b) => compareAmounts(b.total, a.total)),
    waits: {
      kitchen: summariseWaits(waits.kitchen),
      served: summariseWaits(waits.served),
      paid: summariseWaits(waits.paid),
    },
    losses: summariseLosses(Object.values(losses), settings.currency),
  };
}

function summariseWaits(seconds: readonly number[]): Numbers['waits']['paid'] {
  const [median, slow] = [calculateQuantile(seconds, 0.5), calculateQuantile(seconds, 0.9)];
  return median === undefined || slow === undefined ? null : { count: seconds.length, median, slow };
}
