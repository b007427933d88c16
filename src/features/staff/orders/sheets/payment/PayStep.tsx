import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zero } from '#projections/bill/money.ts';
import { ShareList } from '#src/kit/split/ShareList.tsx';
import { sharesOf, type Share } from '#src/kit/split/shares.ts';
import { TipPills } from '#src/kit/split/TipPills.tsx';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { TextField } from '#src/kit/ui/controls/TextField.tsx';
import { Box, Row, Small, Stack } from '#src/kit/ui/primitives.tsx';
import { useAct } from '../../../calls/use-act.ts';
import { useMoney } from '../../../use-money.ts';
import { isOwed } from '../../board/board-order.ts';
import { asTyped, typedAmount } from './amounts.ts';
import { PaymentList } from './PaymentList.tsx';
import type { StepProps } from '../step-props.ts';

const methods = ['cash', 'card'] as const;

/** What was paid, and how: all that is owed unless another amount is typed. */
export function PayStep({ order, placed, staff, onDone }: StepProps) {
  return (
    <Stack $gap="lg">
      {/* When somebody else takes a payment the figure is another one. */}
      {isOwed(order) && (
        <Payment key={order.owed} order={order} placed={placed} staff={staff} onDone={onDone} />
      )}
      <PaymentList placed={placed} currency={staff.currency} />
    </Stack>
  );
}

function Payment({ order, placed, staff, onDone }: Pick<StepProps, 'order' | 'placed' | 'staff' | 'onDone'>) {
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const { act, doing, problem } = useAct(staff.currency);
  const [amountText, setAmountText] = useState(asTyped(order.owed));
  const [tipText, setTipText] = useState('');
  const [share, setShare] = useState<Share>();
  const someone = t('tables.nameless');
  const shares = sharesOf(placed, { me: undefined, myName: '', someone, currency: staff.currency });
  const [isTried, setTried] = useState(false);
  const amount = typedAmount(amountText, staff.currency);
  const tip = typedAmount(tipText, staff.currency);
  const isTipWrong = tip === undefined && Number(tipText.trim() || zero) !== 0;
  const wrong = t('pay.amountWrong');

  const handleShare = (next: Share | undefined) => {
    setShare(next);
    setAmountText(asTyped(next?.owed ?? order.owed));
  };
  const handlePaid = (method: (typeof methods)[number]) => {
    setTried(true);
    if (amount === undefined || isTipWrong) return;
    act(
      {
        type: 'orderPaid',
        orderId: order.id,
        amount,
        owed: order.owed,
        method,
        ...(tip !== undefined && { tip }),
        ...(share && { share: share.userId }),
      },
      { says: t('acts.paid', { price: money(amount), method: t(`pay.${method}`) }), onDone },
    );
  };
  return (
    <Stack $gap="md">
      {shares.length > 1 && (
        <ShareList
          title={t('pay.shares')}
          shares={shares}
          chosenId={share?.userId}
          money={money}
          onChoose={handleShare}
        />
      )}
      <Row $gap="md" $wrap>
        <Box $grow="readable">
          <TextField
            label={t('pay.amount')}
            value={amountText}
            onChange={({ target }) => setAmountText(target.value)}
            inputMode="decimal"
            autoComplete="off"
            error={isTried && amount === undefined ? wrong : problem?.text}
          />
        </Box>
        <Box $grow="readable">
          <TextField
            label={t('pay.tip')}
            value={tipText}
            onChange={({ target }) => setTipText(target.value)}
            inputMode="decimal"
            autoComplete="off"
            error={isTried && isTipWrong ? wrong : undefined}
          />
        </Box>
      </Row>
      <TipPills
        percentages={staff.tips}
        amount={amount ?? zero}
        tip={tip ?? zero}
        currency={staff.currency}
        money={money}
        onChoose={(next) => setTipText(next === zero ? '' : asTyped(next))}
      />
      <Row $gap="md">
        {methods.map((method) => (
          <Box key={method} $grow>
            <Button
              wide
              busy={doing?.type === 'orderPaid' && doing.method === method}
              onClick={() => handlePaid(method)}
            >
              {t(`pay.${method}`)}
            </Button>
          </Box>
        ))}
      </Row>
      <Small>{t('pay.ends')}</Small>
    </Stack>
  );
}
