import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import type { Order } from '#contract/order-fields.ts';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { border, colour, space, type } from '#src/kit/theme/tokens.ts';
import { Price } from '#src/kit/ui/text/Price.tsx';
import { Stack, VisuallyHidden } from '#src/kit/ui/primitives.tsx';

interface Line {
  readonly label: string;
  readonly amount: Amount;
}

interface Props {
  readonly order: Order;
  readonly currency: string;
  /** In the diner's language; the order has it in the language of who placed it. */
  readonly taxName: string | undefined;
}

/** The money lines under the order (D22). */
export function Totals({ order, currency, taxName }: Props) {
  const { t } = useTranslation('order');
  const { subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTaxAmount, totalAmount } = order;
  const coupons = order.orderCoupons.map(({ name }) => name).join(' · ');
  const taxes: Line[] = order.orderTaxes.map(({ name, amount }) => ({
    label: (order.orderTaxes.length === 1 && taxName) || name,
    amount,
  }));
  if (taxes.length === 0) taxes.push({ label: t('detail.tax'), amount: totalTaxAmount ?? zero });
  const lines = [
    { label: t('detail.subtotal'), amount: subTotalAmount ?? zero },
    { label: coupons || t('detail.discount'), amount: `-${totalDiscountAmount ?? zero}` },
    { label: t('detail.service'), amount: totalChargeAmount ?? zero },
    ...taxes,
  ].filter(({ amount }) => compareAmounts(amount, zero) !== 0);

  return (
    <section>
      <VisuallyHidden as="h2">{t('detail.totals')}</VisuallyHidden>
      <Stack as="dl" $gap="xs" $padInline="lg">
        {lines.map(({ label, amount }) => (
          <Row key={label}>
            <dt>{label}</dt>
            <dd>
              <Price amount={amount} currency={currency} />
            </dd>
          </Row>
        ))}
        <Total>
          <dt>{t('detail.total')}</dt>
          <dd>
            <Price amount={totalAmount ?? zero} currency={currency} />
          </dd>
        </Total>
      </Stack>
    </section>
  );
}

const Row = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space.lg};
  color: ${colour('textMuted')};
`;

const Total = styled(Row)`
  padding-top: ${space.sm};
  margin-top: ${space.xs};
  ${type.heading};
  color: ${colour('text')};
  border-top: ${border.thin} solid ${colour('line')};
`;
