import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Paying, PaymentAttempt } from '#contract/calls/payment.ts';
import type { Order } from '#contract/order-fields.ts';
import { sum } from '#projections/bill/money.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { formatMoney } from '#projections/bill/format-money.ts';
import { ThankYou } from './ThankYou.tsx';

/** The payment from whose page the diner comes back. Its id is in the address. */
export function useOwnAttempt(paying: Paying | undefined): PaymentAttempt | undefined {
  const [params] = useSearchParams();
  const paymentId = params.get('payment');
  return paying?.attempts.find((each) => each.paymentId === paymentId);
}

interface Props {
  readonly order: Order;
  readonly currency: string;
  readonly own: PaymentAttempt | undefined;
  /** The own payment succeeded, or else the bill of today is paid. */
  readonly isThanked: boolean;
}

/** Tells a diner who comes back from the payment page how it went. Once the order is paid, it thanks every diner. */
export function PaymentNews({ order, currency, own, isThanked }: Props) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  if (isThanked) return <ThankYou {...{ order, currency, own }} />;
  if (own === undefined || own.state === 'paid') return null;
  const { state, amount, tip, paymentId: payment } = own;
  const price = formatMoney(sum([amount, tip]), currency, language);
  return (
    <Banner tone={state === 'underWay' ? 'info' : 'warning'}>
      {t(`paying.news.${state}`, { price, payment })}
    </Banner>
  );
}
