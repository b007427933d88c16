import { useTranslation } from 'react-i18next';
import { compareAmounts, zero, placesOf } from '#projections/bill/money.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Box, Row, Stack } from '#ui/primitives.tsx';
import { useAct } from '../../../calls/use-act.ts';
import { useMoney } from '../../../use-money.ts';
import { isPaidTooMuch } from '../../board/board-order.ts';
import { AmountFields, useAmounts } from './AmountFields.tsx';
import { toInput } from './amounts.ts';
import { PaymentList } from './PaymentList.tsx';
import type { StepProps } from '../step-props.ts';

const ways = { cash: 'pay.giveBackCash', card: 'pay.giveBackCard' } as const;

/** Records a refund: the overpaid amount, or any other amount. (D51) */
export function GiveBackStep({ order, placed, staff, onDone }: StepProps) {
  const { t } = useTranslation('staff');
  const money = useMoney(staff.currency);
  const { act, doing, problem } = useAct(staff.currency);
  const isTooMuch = isPaidTooMuch(order);
  const amounts = useAmounts(isTooMuch ? toInput(order.paidTooMuch) : '', placesOf(order.totalAmount));
  const hasTips = compareAmounts(placed.paymentsTips ?? zero, zero) > 0;

  const handleBack = (method: keyof typeof ways) => {
    const taken = amounts.take();
    if (!taken) return;
    act(
      { type: 'orderRefunded', orderId: order.id, method, reason: '', ...taken },
      { says: t('acts.givenBack', { price: money(taken.amount), method: t(`pay.${method}`) }), onDone },
    );
  };
  return (
    <Stack $gap="lg">
      {isTooMuch && <Banner tone="warning">{t('pay.tooMuch', { price: money(order.paidTooMuch) })}</Banner>}
      <AmountFields
        amounts={amounts}
        label={t('pay.giveBackAmount')}
        hasTip={hasTips}
        problem={problem?.text}
      />
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
