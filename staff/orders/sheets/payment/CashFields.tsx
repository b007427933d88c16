import { useTranslation } from 'react-i18next';
import { compareAmounts, isZero, zero, type Amount } from '#projections/bill/money.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TextField } from '#ui/controls/TextField.tsx';
import { Stack } from '#ui/primitives.tsx';
import { MoneyLine } from '#ui/text/MoneyLine.tsx';
import type { usePayment } from './use-payment.ts';

interface Props {
  readonly payment: ReturnType<typeof usePayment>;
  readonly currency: string;
  money(amount: Amount): string;
}

/** The cash that was handed over, with the change. Shows the amount in cash if it is rounded. */
export function CashFields({ payment, currency, money }: Props) {
  const { t } = useTranslation('staff');
  const { rounding, inCash, change } = payment;
  return (
    <Stack $gap="sm">
      <TextField
        label={t('pay.tendered')}
        value={payment.tenderedText}
        onChange={({ target }) => payment.setTenderedText(target.value)}
        inputMode="decimal"
        autoComplete="off"
        error={payment.isTenderedWrong ? t('pay.tooLittle', { price: money(inCash) }) : undefined}
      />
      {(change !== undefined || !isZero(rounding)) && (
        <dl aria-live="polite">
          {!isZero(rounding) && <MoneyLine label={t('pay.rounding')} amount={rounding} currency={currency} />}
          <MoneyLine label={t('pay.inCash')} amount={inCash} currency={currency} />
          {change !== undefined && (
            <MoneyLine label={t('pay.change')} amount={change} currency={currency} isTotal />
          )}
        </dl>
      )}
      {change !== undefined && compareAmounts(change, zero) > 0 && (
        <Button variant="quiet" onClick={payment.changeToTip}>
          {t('pay.changeAsTip')}
        </Button>
      )}
    </Stack>
  );
}
