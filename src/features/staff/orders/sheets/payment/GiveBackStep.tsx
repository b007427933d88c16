import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { TextField } from '#src/kit/ui/controls/TextField.tsx';
import { Banner } from '#src/kit/ui/feedback/Banner.tsx';
import { Box, Row, Stack } from '#src/kit/ui/primitives.tsx';
import { useAct } from '../../../calls/use-act.ts';
import { useMoney } from '../../../use-money.ts';
import { isPaidTooMuch } from '../../board/board-order.ts';
import { asTyped, typedAmount } from './amounts.ts';
import { PaymentList } from './PaymentList.tsx';
import type { StepProps } from '../step-props.ts';

const ways = { cash: 'pay.giveBackCash', card: 'pay.giveBackCard' } as const;

/** D51: money that the guests got back: what was paid too much, or any other part. */
export function GiveBackStep({ order, placed, staff, onDone }: StepProps) {
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const { act, doing, problem } = useAct(staff.currency);
  const isTooMuch = isPaidTooMuch(order);
  const [amountText, setAmountText] = useState(isTooMuch ? asTyped(order.paidTooMuch) : '');
  const [tipText, setTipText] = useState('');
  const [isTried, setTried] = useState(false);
  const amount = typedAmount(amountText, staff.currency);
  const tip = typedAmount(tipText, staff.currency);
  const isTipWrong = tip === undefined && Number(tipText.trim() || zero) !== 0;
  const hasTips = compareAmounts(placed.paymentsTips ?? zero, zero) > 0;

  const handleBack = (method: keyof typeof ways) => {
    setTried(true);
    if (amount === undefined || isTipWrong) return;
    act(
      {
        type: 'orderRefunded',
        orderId: order.id,
        amount,
        method,
        reason: '',
        ...(tip !== undefined && { tip }),
      },
      { says: t('acts.givenBack', { price: money(amount), method: t(`pay.${method}`) }), onDone },
    );
  };
  return (
    <Stack $gap="lg">
      {isTooMuch && <Banner tone="warning">{t('pay.tooMuch', { price: money(order.paidTooMuch) })}</Banner>}
      <Row $gap="md" $wrap>
        <Box $grow="readable">
          <TextField
            label={t('pay.giveBackAmount')}
            value={amountText}
            onChange={({ target }) => setAmountText(target.value)}
            inputMode="decimal"
            autoComplete="off"
            error={isTried && amount === undefined ? t('pay.amountWrong') : problem?.text}
          />
        </Box>
        {hasTips && (
          <Box $grow="readable">
            <TextField
              label={t('pay.tip')}
              value={tipText}
              onChange={({ target }) => setTipText(target.value)}
              inputMode="decimal"
              autoComplete="off"
              error={isTried && isTipWrong ? t('pay.amountWrong') : undefined}
            />
          </Box>
        )}
      </Row>
      <Row $gap="md" $wrap>
        {(['cash', 'card'] as const).map((method) => (
          <Box key={method} $grow>
            <Button
              wide
              variant="secondary"
              busy={doing?.type === 'orderRefunded' && doing.method === method}
              onClick={() => handleBack(method)}
            >
              {t(ways[method])}
            </Button>
          </Box>
        ))}
      </Row>
      <PaymentList placed={placed} currency={staff.currency} />
    </Stack>
  );
}
