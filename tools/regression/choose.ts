import { logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { projectCartView, emptyView } from '#projections/merge/cart-view.ts';
import { explain } from '#projections/merge/explain.ts';
import { findDivergences, mergeTimes } from '#projections/replay/axis.ts';
import { replayAll } from '#projections/replay/replay.ts';
import { hashView } from '#projections/merge/view-json.ts';
import { countNoun, describeEvent, describeExplanation } from '../replay/words.ts';
import {
  explainPlainly,
  compareViews,
  findLastWithoutEffect,
  findLineState,
  mergeStepwise,
  hasDifference,
  type Difference,
} from './difference.ts';

export interface Chosen {
  readonly difference: Difference;
  readonly found: string;
}

export type Choice = ({ readonly ok: true } & Chosen) | { readonly ok: false; readonly complaint: string };

/**
 * Chooses what a case of one log tests, at the end of the log. Without an event or a line in the options, it is the
 * first of these: an error of the incremental merge, the last event without an effect, the whole cart.
 */
export function chooseInLog(
  records: readonly LogRecord[],
  asked: { readonly event?: string | undefined; readonly line?: string | undefined },
): Choice {
  if (asked.event !== undefined) return chooseEvent(records, asked.event);
  if (asked.line !== undefined) return chooseLine(records, asked.line);
  if (hasDifference({ kind: 'reading' }, [records]))
    return accept({ kind: 'reading' }, 'going on from view to view shows another cart than the plain reading of the rules (G1)'); // prettier-ignore
  const id = findLastWithoutEffect(records);
  if (id !== undefined) return chooseEvent(records, id);
  const log = logOf(records);
  return accept({ kind: 'view', digest: hashView(projectCartView(log)) }, `the whole cart after ${countNoun(records.length, 'record')}`); // prettier-ignore
}

function chooseEvent(records: readonly LogRecord[], id: string): Choice {
  const log = logOf(records);
  const explanation = explain(log, id);
  if (explanation.kind === 'unknown') return refuse(`no record up to there contains the event ${id}`);
  const event = log.entries.get(id)?.event;
  const what = event ? ` ${describeEvent(event)}` : '';
  return accept(
    { kind: 'event', id, answer: explainPlainly(log, id) },
    `${id}${what}: ${describeExplanation(explanation)}`,
  );
}

function chooseLine(records: readonly LogRecord[], lineId: string): Choice {
  const state = findLineState(records, lineId);
  if (!state) return refuse(`no record up to there shows a line ${lineId}`);
  const { quantity, notes } = state;
  const words = quantity === 0 ? 'was there and is gone' : `${quantity}${notes && `, notes "${notes}"`}`;
  return accept({ kind: 'line', lineId, quantity, notes }, `line ${lineId}: ${words}`);
}

/**
 * Finds two phones that show different carts, and how many records of each log lead there.
 * @param at a moment. Default: the end, or the first difference if the phones agree at the end.
 */
export function findDivergence(
  logs: readonly (readonly LogRecord[])[],
  at: { readonly phone: number; readonly count: number } | undefined,
) {
  const axis = mergeTimes(logs);
  const phones = logs.map((records) => replayAll(records));
  const all = findDivergences(axis, phones);
  const given = at && axis.findIndex(({ phone, index }) => phone === at.phone && index === at.count - 1);
  const place = given ?? axis.length - 1;
  const open = all.findLast(({ from, to }) => from <= place && (to === undefined || place < to));
  const first = at ? undefined : all[0];
  const divergence = open ?? first;
  if (!divergence) return undefined;
  const until = open ? place : divergence.settledAt;
  const counts = logs.map((_, phone) => axis.slice(0, until + 1).filter((moment) => moment.phone === phone).length);
  const views = phones.map((phone, index) => {
    const count = counts[index]!;
    return hashView(count === 0 ? emptyView : phone.viewAt(count));
  });
  const author = axis[divergence.from]!.phone;
  const one = views.some((view) => view !== views[author]) ? author : 0;
  const other = views.findIndex((view) => view !== views[one]);
  // The phone whose record caused the difference comes first.
  return other < 0 ? undefined : { counts, pair: [one, other] };
} // prettier-ignore

/** Chooses what a case of two logs tests: the difference between the two carts at the ends. */
export function chooseBetween(logs: readonly [readonly LogRecord[], readonly LogRecord[]]): Choice {
  const [mine, theirs] = [mergeStepwise(logs[0]), mergeStepwise(logs[1])];
  const difference = compareViews(mine, theirs);
  if (!difference) return refuse('both show the same');
  const { lines, values, sameKnowledge } = difference;
  const parts = [
    ...(lines.length > 0 ? [countNoun(lines.length, 'line')] : []),
    ...values.map(({ what }) => what),
  ];
  const why = sameKnowledge
    ? 'although they have the same events (G5)'
    : 'one had not received all events of the other';
  return accept(difference, `a and b differ in ${parts.join(', ') || 'the order of lines'}: ${why}`);
}

function accept(difference: Difference, found: string): Choice {
  return { ok: true, difference, found };
}

function refuse(complaint: string): Choice {
  return { ok: false, complaint };
}
