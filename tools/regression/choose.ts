import { logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { cartView, emptyView } from '#projections/merge/cart-view.ts';
import { explain } from '#projections/merge/explain.ts';
import { findDivergences, mergeTimes } from '#projections/replay/axis.ts';
import { replayAll } from '#projections/replay/replay.ts';
import { viewDigest } from '#projections/merge/view-json.ts';
import { counted, eventWords, explanationWords } from '../replay/words.ts';
import {
  answerOf,
  betweenViews,
  lastWithoutEffect,
  lineState,
  liveView,
  stillShows,
  type Difference,
} from './difference.ts';

export interface Chosen {
  readonly difference: Difference;
  readonly found: string;
}

export type Choice = ({ readonly ok: true } & Chosen) | { readonly ok: false; readonly complaint: string };

/** Of one log, at its end. */
export function chooseIn(
  records: readonly LogRecord[],
  asked: { readonly event?: string | undefined; readonly line?: string | undefined },
): Choice {
  if (asked.event !== undefined) return ofEvent(records, asked.event);
  if (asked.line !== undefined) return ofLine(records, asked.line);
  if (stillShows({ kind: 'reading' }, [records]))
    return chosen({ kind: 'reading' }, 'going on from view to view shows another cart than the plain reading of the rules (G1)'); // prettier-ignore
  const id = lastWithoutEffect(records);
  if (id !== undefined) return ofEvent(records, id);
  const log = logOf(records);
  return chosen({ kind: 'view', digest: viewDigest(cartView(log)) }, `the whole cart after ${counted(records.length, 'record')}`); // prettier-ignore
}

function ofEvent(records: readonly LogRecord[], id: string): Choice {
  const log = logOf(records);
  const explanation = explain(log, id);
  if (explanation.kind === 'unheard') return refused(`no record up to there speaks of an event ${id}`);
  const event = log.entries.get(id)?.event;
  const what = event ? ` ${eventWords(event)}` : '';
  return chosen(
    { kind: 'event', id, answer: answerOf(log, id) },
    `${id}${what}: ${explanationWords(explanation)}`,
  );
}

function ofLine(records: readonly LogRecord[], lineId: string): Choice {
  const state = lineState(records, lineId);
  if (!state) return refused(`no record up to there shows a line ${lineId}`);
  const { quantity, notes } = state;
  const words = quantity === 0 ? 'was there and is gone' : `${quantity}${notes && `, notes "${notes}"`}`;
  return chosen({ kind: 'line', lineId, quantity, notes }, `line ${lineId}: ${words}`);
}

/** At a moment of the axis (the end when undefined), or at the first where the phones parted if they agree at the end. */
export function partedAt(
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
    return viewDigest(count === 0 ? emptyView : phone.viewAt(count));
  });
  const author = axis[divergence.from]!.phone;
  const one = views.some((view) => view !== views[author]) ? author : 0;
  const other = views.findIndex((view) => view !== views[one]);
  // The one whose record parted them stands first.
  return other < 0 ? undefined : { counts, pair: [one, other] };
} // prettier-ignore

export function chooseBetween(logs: readonly [readonly LogRecord[], readonly LogRecord[]]): Choice {
  const [mine, theirs] = [liveView(logs[0]), liveView(logs[1])];
  const difference = betweenViews(mine, theirs);
  if (!difference) return refused('both show the same');
  const { lines, values, sameKnowledge } = difference;
  const parts = [
    ...(lines.length > 0 ? [counted(lines.length, 'line')] : []),
    ...values.map(({ what }) => what),
  ];
  const why = sameKnowledge ? 'though they know the same (G5)' : 'one had not heard all that the other knew';
  return chosen(difference, `a and b differ in ${parts.join(', ') || 'the order of lines'}: ${why}`);
}

function chosen(difference: Difference, found: string): Choice {
  return { ok: true, difference, found };
}

function refused(complaint: string): Choice {
  return { ok: false, complaint };
}
