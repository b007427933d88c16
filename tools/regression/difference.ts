/** What about a log, at its end, is worth keeping: told apart by what decides it, so that a smaller log can show it too. */
import { itemKey } from '#events/item.ts';
import { logOf, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { sameVector } from '#events/log/version-vector.ts';
import { cartView, type CartLine, type CartView } from '#projections/merge/cart-view.ts';
import { explain, createExplainer, type Explanation } from '#projections/merge/explain.ts';
import { lineChanges, type LineChange } from '#projections/merge/line-changes.ts';
import { emptyReading, readMore, type Reading } from '#projections/merge/reading.ts';
import { valueChanges, type ValueChange } from '#projections/replay/value-changes.ts';
import { viewDigest } from '#projections/merge/view-json.ts';

/** Why an event shows as it does, without what hangs on all the others. */
export type Answer =
  | Exclude<Explanation, { readonly kind: 'changed' }>
  | { readonly kind: 'changed'; readonly rule: string; readonly changes: readonly PlainChange[] };

/** A line's change by what it is: [user, item's key, before, after, notes before]. */
type PlainChange = readonly [
  userId: string,
  itemKey: string,
  before: number,
  after: number,
  notesBefore: string,
];

export type Difference =
  /** G1: going on from the view before says something else than the plain reading of the rules. */
  | { readonly kind: 'reading' }
  /** What became of an event, and why. */
  | { readonly kind: 'event'; readonly id: string; readonly answer: Answer }
  /** A line's quantity and notes; of one that was there and is gone: quantity 0. */
  | { readonly kind: 'line'; readonly lineId: string; readonly quantity: number; readonly notes: string }
  /** Everything that diners see, as a digest (G5). */
  | { readonly kind: 'view'; readonly digest: string }
  /** What the first phone shows beyond the second, and whether they know the same (then the rules are broken). */
  | {
      readonly kind: 'between';
      readonly lines: readonly PlainChange[];
      readonly values: readonly ValueChange[];
      readonly sameKnowledge: boolean;
    };

type Between = Extract<Difference, { kind: 'between' }>;

/** A view that goes on from the one before: handed in, so that a broken one can be looked at. */
export type Live = (records: readonly LogRecord[]) => CartView;

export const liveView: Live = (records) => {
  let reading: Reading = emptyReading;
  // As a phone does: it shows every one of them.
  for (const record of records) reading = readMore(reading, [record]);
  return reading.merged.view;
};

/** The logs (one; of `between` two) still show the difference at their ends. */
export function stillShows(
  difference: Difference,
  logs: readonly (readonly LogRecord[])[],
  live: Live = liveView,
): boolean {
  const [first = [], second = []] = logs;
  switch (difference.kind) {
    case 'reading':
      return viewDigest(live(first)) !== viewDigest(cartView(logOf(first)));
    case 'event':
      return sameAnswer(difference.answer, answerOf(logOf(first), difference.id));
    case 'line': {
      const { lineId, quantity, notes } = difference;
      const now = lineState(first, lineId);
      return now?.quantity === quantity && now.notes === notes;
    }
    case 'view':
      return viewDigest(cartView(logOf(first))) === difference.digest;
    case 'between':
      return sameBetween(difference, betweenViews(live(first), live(second)));
    default:
      return difference satisfies never;
  }
}

export function answerOf(log: Log, id: string): Answer {
  const explanation = explain(log, id);
  if (explanation.kind !== 'changed') return explanation;
  return { ...explanation, changes: explanation.changes.map(plainChange) };
}

/** The last event of these that is void, rejected or waits at the end, by the order in which the log learnt of them. */
export function lastWithoutEffect(records: readonly LogRecord[]): string | undefined {
  const log = logOf(records);
  const waiting = new Set(cartView(log).blocked);
  const why = createExplainer(log);
  const ids = [...log.entries.keys()].toReversed();
  return ids.find((id) => log.rejected.has(id) || waiting.has(id) || why(id).kind === 'void');
}

/** The line as it shows; with quantity 0 when it did and does no more; undefined: it never did. */
export function lineState(
  records: readonly LogRecord[],
  lineId: string,
): { readonly quantity: number; readonly notes: string } | undefined {
  let reading: Reading = emptyReading;
  let state: { quantity: number; notes: string } | undefined;
  for (const record of records) {
    reading = readMore(reading, [record]);
    const line = lineOf(reading.merged.view, lineId);
    if (line) state = { quantity: line.quantity, notes: line.item.notes };
    else if (state) state = { ...state, quantity: 0 };
  }
  return state;
}

/** What `mine` shows beyond `theirs`; undefined where diners see the same. */
export function betweenViews(mine: CartView, theirs: CartView): Between | undefined {
  if (viewDigest(mine) === viewDigest(theirs)) return undefined;
  return {
    kind: 'between',
    lines: lineChanges(theirs.carts, mine.carts).map(plainChange),
    values: valueChanges(theirs, mine),
    sameKnowledge: sameVector(mine.known, theirs.known) && mine.blocked.join() === theirs.blocked.join(),
  };
}

/** Of several causes one is enough, but no other may take its place. */
function sameAnswer(whole: Answer, now: Answer): boolean {
  if (whole.kind === 'void' && now.kind === 'void') return someOf(whole.by, now.by);
  if (whole.kind === 'waits' && now.kind === 'waits') return someOf(whole.for, now.for);
  if (whole.kind === 'cut' && now.kind === 'cut')
    return (
      someOf(whole.voids, now.voids) &&
      someOf(whole.keeps, now.keeps) &&
      someOf(whole.emptiesBaseOf, now.emptiesBaseOf)
    );
  return JSON.stringify(whole) === JSON.stringify(now);
}

/** An order that one has not heard of parts every line of the table: one of them is enough. */
function sameBetween(whole: Between, now: Between | undefined): boolean {
  if (!now || now.sameKnowledge !== whole.sameKnowledge) return false;
  const parts = ({ lines, values }: Between) => [...lines, ...values].map((each) => JSON.stringify(each));
  return someOf(parts(whole), parts(now));
}

function someOf(whole: readonly string[], now: readonly string[]): boolean {
  return now.every((id) => whole.includes(id)) && (now.length > 0 || whole.length === 0);
}

function lineOf(view: CartView, lineId: string): CartLine | undefined {
  return view.carts
    .flatMap(({ lines }) => lines)
    .find((line) => line.lineId === lineId || line.aliases.includes(lineId));
}

function plainChange({ userId, item, before, after, notesBefore }: LineChange): PlainChange {
  return [userId, itemKey(item), before, after, notesBefore];
}
