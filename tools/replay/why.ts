/** `--why ID`: explains the result of an event, with the events that caused it. */
import { formatEventId } from '#events/log/event-id.ts';
import { type Log, logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { reach } from '#events/log/version-vector.ts';
import { explain, type Explanation } from '#projections/merge/explain.ts';
import type { LineChange } from '#projections/merge/line-changes.ts';
import { Replay } from '#projections/replay/replay.ts';
import { createLabeller } from './readable.ts';
import { collectNames, formatTime } from './steps.ts';
import { describeEvent, describeExplanation, describeLineEnd, describeRecord, type NameOf } from './words.ts';

/**
 * Returns a line for the event, one for the reason, and one for each event that caused it. Undefined if the log does
 * not mention the event.
 */
export function explainEvent(records: readonly LogRecord[], id: string): string[] | undefined {
  const log = logOf(records);
  const explanation = explain(log, id);
  if (explanation.kind === 'unknown') return undefined;
  const nameOf = collectNames([records]);
  const read = createLabeller([{ records }]);
  return [
    describeEventWithTime(log, id, nameOf),
    `  ${describeExplanation(explanation)}`,
    ...listCauses(explanation).map(
      (each) => `  ${describeEventWithTime(log, each, nameOf)}${describeSeen(log, each, id)}`,
    ),
    ...describeEndOfLine(log, records, id, explanation, nameOf),
  ].map(read);
}

/** If the line that the event changed is gone by now: names the record that emptied it. */
function describeEndOfLine(
  log: Log,
  records: readonly LogRecord[],
  id: string,
  explanation: Explanation,
  nameOf: NameOf,
): string[] {
  const changed = explanation.kind === 'changed' ? explanation.changes.at(-1) : undefined;
  if (changed === undefined) return [];
  const isOfLine = (line: LineChange) => line.userId === changed.userId && line.lineId === changed.lineId;
  const replay = new Replay();
  for (const record of records) replay.add(record);
  const cart = replay.view.carts.find(({ userId }) => userId === changed.userId);
  if (cart?.lines.some(({ lineId }) => lineId === changed.lineId)) return [];
  const end = replay.steps.findLast(({ effect }) =>
    effect.changes.some((line) => isOfLine(line) && line.after === 0),
  );
  if (end === undefined || ('event' in end.record && end.record.event.id === id)) return [];
  const what =
    'event' in end.record
      ? describeEventWithTime(log, end.record.event.id, nameOf)
      : describeRecord(end.record);
  return [`  ${describeLineEnd(end.number)}`, `  ${what}`];
}

function describeEventWithTime(log: Log, id: string, nameOf: NameOf): string {
  const event = log.entries.get(id)?.event;
  if (!event) return `${id} (not in this log)`;
  return `${id} ${formatTime(event.at[0])} ${nameOf(event.userId)} ${describeEvent(event)}`;
}

/** Returns the ids of the events that caused the result. */
function listCauses(explanation: Explanation): readonly string[] {
  switch (explanation.kind) {
    case 'removed':
      return explanation.by;
    case 'changed':
      return explanation.keptBy;
    case 'blocked':
      return explanation.for;
    case 'nothing':
      return 'by' in explanation && explanation.by !== undefined ? [explanation.by] : [];
    default:
      return [];
  }
}

/** Describes the last event of the phone that the author of the cause had seen. */
function describeSeen(log: Log, cause: string, id: string): string {
  const replicaId = log.entries.get(id)?.replicaId;
  const seen = log.entries.get(cause)?.event.seen;
  if (replicaId === undefined || seen === undefined || reach(seen, replicaId) === 0) return '';
  return `, having seen ${formatEventId(replicaId, reach(seen, replicaId))}`;
}
