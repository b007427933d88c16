import { useTranslation } from 'react-i18next';
import { isZero, zero } from '#projections/bill/money.ts';
import { ShareList } from '#ui/bill/ShareList.tsx';
import { computeShares } from '#ui/bill/shares.ts';
import { calculateTipBase } from '#projections/bill/tip.ts';
import { TipPills } from '#ui/bill/TipPills.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { Box, Row, Small, Stack, Text } from '#ui/primitives.tsx';
import { useAct } from '../../../calls/use-act.ts';
import { useMoney } from '../../../use-money.ts';
import { isOwed } from '../../board/board-order.ts';
import { AmountFields } from './AmountFields.tsx';
import { CashFields } from './CashFields.tsx';
import { payMethods, usePayment, type PayMethod } from './use-payment.ts';
import { toInput } from '#ui/bill/typed-amount.ts';
import { DiscountList } from './DiscountList.tsx';
import { PaymentList } from './PaymentList.tsx';
import type { StepProps } from '../step-props.ts';

/** Records a payment. The amount is the full debt unless another one is typed. */
export function PayStep({ order, placed, staff, onAsk, onDone }: StepProps) {
  return (
    <Stack $gap="lg">
      {/* Starts again with the new amount if another device records a payment. */}
      {isOwed(order) && (
        <Payment key={order.owed} order={order} placed={placed} staff={staff} onDone={onDone} />
      )}
      <DiscountList order={order} placed={placed} staff={staff} onAsk={onAsk} />
      <PaymentList order={placed} currency={staff.currency} />
    </Stack>
  );
}

function Payment({ order, placed, staff, onDone }: Pick<StepProps, 'order' | 'placed' | 'staff' | 'onDone'>) {
  const { t } = useTranslation('staff');
  const { currency, tips, cashCoin } = staff;
  const money = useMoney(currency);
  const { act, doing, problem } = useAct(currency);
  const someone = t('tables.nameless');
  const shares = computeShares(placed, { me: undefined, myName: '', someone, currency });
  const payment = usePayment(order, { cashCoin, shares });
  const { amounts, more } = payment;

  const handlePaid = (method: PayMethod) => {
    const taken = payment.take(method);
    if (!taken) return;
    act(
      { type: 'orderPaid', orderId: order.id, owed: order.owed, method, ...taken },
      { says: t('acts.paid', { price: money(taken.amount), method: t(`pay.${method}`) }), onDone },
    );
  };
  return (
    <Stack $gap="md">
      {shares.length > 1 && (
        <ShareList
          title={t('pay.shares')}
          shares={shares}
          chosen={payment.chosen}
          money={money}
          onToggle={payment.toggle}
        />
      )}
      <AmountFields amounts={amounts} label={t('pay.amount')} hasTip problem={problem?.text} />
      {more !== undefined && (
        <Box>
          <Text>{t('pay.more', { price: money(more) })}</Text>
          <Row $gap="sm" $wrap>
            <Button variant="quiet" onClick={() => payment.moveMore('tip')}>
              {t('pay.moreAsTip')}
            </Button>
            <Button variant="quiet" onClick={() => payment.moveMore('tendered')}>
              {t('pay.moreHandedOver')}
            </Button>
          </Row>
        </Box>
      )}
      <TipPills
        percentages={tips}
        base={calculateTipBase(amounts.amount ?? zero, placed)}
        tip={amounts.tip ?? zero}
        currency={currency}
        money={money}
        onChoose={(next) => amounts.setTipText(isZero(next) ? '' : toInput(next))}
      />
      <CashFields payment={payment} currency={currency} money={money} />
      <Row $gap="md">
        {payMethods.map((method) => (
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
