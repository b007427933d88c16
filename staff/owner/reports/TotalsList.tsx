import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { calculateReceived, type Sums } from '#contract/calls/numbers.ts';
import { isZero, calculateDifference, zero } from '#projections/bill/money.ts';
import { size, space } from '#ui/theme/tokens.ts';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { Small, Stack, Text } from '#ui/primitives.tsx';
import { useMoney } from '../../use-money.ts';
import { TaxTable } from './TaxTable.tsx';

const added = ['dishes', 'serviceCharge'] as const;
const takenOff = ['discounts', 'coupons'] as const;
const beside = ['voided', 'cancelled'] as const;
/** Not part of the total: tips are not owed, rounding belongs to cash alone, and refunds are already subtracted from each payment method. */
const besideTakings = ['tips', 'refunded', 'rounding'] as const;
const ownMethods = ['cash', 'card', 'online', 'unknown'] as const;

interface Props {
  readonly sums: Sums;
  readonly currency: string;
  /** Content next to the lists. */
  readonly children?: ReactNode;
}

/** The totals of sales, and the money received. For screen and paper. */
export function TotalsList({ sums: all, currency, children }: Props) {
  const { money: sums } = all;
  const { t } = useTranslation('numbers');
  const line = (name: Exclude<keyof Sums['money'], 'taxIncluded'>, amount = sums[name]) => (
    <MoneyLine key={name} label={t(`money.${name}`)} amount={amount} currency={currency} />
  );
  const [first, ...others] = added;
  const taxOnTop = calculateDifference(sums.tax, sums.taxIncluded);

  return (
    <Lists>
      <section>
        <Text as="h2" $type="heading" $below="sm">
          {t('sales')}
        </Text>
        <dl>
          {line(first)}
          {takenOff
            .filter((name) => !isZero(sums[name]))
            .map((name) => line(name, calculateDifference(zero, sums[name])))}
          {others.map((name) => line(name))}
          {!isZero(taxOnTop) && line('tax', taxOnTop)}
          {!isZero(sums.refundedSales) &&
            line('refundedSales', calculateDifference(zero, sums.refundedSales))}
          <MoneyLine label={t('money.total')} amount={sums.total} currency={currency} isTotal />
          {beside.filter((name) => !isZero(sums[name])).map((name) => line(name))}
        </dl>
      </section>
      {all.taxes.length > 0 && <TaxTable sums={all} currency={currency} />}
      <Takings sums={all} currency={currency} line={line} />
      {children}
    </Lists>
  );
}

interface TakingsProps extends Omit<Props, 'children'> {
  readonly line: (name: Exclude<keyof Sums['money'], 'taxIncluded'>) => ReactNode;
}

/** The money received by payment method, and the tips by person. */
function Takings({ sums: { money: sums, methods, tipsByPerson }, currency, line }: TakingsProps) {
  const { t } = useTranslation('numbers');
  const money = useMoney(currency);
  const nameMethod = (method: string) => {
    const own = ownMethods.find((each) => each === method);
    return own ? t(`method.${own}`) : method;
  };
  return (
    <>
      <section>
        <Text as="h2" $type="heading" $below="sm">
          {t('takings')}
        </Text>
        <Stack as="ul" $gap="xs">
          {methods.map((each) => (
            <li key={each.method}>
              <dl>
                <MoneyLine
                  label={nameMethod(each.method)}
                  amount={calculateDifference(each.paid, each.refunded)}
                  currency={currency}
                />
              </dl>
              <Small>
                {[
                  t('method.payments', { count: each.payments }),
                  ...(isZero(each.tips) ? [] : [`${t('money.tips')} ${money(each.tips)}`]),
                  ...(isZero(each.refunded) ? [] : [t('method.refunded', { price: money(each.refunded) })]),
                  ...(isZero(each.rounding) ? [] : [`${t('money.rounding')} ${money(each.rounding)}`]),
                  ...(each.method === 'cash'
                    ? [t('method.toCount', { price: money(calculateReceived(each)) })]
                    : []),
                ].join(' · ')}
              </Small>
            </li>
          ))}
        </Stack>
        <dl>
          <MoneyLine
            label={t('money.paid')}
            amount={calculateDifference(sums.paid, sums.refunded)}
            currency={currency}
            isTotal
          />
          {besideTakings.filter((name) => !isZero(sums[name])).map((name) => line(name))}
        </dl>
      </section>
      {tipsByPerson.length > 0 && (
        <section>
          <Text as="h2" $type="heading" $below="sm">
            {t('tipsByPerson')}
          </Text>
          <dl>
            {tipsByPerson.map(({ name, tips }) => (
              <MoneyLine
                key={name}
                label={name === '' ? t('tipsOnPhones') : name}
                amount={tips}
                currency={currency}
              />
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

/** Side by side where there is room. */
const Lists = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, ${size.card}), 1fr));
  gap: ${space.xl} ${space.giant};
`;
