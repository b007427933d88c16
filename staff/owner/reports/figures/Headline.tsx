import { useTranslation } from 'react-i18next';
import { css, styled } from 'styled-components';
import type { Numbers } from '#contract/calls/numbers.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { up } from '#ui/theme/tokens.ts';
import { Box, Small, Text, Tiles } from '#ui/primitives.tsx';
import { useMoney } from '../../../use-money.ts';

/** The most important figures. */
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
        <Tile key={name} $isFirst={name === 'total'}>
          <Small>{t(name)}</Small>
          <Text $type={name === 'total' ? 'title' : 'heading'} $figures $breaks>
            {tiles[name]}
          </Text>
        </Tile>
      ))}
    </Tiles>
  );
}

/** Wide enough for a large amount on one line, in any currency. */
const Tile = styled(Box).attrs({ as: 'li', $card: true, $pad: 'md lg' })<{ readonly $isFirst: boolean }>`
  ${({ $isFirst }) =>
    $isFirst &&
    css`
      grid-column: 1 / -1;

      ${up('md')} {
        grid-column: span 2;
      }
    `}
`;
