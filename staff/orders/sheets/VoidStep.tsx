import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlacedItem } from '#contract/order-fields.ts';
import { Stack } from '#ui/primitives.tsx';
import { useAct } from '../../calls/use-act.ts';
import { useDishWords } from '../dishes/use-dish-words.ts';
import { PiecesStepper } from './PiecesStepper.tsx';
import { Problem } from './Problem.tsx';
import { Reasons } from './Reasons.tsx';
import type { StepProps } from './step-props.ts';

const usual = ['none', 'mistake', 'changed', 'bad'] as const;

/** Voids pieces of a dish. */
export function VoidStep({ order, staff, line, onDone }: StepProps & { line: PlacedItem }) {
  const { t } = useTranslation('staff');
  const words = useDishWords(staff.merchantId);
  const { act, isPending, problem } = useAct(staff.currency);
  // One piece, unless the dish is weighed: most mistakes are about one.
  const [wanted, setWanted] = useState(words.formatWeight(line) === undefined ? 1 : line.quantity);
  const quantity = Math.min(wanted, line.quantity);

  const handleReason = (reason: string) =>
    act(
      { type: 'dishVoided', orderId: order.id, orderItemId: line.id, quantity, reason },
      { says: t('acts.voided', { dish: words.piecesOf(line, quantity) }), onDone },
    );
  return (
    <Stack $gap="lg">
      <PiecesStepper
        pieces={quantity}
        most={line.quantity}
        weight={words.formatWeight(line, quantity)}
        onChange={setWanted}
      />
      <Problem text={problem?.text} />
      <Reasons
        legend={t('void.why')}
        reasons={staff.reasons?.void ?? usual.map((reason) => t(`void.reasons.${reason}`))}
        submit={t('void.submit')}
        busy={isPending}
        onReason={handleReason}
      />
    </Stack>
  );
}
