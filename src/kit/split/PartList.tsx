import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Amount } from '#projections/bill/money.ts';
import { border, colour, space, type, wholeWords } from '#src/kit/theme/tokens.ts';
import { Avatar } from '#src/kit/ui/diners/Avatar.tsx';
import { DinerName } from '#src/kit/ui/diners/DinerName.tsx';
import { Price } from '#src/kit/ui/text/Price.tsx';
import type { PartRow } from './table-bill.ts';
import { Box, Row } from '#src/kit/ui/primitives.tsx';

interface Props {
  readonly rows: readonly PartRow[];
  readonly total: Amount;
  readonly currency: string;
}

/** The parts, with the total that they add up to below. A part that changes is read out. */
export function PartList({ rows, total, currency }: Props) {
  const { t } = useTranslation('split');
  return (
    <Box as="section" $pad="sm lg" $ground="page" $radius="lg" aria-label={t('parts')}>
      <ul aria-live="polite">
        {rows.map(({ key, who, diner, amount }) => (
          <Row
            as="li"
            $gap="md"
            $align="center"
            $wrap
            $minHeight="control"
            $type="strong"
            key={key}
            aria-atomic
          >
            {diner && <Avatar userId={diner.userId} name={who} />}
            <Who>
              <DinerName name={who} mine={diner?.mine} />
            </Who>
            <Price amount={amount} currency={currency} />
          </Row>
        ))}
      </ul>
      <Total>
        <span>{t('total')}</span>
        <Price amount={total} currency={currency} />
      </Total>
    </Box>
  );
}

const Who = styled.span`
  flex: 1 1 0;
  ${wholeWords};
`;

const Total = styled.p`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space.md};
  padding-block: ${space.md} ${space.sm};
  ${type.heading};
  border-top: ${border.thin} solid ${colour('line')};
`;
