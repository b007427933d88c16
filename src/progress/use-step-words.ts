import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order-fields.ts';
import { orderType } from '#contract/states.ts';
import { steps, type Pieces, type Progress, type Step } from './order-steps.ts';

export interface StepWords {
  /** The name of a step. */
  of(step: Step): string;
  /** The number of pieces at each step, the last step first. */
  describePieces(pieces: Pieces): readonly string[];
  /** A sentence about the current step and the next. */
  next(progress: Progress): string;
}

/** The words for the steps, which differ between orders that are served and orders that are picked up. */
export function useStepWords({ type }: Pick<Order, 'type'>): StepWords {
  const { t } = useTranslation('order');
  const isToGo = toGo.has(type);
  const describePieces = (of: Pieces) =>
    steps
      .toReversed()
      .filter((step) => of[step] > 0)
      .map((step) => t(`${isToGo ? 'toGo' : 'steps'}.pieces.${step}`, { count: of[step] }));
  return {
    of: (step) => t(`${isToGo ? 'toGo' : 'steps'}.${step}`),
    describePieces,
    next(progress) {
      const { step, total, pieces: now, marks } = progress;
      if (now[step] < total) return describePieces(now).join(t('money.separator'));
      const isLast = marks.at(-1)?.step === step && step !== 'served';
      return isLast ? t('steps.next.kitchen') : t(`${isToGo ? 'toGo' : 'steps'}.next.${step}`);
    },
  };
}

const toGo: ReadonlySet<number> = new Set([
  orderType.pickup,
  orderType.toGo,
  orderType.onlinePickup,
  orderType.onlineToGo,
  orderType.onlineTakeout,
]);
