/** A1: how far dishes and rounds have come, as far as the server tells it. Pure. */
import type { Order, PlacedItem } from '#contract/order-fields.ts';
import { orderStatus, sendStatus } from '#contract/states.ts';

/** Where a piece stands, the least far first. */
export const steps = ['received', 'cooking', 'onItsWay', 'served'] as const;
export type Step = (typeof steps)[number];

/** Pieces by where they stand; each piece is counted once. */
export type Pieces = Readonly<Record<Step, number>>;

export interface Progress {
  /** As far as all pieces have come. */
  readonly step: Step;
  /** What is still ordered. */
  readonly total: number;
  readonly pieces: Pieces;
  /** The steps that the server tells of, and how many pieces have come so far or further. */
  readonly marks: readonly { readonly step: Step; readonly reached: number }[];
}

/** What is said of a whole order where its lines say nothing. */
type OfOrder = Pick<Order, 'sendStatus'>;

/** A line's pieces by where they stand: none has come further than there are, and what is further was before. */
export function piecesOf(line: PlacedItem, { sendStatus: sent }: OfOrder): Pieces {
  const { quantity: left, qtyServed = 0, qtyReady = 0, qtyVoid = 0 } = line;
  // P5: a server may say nothing of its lines.
  const { qtySentToKitchen = sent === sendStatus.allSent ? left : 0 } = line;
  const within = (count: number, least: number) => Math.max(least, Math.min(count, left));
  const served = within(qtyServed, 0);
  const ready = within(qtyReady, served);
  const cooking = within(qtySentToKitchen - qtyVoid, ready);
  const pieces = { received: left - cooking, cooking: cooking - ready, onItsWay: ready - served, served };
  return line.unitLabel ? asOneDish(pieces) : pieces;
}

/** A weighed dish is as far as its least far step. */
function asOneDish(pieces: Pieces): Pieces {
  const least = steps.find((step) => pieces[step] > 0);
  return { received: 0, cooking: 0, onItsWay: 0, served: 0, ...(least && { [least]: 1 }) };
}

/** How far some lines have come together; undefined: nothing of them is ordered any more. */
export function progressOf(lines: readonly PlacedItem[], order: OfOrder): Progress | undefined {
  const pieces = { received: 0, cooking: 0, onItsWay: 0, served: 0 };
  for (const line of lines) {
    const more = piecesOf(line, order);
    for (const step of steps) pieces[step] += more[step];
  }
  const total = steps.reduce((sum, step) => sum + pieces[step], 0);
  if (total === 0) return undefined;
  // P5: what a server never tells of is no step of its orders.
  const isTold = lines.some((line) => line.qtyReady !== undefined || line.qtyServed !== undefined);
  const told = isTold ? steps : steps.slice(0, 2);
  const marks = told.map((step, index) => ({
    step,
    reached: steps.slice(index).reduce((sum, each) => sum + pieces[each], 0),
  }));
  const last = marks.findLast(({ reached }) => reached === total);
  return { step: last?.step ?? 'received', total, pieces, marks };
}

/** When its first dishes were placed, ms; undefined: the server does not tell. */
export function placedAtOf(
  { round, lines }: { readonly round: number; readonly lines: readonly PlacedItem[] },
  { createAt }: Pick<Order, 'createAt'>,
): number | undefined {
  const times = lines.flatMap(({ placedAt }) => (placedAt ? [placedAt] : []));
  if (times.length > 0) return Math.min(...times);
  // P5: 0 is a time that the server did not tell.
  return round <= 1 && createAt > 0 ? createAt : undefined;
}

/** When the last of some lines came where all of them are, ms. */
export function reachedAtOf(lines: readonly PlacedItem[], step: Step): number | undefined {
  if (step !== 'cooking' && step !== 'served') return undefined;
  const times = lines.flatMap(({ quantity, sentAt, servedAt }) => {
    const at = step === 'served' ? servedAt : sentAt;
    return quantity > 0 && at ? [at] : [];
  });
  return times.length > 0 ? Math.max(...times) : undefined;
}

/** True while somebody waits for it: what is settled or cancelled is not cooked any more. */
export function isAwaited({ status }: Pick<Order, 'status'>): boolean {
  return status === orderStatus.progressing;
}
