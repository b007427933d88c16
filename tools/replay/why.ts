/** `--why ID`: what became of an event, with the events that decided it. */
import { eventId } from '#events/event-id.ts';
import { type Log, logOf } from '#events/log.ts';
import type { LogRecord } from '#events/records.ts';
import { reach } from '#events/version-vector.ts';
import { explain, type Explanation } from '#projections/merge/explain.ts';
import { explanationWords } from './effects.ts';
import { readable } from './readable.ts';
import { namesIn, timeWord } from './steps.ts';
import { eventWords, idWords, type NameOf } from './words.ts';

/** A line for the event, one for why, one for each event that decided it; undefined: no record speaks of it. */
export function whyWords(records: readonly LogRecord[], id: string): string[] | undefined {
  const log = logOf(records);
  const explanation = explain(log, id);
  if (explanation.kind === 'unheard') return undefined;
  const nameOf = namesIn([records]);
  const read = readable([{ records }]);
  return [
    eventLine(log, id, nameOf),
    `  ${verdictWords(explanation)}`,
    ...decidedBy(explanation).map((each) => `  ${eventLine(log, each, nameOf)}${seenWords(log, each, id)}`),
  ].map(read);
}

/** In one sentence, what became of it. */
export function verdictWords(explanation: Explanation): string {
  const { kind, rule } = explanation;
  if (kind === 'changed' && explanation.keptBy.length > 0)
    return `counts (${rule}), kept by ${idWords(explanation.keptBy)} (O5)`;
  if (kind === 'changed' || kind === 'set') return `counts (${rule})`;
  if (kind !== 'cut' || explanation.voids.length + explanation.keeps.length === 0)
    return explanationWords(explanation);
  const gone =
    explanation.voids.length > 0
      ? `voids ${idWords(explanation.voids)} (${rule})`
      : `voids nothing (${rule})`;
  return explanation.keeps.length > 0 ? `${gone}, keeps ${idWords(explanation.keeps)} (O5)` : gone;
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
