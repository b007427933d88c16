import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import { getChainNumbers, mostChainDays, type ChainNumbers } from '#contract/calls/chain.ts';
import { request } from '#client/api/call/request.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { Box, Small, Stack, Text } from '#ui/primitives.tsx';
import { useLanguage } from '#ui/routes/language.ts';
import { border, colour, size, space } from '#ui/theme/tokens.ts';
import { Loaded } from '../Loaded.tsx';
import { SpanChoice } from '../reports/figures/SpanChoice.tsx';
import { countDays, findSpan, type Days, type SpanName } from '../reports/figures/spans.ts';

/** The sales of each restaurant of the chain, and their sums by currency. */
export function ChainSales() {
  const { t } = useTranslation('chain');
  const [span, setSpan] = useState<SpanName>('today');
  const [chosen, setChosen] = useState({ from: '', to: '' });
  const today = useChainNumbers({});
  const days = findSpan(span, today.data?.today, chosen);
  const isTooLong =
    days?.from !== undefined &&
    days.to !== undefined &&
    countDays({ from: days.from, to: days.to }) > mostChainDays;
  const numbers = useChainNumbers(isTooLong ? undefined : days);
  const handleSpan = (next: SpanName) => {
    setSpan(next);
    const shown = numbers.data ?? today.data;
    if (next === 'days' && shown) setChosen({ from: shown.from, to: shown.to });
  };
  return (
    <Stack $gap="xl">
      <SpanChoice
        span={span}
        days={chosen}
        today={today.data?.today}
        onSpan={handleSpan}
        onDays={setChosen}
      />
      {isTooLong && <Text role="alert">{t('sales.tooLong', { count: mostChainDays })}</Text>}
      <Loaded query={days === undefined ? today : numbers}>{(all) => <Shown numbers={all} />}</Loaded>
    </Stack>
  );
}

function useChainNumbers(days: Days | undefined) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['staff', 'chain-numbers', days, language],
    queryFn: ({ signal }) => request(getChainNumbers, { query: { ...days }, language, signal }),
    placeholderData: keepPreviousData,
    enabled: days !== undefined,
  });
}

type Sales = Omit<ChainNumbers['sums'][number], 'restaurants'>;

function Shown({ numbers: { restaurants, sums } }: { numbers: ChainNumbers }) {
  const { t } = useTranslation('chain');
  return (
    <Stack $gap="xl">
      <Stack as="ul" $gap="sm">
        {sums.map((sum) => (
          <SalesCard
            key={sum.currency}
            name={
              sums.length === 1
                ? t('sales.all', { count: sum.restaurants })
                : t('sales.allIn', { count: sum.restaurants, currency: sum.currency })
            }
            sales={sum}
            isSum
          />
        ))}
      </Stack>
      <Stack as="ul" $gap="sm">
        {restaurants.map((restaurant) => (
          <SalesCard key={restaurant.merchantId} name={restaurant.name} sales={restaurant} />
        ))}
      </Stack>
      <Small>{t('sales.text')}</Small>
    </Stack>
  );
}

interface CardProps {
  readonly name: string;
  readonly sales: Sales;
  readonly isSum?: boolean;
}

function SalesCard({ name, sales, isSum = false }: CardProps) {
  const { t } = useTranslation(['chain', 'numbers']);
  const language = useLanguage();
  const figure = new Intl.NumberFormat(language);
  const money = (amount: string) => formatMoney(amount, sales.currency, language);
  const facts = [
    [t('numbers:orders'), figure.format(sales.orders)],
    [t('numbers:guests'), figure.format(sales.guests)],
    [t('numbers:perOrder'), money(sales.perOrder)],
    [t('numbers:perGuest'), money(sales.perGuest)],
  ] as const;
  return (
    <Card $isSum={isSum}>
      <Names>
        <Text as="h2" $type={isSum ? 'heading' : 'strong'} $breaks>
          {name}
        </Text>
        <Text $type={isSum ? 'title' : 'heading'} $figures>
          {money(sales.total)}
        </Text>
      </Names>
      <Facts>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Small as="dt">{label}</Small>
            <Text as="dd" $figures>
              {value}
            </Text>
          </div>
        ))}
      </Facts>
    </Card>
  );
}

const Card = styled(Box).attrs({ as: 'li', $card: true, $pad: 'md lg' })<{ readonly $isSum: boolean }>`
  ${({ $isSum }) =>
    $isSum &&
    css`
      border-inline-start: ${border.bold} solid ${colour('accent')};
    `}
`;

const Names = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space.xs} ${space.lg};
`;

const Facts = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(${size.fewWords}, 40%), 1fr));
  gap: ${space.sm} ${space.lg};
  margin-block-start: ${space.sm};
`;
