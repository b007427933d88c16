/** `--why ID`: what became of an event, with the events that decided it. */
import { eventId } from '#events/log/event-id.ts';
import { type Log, logOf } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import { reach } from '#events/log/version-vector.ts';
import { explain, type Explanation } from '#projections/merge/explain.ts';
import { readable } from './readable.ts';
import { collectNames, timeWord } from './steps.ts';
import { eventWords, explanationWords, type NameOf } from './words.ts';

/** A line for the event, one for why, one for each event that decided it; undefined: no record speaks of it. */
export function whyWords(records: readonly LogRecord[], id: string): string[] | undefined {
  const log = logOf(records);
  const explanation = explain(log, id);
  if (explanation.kind === 'unheard') return undefined;
  const nameOf = collectNames([records]);
  const read = readable([{ records }]);
  return [
    eventLine(log, id, nameOf),
    `  ${explanationWords(explanation)}`,
    ...decidedBy(explanation).map((each) => `  ${eventLine(log, each, nameOf)}${seenWords(log, each, id)}`),
  ].map(read);
}

function eventLine(log: Log, id: string, nameOf: NameOf): string {
  const event = log.entries.get(id)?.event;
  if (!event) return `${id} (not in this log)`;
  return `${id} ${timeWord(event.at[0])} ${nameOf(event.userId)} ${eventWords(event)}`;
}

/** The ids that an explanation names as the cause. */
function decidedBy(explanation: Explanation): readonly string[] {
  switch (explanation.kind) {
    case 'void':
      return explanation.by;
    case 'changed':
      return explanation.keptBy;
    case 'waits':
      return explanation.for;
    case 'nothing':
      return 'by' in explanation && explanation.by !== undefined ? [explanation.by] : [];
    default:
      return [];
  }
}

/** E1: how far its author had seen the replica of the other event. */
function seenWords(log: Log, cause: string, id: string): string {
  const replicaId = log.entries.get(id)?.replicaId;
  const seen = log.entries.get(cause)?.event.seen;
  if (replicaId === undefined || seen === undefined || reach(seen, replicaId) === 0) return '';
  return `, having seen ${eventId(replicaId, reach(seen, replicaId))}`;
}
