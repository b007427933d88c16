import { useTranslation } from 'react-i18next';
import type { Numbers } from '#contract/calls/numbers.ts';
import { zero } from '#projections/bill/money.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Stack, Text } from '#ui/primitives.tsx';
import { useMoney } from '../../../use-money.ts';
import { BarChart, type Bar } from './BarChart.tsx';
import { FigureTable } from './FigureTable.tsx';

/** The most bars in the chart. The table has all dishes. */
const mostDishes = 12;

/** Sales by hour, day and dish, as charts and tables. */
export function Charts({ numbers, currency }: { numbers: Numbers; currency: string }) {
  const { t } = useTranslation('numbers');
  const money = useMoney(currency);
  const language = useLanguage();
  const figure = new Intl.NumberFormat(language);
  const dayName = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    weekday: 'short',
    timeZone: 'UTC',
  });
  const formatDay = (day: string) => dayName.format(Date.parse(day));
  const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const { days, dishes, tables, dayEndsAt } = numbers;
  const hours = sortHours(numbers.hours, dayEndsAt);
  const sold = dishes.filter(({ pieces }) => pieces !== 0);
  const formatSold = ({ pieces, weight }: (typeof sold)[number]) =>
    weight === undefined ? figure.format(pieces) : t('weighed', { weight, count: pieces });
  const createMoneyBar = (label: string, total: string): Bar => ({
    label,
    value: Number(total),
    text: money(total),
  });

  return (
    <>
      <Part title={t('byHour')}>
        <BarChart bars={hours.map(({ hour, total }) => createMoneyBar(formatHour(hour), total))} />
        <FigureTable
          what={t('byHour')}
          heads={[t('hour'), t('orders'), t('rounds'), t('total')]}
          rows={hours.map(({ hour, orders, rounds, total }) => [
            formatHour(hour),
            figure.format(orders),
            figure.format(rounds),
            money(total),
          ])}
        />
      </Part>
      {days.length > 1 && (
        <Part title={t('byDay')}>
          <BarChart bars={days.map(({ day, total }) => createMoneyBar(formatDay(day), total))} />
          <FigureTable
            what={t('byDay')}
            heads={[t('day'), t('orders'), t('total')]}
            rows={days.map(({ day, orders, total }) => [formatDay(day), figure.format(orders), money(total)])}
          />
        </Part>
      )}
      <Part title={t('byDish')}>
        <BarChart
          isLying
          bars={sold.slice(0, mostDishes).map((dish) => ({
            label: dish.name,
            value: dish.pieces,
            text: formatSold(dish),
          }))}
        />
        <FigureTable
          what={t('byDish')}
          heads={[t('dish'), t('pieces'), t('amount')]}
          rows={sold.map((dish) => [dish.name, formatSold(dish), money(dish.amount)])}
        />
      </Part>
      <Part title={t('byTable')}>
        <FigureTable
          what={t('byTable')}
          heads={[t('table'), t('orders'), t('guests'), t('total')]}
          rows={tables.map(({ name, orders, guests, total }) => [
            name || t('noTable'),
            figure.format(orders),
            figure.format(guests),
            money(total),
          ])}
        />
      </Part>
    </>
  );
}

/** Sorts the hours from the start of the restaurant's day, and adds the hours without sales in between. */
function sortHours(hours: Numbers['hours'], dayEndsAt: number): Numbers['hours'] {
  const placeOf = (hour: number) => (hour + 24 - dayEndsAt) % 24;
  const byPlace = new Map(hours.map((each) => [placeOf(each.hour), each]));
  const places = [...byPlace.keys()];
  const first = Math.min(...places);
  return Array.from({ length: Math.max(...places) - first + 1 }, (_, n) => {
    const nothing = { hour: (first + n + dayEndsAt) % 24, orders: 0, rounds: 0, total: zero };
    return byPlace.get(first + n) ?? nothing;
  });
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack as="section" $gap="sm">
      <Text as="h2" $type="heading">
        {title}
      </Text>
      {children}
    </Stack>
  );
}
