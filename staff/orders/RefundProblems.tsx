import { useTranslation } from 'react-i18next';
import { styled } from 'styled-components';
import { retryRefund, settleRefund, type RefundToLookAfter } from '#contract/calls/provider-refunds.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Small, Text } from '#ui/primitives.tsx';
import { space } from '#ui/theme/tokens.ts';
import { formatMoney } from '#projections/bill/format-money.ts';
import { useStaffChange } from '../calls/staff-queries.ts';

/** The problems with words of their own. Any other is a refusal by the provider. */
const named = ['wrongKey', 'unreachable', 'tooMany', 'otherProvider', 'notCard', 'restored'] as const;

/** Refunds that the payment provider has not done, until staff have dealt with them (A3). */
export function RefundProblems({
  refunds = [],
}: {
  readonly refunds?: readonly RefundToLookAfter[] | undefined;
}) {
  const { t } = useTranslation('staff');
  const language = useLanguage();
  const retrying = useStaffChange(retryRefund);
  const settling = useStaffChange(settleRefund);
  return refunds.map(({ refundId, serial, tableName, state, reference, detail, ...refund }) => {
    const provider = t('providers.name', { context: refund.provider });
    const amount = formatMoney(refund.amount, refund.currency, language);
    const why = named.find((kind) => kind === refund.why) ?? 'refused';
    return (
      <Banner key={refundId} tone={state === 'trying' ? 'warning' : 'danger'}>
        <Text as="h2" $type="strong">
          {tableName === null ? t('orders.toGo') : t('orders.table', { name: tableName })}
          {' · '}
          {t('refundProblems.title')}
        </Text>
        <p>{t(`refundProblems.${state}`, { serial, amount, provider })}</p>
        <p>{t(`refundProblems.why.${why}`, { provider })}</p>
        {detail !== '' && <p>{t('refundProblems.detail', { provider, detail })}</p>}
        <p>{t(`refundProblems.look.${state}`, { provider })}</p>
        {reference !== '' && <Small>{t('refundProblems.reference', { reference })}</Small>}
        <Actions>
          <Button variant="quiet" busy={retrying.isPending} onClick={() => retrying.mutate({ refundId })}>
            {t('refundProblems.again')}
          </Button>
          <Button variant="quiet" busy={settling.isPending} onClick={() => settling.mutate({ refundId })}>
            {t('refundProblems.done')}
          </Button>
        </Actions>
      </Banner>
    );
  });
}

/** Aligns the text of the first button with the text above. */
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  margin-inline-start: calc(-1 * ${space.md});
`;
