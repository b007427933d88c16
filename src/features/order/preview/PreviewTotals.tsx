import { useTranslation } from 'react-i18next';
import type { Preview } from '#contract/order-fields.ts';
import { compareAmounts, zero, type Amount } from '#projections/bill/money.ts';
import { isRegistered } from '#client/api/diner-state.ts';
import { ApiError } from '#client/api/api-error.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { getRefusalText } from '#ui/i18n/refusal-text.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Stack, VisuallyHidden } from '#ui/primitives.tsx';
import { useOrderPlace } from '#src/cart/hooks.ts';

interface Props {
  readonly totals: Preview | undefined;
  /** The sum of the dishes at the prices of the menu on this phone. It is shown if the server sends no totals. */
  readonly ofDishes: Amount;
  readonly offline: boolean;
  readonly failed: boolean;
  /** The server's reason for giving no totals. */
  readonly refusal: Error | undefined;
  readonly retrying: boolean;
  onRetry(): void;
}

/** The totals of the order. Only the server can calculate discounts, charges and taxes. */
export function PreviewTotals(props: Props) {
  const { totals, ofDishes, offline, failed, refusal, retrying, onRetry } = props;
  const { t } = useTranslation('cart');
  const language = useLanguage();
  const failureText = useFailureText();

  const reason =
    refusal instanceof ApiError && refusal.code !== undefined
      ? getRefusalText(refusal.code, isRegistered())
      : undefined;
  if (reason)
    return (
      <Banner tone="warning">
        <p>{t(reason)}</p>
      </Banner>
    );
  if (failed || refusal)
    return (
      <>
        <Stack as="dl" $gap="xs">
          <Sum label={t('preview.subtotal')} amount={ofDishes} />
        </Stack>
        <Banner tone="warning">
          <p>{t(offline ? 'preview.failedOffline' : 'preview.failed')}</p>
          {!offline && refusal && <p>{failureText(refusal)}</p>}
          <Button variant="quiet" busy={retrying} onClick={onRetry}>
            {t('preview.tryAgain')}
          </Button>
        </Banner>
      </>
    );
  if (!totals)
    return (
      <Stack $gap="sm" aria-busy>
        <VisuallyHidden as="output">{t('preview.working')}</VisuallyHidden>
        <Skeleton />
        <Skeleton />
        <Skeleton $height="2lh" />
      </Stack>
    );

  const rate = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 4 });
  const { subTotalAmount, totalDiscountAmount, totalChargeAmount, totalTaxAmount, totalAmount } = totals;
  const { isIncluded = false } = totals.taxTerms ?? {};
  const taxes = totals.orderTaxes.map((tax) => (
    <Sum
      key={tax.id ?? tax.name}
      label={t(isIncluded ? 'preview.taxIncluded' : 'preview.taxAt', {
        name: tax.name,
        rate: rate.format(Number(tax.rate)),
      })}
      amount={tax.amount}
    />
  ));
  return (
    <Stack as="dl" $gap="xs">
      <Sum label={t('preview.subtotal')} amount={subTotalAmount} />
      {isSome(totalDiscountAmount) && (
        <Sum label={t('preview.discount')} amount={`-${totalDiscountAmount}`} />
      )}
      {isSome(totalChargeAmount) && <Sum label={t('preview.serviceCharge')} amount={totalChargeAmount} />}
      {!isIncluded && taxes}
      {totals.orderTaxes.length === 0 && isSome(totalTaxAmount) && (
        <Sum label={t('preview.tax')} amount={totalTaxAmount} />
      )}
      <Sum isTotal label={t('preview.total')} amount={totalAmount} />
      {isIncluded && taxes}
    </Stack>
  );
}

function Sum(line: { label: string; amount: Amount; isTotal?: boolean }) {
  return <MoneyLine {...line} currency={useOrderPlace().currency} />;
}

function isSome(amount: Amount): boolean {
  return compareAmounts(amount, zero) > 0;
}
