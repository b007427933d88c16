import { useTranslation } from 'react-i18next';
import type { Numbers } from '#contract/calls/numbers.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Box, Small, Text, Tiles } from '#src/kit/ui/primitives.tsx';
import { useMoney } from '../../../use-money.ts';

/** What one looks for first. */
export function Headline({ numbers, currency }: { numbers: Numbers; currency: string }) {
  const { t } = useTranslation('numbers');
  const money = useMoney(currency);
  const figure = new Intl.NumberFormat(useLanguage());
  const { counts, money: sums } = numbers.sums;
  const { perOrder, perGuest } = numbers.averages;
  const tiles = {
    total: money(sums.total),
    orders: figure.format(counts.orders),
    guests: figure.format(counts.guests),
    rounds: figure.format(counts.rounds),
    perOrder: money(perOrder),
    perGuest: money(perGuest),
  };
  return (
    <Tiles $gap="sm" $least="readable">
      {(Object.keys(tiles) as (keyof typeof tiles)[]).map((name) => (
        <Box as="li" key={name} $card $pad="md lg">
          <Small>{t(name)}</Small>
          <Text $type="title" $figures $breaks>
            {tiles[name]}
          </Text>
        </Box>
      ))}
    </Tiles>
  );
}
