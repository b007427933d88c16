import { useTranslation } from 'react-i18next';
import type { PlacedItem } from '#contract/order-fields.ts';
import { compareAmounts, zero } from '#projections/bill/money.ts';
import { Banner } from '#ui/feedback/Banner.tsx';
import { Stack, Text } from '#ui/primitives.tsx';
import { useAct } from '../../calls/use-act.ts';
import { useMoney } from '../../use-money.ts';
import { computeDishState } from '../dishes/dish-state.ts';
import { useDishWords } from '../dishes/use-dish-words.ts';
import { Problem } from './Problem.tsx';
import { Reasons } from './Reasons.tsx';
import type { StepProps } from './step-props.ts';

const usual = ['till', 'left', 'house', 'mistake'] as const;
const usualOfCancelling = ['changed', 'kitchen', 'mistake'] as const;

interface Props extends StepProps {
  readonly outcome: 'completed' | 'cancelled';
}

/** Closes an order and lists what it leaves unpaid or unserved (A2). */
export function CloseStep({ order, placed, staff, outcome, onDone }: Props) {
  const { t } = useTranslation('staff');
  const words = useDishWords(staff.merchantId);
  const money = useMoney(staff.currency);
  const { act, isPending, problem } = useAct(staff.currency);
  const { id: orderId, serial } = order;
  // If the server refused because something has just changed, ask about the current amounts.
  const owed = problem?.refused?.owed ?? order.owed;
  const unsent = problem?.refused?.unsent ?? order.newPieces;
  const isCancelling = outcome === 'cancelled';
  const describeLines = (piecesOf: (line: PlacedItem) => number) =>
    placed.orderItems
      .filter((line) => piecesOf(line) > 0)
      .map((line) => words.piecesOf(line, piecesOf(line)))
      .join(t('close.and'));
  const neverSent = describeLines((line) => computeDishState(line).fresh);
  const notServed = describeLines((line) => computeDishState(line).inKitchen + computeDishState(line).ready);

  const handleReason = (reason: string) =>
    act(
      { type: 'orderClosed', orderId, outcome, reason, owed, unsent },
      { says: t(isCancelling ? 'acts.cancelled' : 'acts.closed', { serial }), onDone },
    );
  return (
    <Stack $gap="lg">
      <Banner tone="warning">
        <Text $type="strong">{t('close.leaves')}</Text>
        <ul>
          {compareAmounts(owed, zero) > 0 && <li>{t('close.owed', { price: money(owed) })}</li>}
          {neverSent !== '' && <li>{t('close.unsent', { dishes: neverSent })}</li>}
          {notServed !== '' && <li>{t('close.unserved', { dishes: notServed })}</li>}
        </ul>
      </Banner>
      {isCancelling && <Text>{t('close.cancelText')}</Text>}
      <Problem text={problem?.text} />
      <Reasons
        legend={t(isCancelling ? 'close.cancelWhy' : 'close.why')}
        reasons={
          isCancelling
            ? usualOfCancelling.map((reason) => t(`close.cancelReasons.${reason}`))
            : usual.map((reason) => t(`close.reasons.${reason}`))
        }
        submit={t(isCancelling ? 'close.cancelSubmit' : 'close.submit')}
        busy={isPending}
        onReason={handleReason}
      />
    </Stack>
  );
}
