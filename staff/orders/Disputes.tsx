import { useTranslation } from 'react-i18next';
import { settleDispute, type PaymentDispute } from '#contract/calls/payment.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Small, Text } from '#ui/primitives.tsx';
import { formatMoney } from '#projections/bill/format-money.ts';
import { useStaffChange } from '../calls/staff-queries.ts';

interface Props {
  readonly disputes: readonly PaymentDispute[];
  /** The currency of the payment request, ISO 4217. */
  readonly currency: string;
}

/** Payments whose page reported another amount than requested, until a person has dealt with them (A3). */
export function Disputes({ disputes, currency }: Props) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const settling = useStaffChange(settleDispute);
  return disputes.map((dispute) => {
    const { paymentId, serial, tableName, reference } = dispute;
    const asked = formatMoney(dispute.asked, currency, language);
    const told = dispute.told === null ? undefined : formatMoney(dispute.told, dispute.currency, language);
    return (
      <Banner key={paymentId} tone="danger">
        <Text as="h2" $type="strong">
          {tableName === null ? t('orders.toGo') : t('orders.table', { name: tableName })}
          {' · '}
          {t('disputes.title')}
        </Text>
        <p>
          {told === undefined
            ? t('disputes.unsaid', { serial, asked })
            : t('disputes.wrong', { serial, asked, told })}
        </p>
        <p>{t('disputes.text')}</p>
        {reference && <Small>{t('disputes.reference', { reference })}</Small>}
        <Button variant="quiet" busy={settling.isPending} onClick={() => settling.mutate({ paymentId })}>
          {t('disputes.done')}
        </Button>
      </Banner>
    );
  });
}
