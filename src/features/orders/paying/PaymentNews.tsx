import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Paying } from '#contract/calls/payment.ts';
import { sum } from '#projections/bill/money.ts';
import { useDiner } from '#src/diner/diner.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { formatMoney } from '#projections/bill/format-money.ts';

interface Props {
  readonly paying: Paying | undefined;
  readonly currency: string;
  /** Everything is paid, and the order is of today. */
  readonly isSettled: boolean;
}

/**
 * Tells a diner who comes back from the payment page whether the payment succeeded. Once the order is paid, it thanks
 * every diner.
 */
export function PaymentNews({ paying, currency, isSettled }: Props) {
  const { t } = useTranslation('order');
  const name = useDiner().member?.firstName;
  const language = useLanguage();
  const [params] = useSearchParams();
  const paymentId = params.get('payment');
  const attempt = paying?.attempts.find((each) => each.paymentId === paymentId);
  if (!attempt)
    return (
      isSettled && <Banner tone="info">{name ? t('paying.thanks', { name }) : t('paying.thanksAll')}</Banner>
    );
  const { state, amount, tip } = attempt;
  const price = formatMoney(sum([amount, tip]), currency, language);
  return (
    <Banner tone={state === 'paid' || state === 'underWay' ? 'info' : 'warning'}>
      {state === 'paid' && name
        ? t('paying.news.paidBy', { name, price })
        : t(`paying.news.${state}`, { price, payment: attempt.paymentId })}
    </Banner>
  );
}
