import type { LogHeader, LogRecord } from '#events/records.ts';
import { dayWord, fateOf, namesIn, replaySteps, timeWord, withDays } from './steps.ts';
import { viewWords } from './words.ts';
import { harmless, type Screen } from '../terminal/terminal-text.ts';
import { textTable } from '../terminal/text-table.ts';

/** No table has more rows: of a longer log the last ones are shown. */
const mostRows = 10_000;

export function replayTable(
  path: string,
  header: LogHeader,
  records: readonly LogRecord[],
  screen: Screen,
  most = mostRows,
): string {
  const nameOf = namesIn([records]);
  const left = Math.max(0, records.length - most);
  const { steps, log, view } = replaySteps(records, nameOf, left);
  const head = ['#', 'time', 'from', 'who', 'what', 'own event', 'effect on the cart'];
  const rows = steps.map(({ number, record, who, what, effect }) => ({
    t: record.t,
    cells: [
      { text: String(number) },
      { text: timeWord(record.t), colour: 'dim' as const },
      { text: record.from },
      { text: who },
      { text: what },
      fateOf(record, log),
      effect,
    ],
  }));
  return [
    screen.paint(harmless(`${path}: ${placeWords(header)}, replica ${header.replicaId}`), 'bold'),
    ...(steps[0] ? [`${dayWord(steps[0].record.t)}, times in UTC`] : ['no records']),
    ...(left > 0 ? [`records 1 to ${left} are not shown: --at ${left} shows the end of those`] : []),
    ...(steps[0] ? textTable(head, withDays(rows, 1), screen, 4) : []),
    '',
    ...viewWords(view, nameOf).map(harmless),
    '',
    '',
  ].join('\n');
}

/** S1: what a log belongs to. */
export function placeWords({ merchantId, tableId, sessionId }: LogHeader): string {
  return `merchant ${merchantId}, table ${tableId || '(none)'}, session ${sessionId || '(none)'}`;
}
