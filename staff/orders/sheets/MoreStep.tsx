import { useTranslation } from 'react-i18next';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { sumPayments } from '#ui/bill/payments.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Stack } from '#ui/primitives.tsx';
import { useAct } from '../../calls/use-act.ts';
import type { Step } from '../asked.ts';
import { isOpen, isOwed } from '../board/board-order.ts';
import { PrintRounds } from '../../kitchen/printers/PrintRounds.tsx';
import { DiscountList } from './payment/DiscountList.tsx';
import { PaymentList } from './payment/PaymentList.tsx';
import { Problem } from './Problem.tsx';
import type { StepProps } from './step-props.ts';

/** The rarer actions for an order, and its payments. */
export function MoreStep({ order, placed, staff, onAsk, onDone }: StepProps) {
  const { t } = useTranslation('staff');
  const { act, isPending, problem } = useAct(staff.currency);
  const { id: orderId, serial, isClosed } = order;
  const isPaid = compareAmounts(sumPayments(placed), zero) > 0;
  const ask = (step: Step) => () => onAsk({ step, orderId });
  const handleReopen = () =>
    act({ type: 'orderReopened', orderId, reason: '' }, { says: t('acts.reopened', { serial }), onDone });

  return (
    <Stack $gap="md">
      <Problem text={problem?.text} />
      {isClosed ? (
        <Button wide busy={isPending} onClick={handleReopen}>
          {t('close.reopen')}
        </Button>
      ) : (
        <>
          <Button wide variant="secondary" onClick={ask('add')}>
            {t('orders.add')}
          </Button>
          <Button wide variant="secondary" onClick={ask('discount')}>
            {t('discount.title')}
          </Button>
        </>
      )}
      <Button wide variant="secondary" onClick={ask('receipt')}>
        {t(isOwed(order) ? 'receipt.printBill' : 'receipt.printReceipt')}
      </Button>
      {isPaid && (
        <Button wide variant="secondary" onClick={ask('giveBack')}>
          {t('pay.giveBack')}
        </Button>
      )}
      {isOpen(order) && !isClosed && (
        <>
          <Button wide variant="secondary" onClick={ask('close')}>
            {t('close.open')}
          </Button>
          <Button wide variant="secondary" onClick={ask('cancel')}>
            {t('close.cancelOpen')}
          </Button>
        </>
      )}
      <PrintRounds placed={placed} merchantId={staff.merchantId} />
      <DiscountList order={order} placed={placed} staff={staff} onAsk={onAsk} />
      <PaymentList placed={placed} currency={staff.currency} />
    </Stack>
  );
}
