/**
 * The difference that a regression case shows at the end of its logs. It contains only what decides the bug, without
 * what depends on all other events. A much smaller log can therefore show the same difference.
 */
import { getItemKey } from '#events/item.ts';
import { logOf, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { isSameVector } from '#events/log/version-vector.ts';
import { projectCartView, type CartLine, type CartView } from '#projections/merge/cart-view.ts';
import { explain, createExplainer, type Explanation } from '#projections/merge/explain.ts';
import { listLineChanges, type LineChange } from '#projections/merge/line-changes.ts';
import { emptyReading, readMore, type Reading } from '#projections/merge/reading.ts';
import { listValueChanges, type ValueChange } from '#projections/replay/value-changes.ts';
import { hashView } from '#projections/merge/view-json.ts';

/** The explanation of an event, without the parts that depend on all other events. */
export type Answer =
  | Exclude<Explanation, { readonly kind: 'changed' }>
  | { readonly kind: 'changed'; readonly rule: string; readonly changes: readonly PlainChange[] };

/** A change of a line, by its item instead of its id: [user, item key, before, after, notes before]. */
type PlainChange = readonly [
  userId: string,
  itemKey: string,
  before: number,
  after: number,
  notesBefore: string,
];

export type Difference =
  /** The incremental merge and the full merge disagree. */
  | { readonly kind: 'reading' }
  /** The result of an event, and the reason. */
  | { readonly kind: 'event'; readonly id: string; readonly answer: Answer }
  /** A line's quantity and notes. A line that was removed has quantity 0. */
  | { readonly kind: 'line'; readonly lineId: string; readonly quantity: number; readonly notes: string }
  /** A digest of everything that diners see. */
  | { readonly kind: 'view'; readonly digest: string }
  /** What the first phone shows and the second does not. If both know the same, this is a bug of the merge. */
  | {
      readonly kind: 'between';
      readonly lines: readonly PlainChange[];
      readonly values: readonly ValueChange[];
      readonly sameKnowledge: boolean;
    };

type Between = Extract<Difference, { kind: 'between' }>;

/** The incremental merge of records. A parameter, so that tests can pass a broken one. */
export type Live = (records: readonly LogRecord[]) => CartView;

export const mergeStepwise: Live = (records) => {
  let reading: Reading = emptyReading;
  // Merge after each record, as a phone does.
  for (const record of records) reading = readMore(reading, [record]);
  return reading.merged.view;
};

/** Returns whether the logs still show the difference at their ends. `between` needs two logs, the others one. */
export function hasDifference(
  difference: Difference,
  logs: readonly (readonly LogRecord[])[],
  live: Live = mergeStepwise,
): boolean {
  const [first = [], second = []] = logs;
  switch (difference.kind) {
    case 'reading':
      return hashView(live(first)) !== hashView(projectCartView(logOf(first)));
    case 'event':
      return isSameAnswer(difference.answer, explainPlainly(logOf(first), difference.id));
    case 'line': {
      const { lineId, quantity, notes } = difference;
      const now = findLineState(first, lineId);
      return now?.quantity === quantity && now.notes === notes;
    }
    case 'view':
      return hashView(projectCartView(logOf(first))) === difference.digest;
    case 'between':
      return isPartOfBetween(difference, compareViews(live(first), live(second)));
    default:
      return difference satisfies never;
  }
}

export function explainPlainly(log: Log, id: string): Answer {
  const explanation = explain(log, id);
  if (explanation.kind !== 'changed') return explanation;
  return { ...explanation, changes: explanation.changes.map(toPlainChange) };
}

/** Returns the last event, in the order of the log, that is removed, rejected or blocked at the end. */
export function findLastWithoutEffect(records: readonly LogRecord[]): string | undefined {
  const log = logOf(records);
  const waiting = new Set(projectCartView(log).blocked);
  const why = createExplainer(log);
  const ids = [...log.entries.keys()].toReversed();
  return ids.find((id) => log.rejected.has(id) || waiting.has(id) || why(id).kind === 'removed');
}

/** Returns a line at the end. Quantity 0: it was removed. Undefined: the log never showed it. */
export function findLineState(
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

/** Returns what `mine` shows and `theirs` does not. Undefined if diners see the same. */
export function compareViews(mine: CartView, theirs: CartView): Between | undefined {
  if (hashView(mine) === hashView(theirs)) return undefined;
  return {
    kind: 'between',
    lines: listLineChanges(theirs.carts, mine.carts).map(toPlainChange),
    values: listValueChanges(theirs, mine),
    sameKnowledge: isSameVector(mine.known, theirs.known) && mine.blocked.join() === theirs.blocked.join(),
  };
}

/**
 * Returns whether a smaller log explains an event the same way. Some of the causes may be gone, but none may be new.
 */
function isSameAnswer(whole: Answer, now: Answer): boolean {
  if (whole.kind === 'removed' && now.kind === 'removed') return isSubset(whole.by, now.by);
  if (whole.kind === 'blocked' && now.kind === 'blocked') return isSubset(whole.for, now.for);
  if (whole.kind === 'removal' && now.kind === 'removal')
    return (
      isSubset(whole.removes, now.removes) &&
      isSubset(whole.keeps, now.keeps) &&
      isSubset(whole.emptiesBaseOf, now.emptiesBaseOf)
    );
  return JSON.stringify(whole) === JSON.stringify(now);
}

/** Returns whether a part of the difference is left. One missing order changes every line, and one line is enough. */
function isPartOfBetween(whole: Between, now: Between | undefined): boolean {
  if (!now || now.sameKnowledge !== whole.sameKnowledge) return false;
  const listParts = ({ lines, values }: Between) => [...lines, ...values].map((each) => JSON.stringify(each));
  return isSubset(listParts(whole), listParts(now));
}

function isSubset(whole: readonly string[], now: readonly string[]): boolean {
  return now.every((id) => whole.includes(id)) && (now.length > 0 || whole.length === 0);
}

function lineOf(view: CartView, lineId: string): CartLine | undefined {
  return view.carts
    .flatMap(({ lines }) => lines)
    .find((line) => line.lineId === lineId || line.aliases.includes(lineId));
}

function toPlainChange({ userId, item, before, after, notesBefore }: LineChange): PlainChange {
  return [userId, getItemKey(item), before, after, notesBefore];
}
