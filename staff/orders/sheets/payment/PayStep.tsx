import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero, zero, placesOf } from '#projections/bill/money.ts';
import { ShareList } from '#ui/bill/ShareList.tsx';
import { computeShares, type Share } from '#ui/bill/shares.ts';
import { tipBase } from '#projections/bill/tip.ts';
import { TipPills } from '#ui/bill/TipPills.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Box, Row, Small, Stack } from '#ui/primitives.tsx';
import { useAct } from '../../../calls/use-act.ts';
import { useMoney } from '../../../use-money.ts';
import { isOwed } from '../../board/board-order.ts';
import { AmountFields, useAmounts } from './AmountFields.tsx';
import { toInput } from './amounts.ts';
import { DiscountList } from './DiscountList.tsx';
import { PaymentList } from './PaymentList.tsx';
import type { StepProps } from '../step-props.ts';

const methods = ['cash', 'card'] as const;

/** Records a payment. The amount is the full debt unless another one is typed. */
export function PayStep({ order, placed, staff, onAsk, onDone }: StepProps) {
  return (
    <Stack $gap="lg">
      {/* Starts again with the new amount if another device records a payment. */}
      {isOwed(order) && (
        <Payment key={order.owed} order={order} placed={placed} staff={staff} onDone={onDone} />
      )}
      <DiscountList order={order} placed={placed} staff={staff} onAsk={onAsk} />
      <PaymentList placed={placed} currency={staff.currency} />
    </Stack>
  );
}

function Payment({ order, placed, staff, onDone }: Pick<StepProps, 'order' | 'placed' | 'staff' | 'onDone'>) {
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const { act, doing, problem } = useAct(staff.currency);
  const amounts = useAmounts(toInput(order.owed), placesOf(order.totalAmount));
  const [share, setShare] = useState<Share>();
  const someone = t('tables.nameless');
  const shares = computeShares(placed, { me: undefined, myName: '', someone, currency: staff.currency });

  const handleShare = (next: Share | undefined) => {
    setShare(next);
    amounts.setAmountText(toInput(next?.owed ?? order.owed));
  };
  const handlePaid = (method: (typeof methods)[number]) => {
    const taken = amounts.take();
    if (!taken) return;
    act(
      {
        type: 'orderPaid',
        orderId: order.id,
        owed: order.owed,
        method,
        ...taken,
        ...(share && { share: share.userId }),
      },
      { says: t('acts.paid', { price: money(taken.amount), method: t(`pay.${method}`) }), onDone },
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
      <AmountFields amounts={amounts} label={t('pay.amount')} hasTip problem={problem?.text} />
      <TipPills
        percentages={staff.tips}
        base={tipBase(amounts.amount ?? zero, placed)}
        tip={amounts.tip ?? zero}
        currency={staff.currency}
        money={money}
        onChoose={(next) => amounts.setTipText(isZero(next) ? '' : toInput(next))}
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
