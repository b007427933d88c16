import type { Order } from '#contract/order-fields.ts';
import { listRounds } from '#ui/bill/order-rounds.ts';
import { calculateProgress, isAwaited, steps, type Step } from './order-steps.ts';

/** The rounds whose dishes are not all served, in one line. */
export interface AwaitedDishes {
  /** undefined if the table waits for several rounds. */
  readonly round: number | undefined;
  /** The furthest step of a piece that is not served. */
  readonly step: Step;
  readonly total: number;
  /** The number of pieces that are served; undefined if the server does not send it. */
  readonly served: number | undefined;
}

/** Summarises what the table waits for. Returns undefined if everything is served, or the order is closed. */
export function summariseAwaited(order: Order): AwaitedDishes | undefined {
  if (!isAwaited(order)) return undefined;
  const rounds = listRounds(order, undefined)
    .map(({ round, diners }) => ({ round, lines: diners.flatMap(({ lines }) => lines) }))
    .filter(({ lines }) => {
      const progress = calculateProgress(lines, order);
      return progress !== undefined && progress.pieces.served < progress.total;
    });
  const progress = calculateProgress(
    rounds.flatMap(({ lines }) => lines),
    order,
  );
  if (!progress) return undefined;
  const { pieces, total, marks } = progress;
  return {
    round: rounds.length === 1 ? rounds[0]?.round : undefined,
    step: steps.findLast((each) => each !== 'served' && pieces[each] > 0) ?? 'received',
    total,
    served: marks.some(({ step }) => step === 'served') ? pieces.served : undefined,
  };
}
