import { getUsualDecimals } from '#projections/bill/currency.ts';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { calculateTip } from '#projections/bill/tip.ts';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';

interface Props {
  /** Tips that the restaurant offers, in percent. Nothing is shown if there are none. */
  readonly percentages: readonly number[];
  /** The part of the payment that pays for dishes, before tax and service. */
  readonly base: Amount;
  /** The chosen tip. */
  readonly tip: Amount;
  readonly currency: string;
  money(amount: Amount): string;
  onChoose(tip: Amount): void;
}

/** Offers no tip, or a percentage of the dishes together with its amount. */
export function TipPills({ percentages, base, tip, currency, money, onChoose }: Props) {
  const { t } = useTranslation('split');
  if (percentages.length === 0 || compareAmounts(base, zero) <= 0) return null;
  const offers = percentages.map((percent) => ({
    percent,
    value: calculateTip(base, percent, getUsualDecimals(currency)),
  }));
  return (
    <section aria-label={t('tip.title', { base: money(base) })}>
      <Text as="h3" $type="label" $below="xs">
        {t('tip.title', { base: money(base) })}
      </Text>
      <Row $gap="sm" $wrap>
        <Pill type="button" aria-pressed={compareAmounts(tip, zero) === 0} onClick={() => onChoose(zero)}>
          {t('tip.none')}
        </Pill>
        {offers.map(({ percent, value }) => (
          <Pill
            key={percent}
            type="button"
            aria-pressed={compareAmounts(tip, value) === 0 && compareAmounts(value, zero) > 0}
            onClick={() => onChoose(value)}
          >
            <Stack as="span">
              {t('tip.percent', { percent })}
              <Small as="span">{money(value)}</Small>
            </Stack>
          </Pill>
        ))}
      </Row>
    </section>
  );
}

const Pill = styled.button`
  flex: 1;
  min-height: ${size.control};
  padding: ${space.xs};
  ${type.strong};
  text-align: center;
  background: ${colour('surface')};
  border: ${border.thick} solid ${colour('line')};
  border-radius: ${radius.md};

  &[aria-pressed='true'] {
    background: ${colour('accentSoft')};
    border-color: ${colour('accentText')};
  }
`;
