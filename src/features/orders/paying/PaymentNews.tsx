import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { Paying } from '#contract/calls/payment.ts';
import { sum } from '#projections/bill/money.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { moneyText } from '#src/kit/ui/text/Price.tsx';

/** Back from the payment page: how it went there. */
export function PaymentNews({ paying, currency }: { paying: Paying | undefined; currency: string }) {
  const { t } = useTranslation('order');
  const language = useLanguage();
  const [params] = useSearchParams();
  const paymentId = params.get('payment');
  const attempt = paying?.attempts.find((each) => each.paymentId === paymentId);
  if (!attempt) return null;
  const { state, amount, tip } = attempt;
  const price = moneyText(sum([amount, tip]), currency, language);
  return (
    <Banner tone={state === 'paid' || state === 'underWay' ? 'info' : 'warning'}>
      {t(`paying.news.${state}`, { price, payment: attempt.paymentId })}
    </Banner>
  );
}
