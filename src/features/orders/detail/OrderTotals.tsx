import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { Stack, VisuallyHidden } from '#ui/primitives.tsx';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { useMoneyLines } from './use-money-lines.ts';

interface Props {
  readonly order: Order;
  readonly currency: string;
  readonly taxName: string | undefined;
}

/** The totals of the order, its payments and the amount still owed. */
export function OrderTotals({ order, currency, taxName }: Props) {
  const { t } = useTranslation('order');
  const lines = useMoneyLines(order, currency, taxName);
  return (
    <section>
      <VisuallyHidden as="h2">{t('detail.totals')}</VisuallyHidden>
      <Stack as="dl" $gap="xs" $padInline="lg">
        {lines.map((line, index) => (
          <MoneyLine key={index} {...line} currency={currency} />
        ))}
      </Stack>
    </section>
  );
}
