import { getUsualDecimals } from '#projections/bill/currency.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { compareAmounts, roundAmount, zero, type Amount } from '#projections/bill/money.ts';
import { calculateTip } from '#projections/bill/tip.ts';
import { TextField } from '#ui/controls/TextField.tsx';
import { border, colour, radius, size, space, type } from '#ui/theme/tokens.ts';
import { parseTypedAmount } from './typed-amount.ts';
import { Row, Small, Stack, Text } from '#ui/primitives.tsx';

interface Props {
  /** Tips that the restaurant offers, in percent. Without any, the component renders nothing. */
  readonly percentages: readonly number[];
  /** The part of the payment that pays for dishes, before tax and service. */
  readonly base: Amount;
  /** The chosen tip. */
  readonly tip: Amount;
  readonly currency: string;
  /** Decimals of a typed tip. Without it, only the percentages are offered. */
  readonly typedPlaces?: number;
  money(amount: Amount): string;
  onChoose(tip: Amount): void;
}

/** Offers no tip, a percentage of the dishes together with its amount, or a field for another amount. */
export function TipPills({ percentages, base, tip, currency, typedPlaces, money, onChoose }: Props) {
  const { t } = useTranslation('split');
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined;
  if (percentages.length === 0 || compareAmounts(base, zero) <= 0) return null;
  const offers = percentages.map((percent) => ({
    percent,
    value: calculateTip(base, percent, getUsualDecimals(currency)),
  }));
  const choose = (value: Amount) => {
    setTyped(undefined);
    onChoose(value);
  };
  const type = (text: string) => {
    setTyped(text);
    onChoose(roundAmount(parseTypedAmount(text, typedPlaces ?? 0) ?? zero, typedPlaces ?? 0));
  };

  return (
    <section aria-label={t('tip.title', { base: money(base) })}>
      <Text as="h3" $type="label" $below="xs">
        {t('tip.title', { base: money(base) })}
      </Text>
      <Stack $gap="md">
        <Row $gap="sm" $wrap>
          <Pill
            type="button"
            aria-pressed={!isTyped && compareAmounts(tip, zero) === 0}
            onClick={() => choose(zero)}
          >
            {t('tip.none')}
          </Pill>
          {offers.map(({ percent, value }) => (
            <Pill
              key={percent}
              type="button"
              aria-pressed={!isTyped && compareAmounts(tip, value) === 0 && compareAmounts(value, zero) > 0}
              onClick={() => choose(value)}
            >
              <Stack as="span">
                {t('tip.percent', { percent })}
                <Small as="span">{money(value)}</Small>
              </Stack>
            </Pill>
          ))}
          {typedPlaces !== undefined && (
            <Pill type="button" aria-pressed={isTyped} onClick={() => type('')}>
              {t('tip.other')}
            </Pill>
          )}
        </Row>
        {isTyped && (
          <TextField
            // The diner has just asked for this field.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            label={t('tip.howMuch')}
            value={typed}
            onChange={({ target }) => type(target.value)}
            inputMode="decimal"
            autoComplete="off"
          />
        )}
      </Stack>
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
