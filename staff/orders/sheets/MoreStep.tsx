import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/Button.tsx';
import { Stack } from '#ui/primitives.tsx';
import { useAct } from '../../calls/use-act.ts';
import type { Step } from '../asked.ts';
import { isOpen } from '../board/board-order.ts';
import { PrintRounds } from '../../kitchen/printers/PrintRounds.tsx';
import { Problem } from './Problem.tsx';
import type { StepProps } from './step-props.ts';

/** The rarer actions for an order. */
export function MoreStep({ order, placed, staff, onAsk, onDone }: StepProps) {
  const { t } = useTranslation('staff');
  const { act, isPending, problem } = useAct(staff.currency);
  const { id: orderId, serial, isClosed } = order;
  const ask = (step: Step) => () => onAsk({ step, orderId });
  const handleReopen = () =>
    act({ type: 'orderReopened', orderId, reason: '' }, { says: t('acts.reopened', { serial }), onDone });

  return (
    <Stack $gap="md">
      <Problem text={problem?.text} />
      {isClosed && (
        <Button wide busy={isPending} onClick={handleReopen}>
          {t('close.reopen')}
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
    </Stack>
  );
}
