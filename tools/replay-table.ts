import type { LogHeader, LogRecord } from '#events/records.ts';
import { dayWord, fateOf, namesIn, replaySteps, timeWord } from './replay-steps.ts';
import { viewWords } from './replay-words.ts';
import { harmless, textTable, type Paint } from './terminal-text.ts';

/** The log as a table for people, and in words the cart at its end. */
export function replayTable(
  path: string,
  header: LogHeader,
  records: readonly LogRecord[],
  paint: Paint,
): string {
  const nameOf = namesIn([records]);
  const { steps, log, live } = replaySteps(records, nameOf);
  const head = ['#', 'time', 'from', 'who', 'what', 'own event', 'effect on the cart'];
  const rows = steps.map(({ number, record, who, what, effect }) => [
    { text: String(number) },
    { text: timeWord(record.t), colour: 'dim' as const },
    { text: record.from },
    { text: who },
    { text: what },
    fateOf(record, log),
    effect,
  ]);
  return [
    paint(harmless(`${path}: ${placeWords(header)}, replica ${header.replicaId}`), 'bold'),
    ...(steps[0] ? [`${dayWord(steps[0].record.t)}, times in UTC`] : []),
    ...textTable(head, rows, paint),
    '',
    ...viewWords(live.view, nameOf).map(harmless),
    '',
    '',
  ].join('\n');
}

/** S1: what a log belongs to. */
export function placeWords({ merchantId, tableId, sessionId }: LogHeader): string {
  return `merchant ${merchantId}, table ${tableId || '(none)'}, session ${sessionId || '(none)'}`;
}
