/**
 * Calculates the progress of dishes and rounds from the quantities that the server sends for each line.
 *
 *     received ──→ cooking ──→ onItsWay ──→ served
 *
 * A piece is counted at the last step it has reached. For example, of 3 noodles with `qtySentToKitchen` 3, `qtyReady` 2
 * and `qtyServed` 1, one piece is cooking, one is on its way and one is served. A server that sends neither `qtyReady` nor
 * `qtyServed` has only the first two steps.
 */
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { orderStatus, sendStatus } from '#contract/states.ts';

/** The steps of a piece, in order. */
export const steps = ['received', 'cooking', 'onItsWay', 'served'] as const;
export type Step = (typeof steps)[number];

/** The number of pieces at each step. */
export type Pieces = Readonly<Record<Step, number>>;

export interface Progress {
  /** The last step that all pieces have reached. */
  readonly step: Step;
  /** The number of pieces, without those that the restaurant took off the order. */
  readonly total: number;
  readonly pieces: Pieces;
  /** The steps that the server knows, each with the number of pieces that have reached it. */
  readonly marks: readonly { readonly step: Step; readonly reached: number }[];
}

/** The state of the whole order, for servers that send no quantities for lines. */
type OfOrder = Pick<Order, 'sendStatus'>;

/**
 * Counts the pieces of a line at each step. The server's quantities may contradict each other. So no count exceeds the
 * pieces of the line, and a piece that has reached a step has also reached the steps before it.
 */
export function countPieces(line: PlacedItem, { sendStatus: sent }: OfOrder): Pieces {
  const { quantity: left, qtyServed = 0, qtyReady = 0, qtyVoid = 0 } = line;
  // A server may send no quantities for lines, only the state of the order.
  const { qtySentToKitchen = sent === sendStatus.allSent ? left : 0 } = line;
  const within = (count: number, least: number) => Math.max(least, Math.min(count, left));
  const served = within(qtyServed, 0);
  const ready = within(qtyReady, served);
  const cooking = within(qtySentToKitchen - qtyVoid, ready);
  const pieces = { received: left - cooking, cooking: cooking - ready, onItsWay: ready - served, served };
  return line.unitLabel ? foldIntoOneDish(pieces) : pieces;
}

/** A dish sold by weight counts as one piece. It is at the earliest step of its parts. */
function foldIntoOneDish(pieces: Pieces): Pieces {
  const earliest = steps.find((step) => pieces[step] > 0);
  return { received: 0, cooking: 0, onItsWay: 0, served: 0, ...(earliest && { [earliest]: 1 }) };
}

/** The progress of some lines together; undefined if the restaurant took all their pieces off the order. */
export function calculateProgress(lines: readonly PlacedItem[], order: OfOrder): Progress | undefined {
  const pieces = { received: 0, cooking: 0, onItsWay: 0, served: 0 };
  for (const line of lines) {
    const more = countPieces(line, order);
    for (const step of steps) pieces[step] += more[step];
  }
  const total = steps.reduce((sum, step) => sum + pieces[step], 0);
  if (total === 0) return undefined;
  const hasAllSteps = lines.some((line) => line.qtyReady !== undefined || line.qtyServed !== undefined);
  const knownSteps = hasAllSteps ? steps : steps.slice(0, 2);
  const marks = knownSteps.map((step, index) => ({
    step,
    reached: steps.slice(index).reduce((sum, each) => sum + pieces[each], 0),
  }));
  const last = marks.findLast(({ reached }) => reached === total);
  return { step: last?.step ?? 'received', total, pieces, marks };
}

/** When the first dishes of a round were ordered, ms since 1970; undefined if the server does not send it. */
export function findPlacedAt(
  { round, lines }: { readonly round: number; readonly lines: readonly PlacedItem[] },
  { createAt }: Pick<Order, 'createAt'>,
): number | undefined {
  const times = lines.flatMap(({ placedAt }) => (placedAt ? [placedAt] : []));
  if (times.length > 0) return Math.min(...times);
  // Some servers send 0 instead of a time.
  return round <= 1 && createAt > 0 ? createAt : undefined;
}

/** When the last of the lines reached the step, ms since 1970; undefined if the server does not send it. */
export function findReachedAt(lines: readonly PlacedItem[], step: Step): number | undefined {
  if (step !== 'cooking' && step !== 'served') return undefined;
  const times = lines.flatMap(({ quantity, sentAt, servedAt }) => {
    const at = step === 'served' ? servedAt : sentAt;
    return quantity > 0 && at ? [at] : [];
  });
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** True while diners wait for dishes of the order. The kitchen no longer cooks for a closed or cancelled order. */
export function isAwaited({ status }: Pick<Order, 'status'>): boolean {
  return status === orderStatus.progressing;
}
