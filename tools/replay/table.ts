import type { LogFile, ServiceLine } from '#events/records/log-file.ts';
import type { LogHeader } from '#events/records/records.ts';
import { readable, readableRows } from './readable.ts';
import { dayWord, fateOf, collectNames, replaySteps, timeWord, withDays } from './steps.ts';
import { actorWords, actWords, viewWords, type NameOf } from './words.ts';
import { harmless, type Screen } from '../terminal/terminal-text.ts';
import { textTable } from '../terminal/text-table.ts';

/** No table has more rows: of a longer log the last ones are shown. */
const mostRows = 10_000;

export function replayTable(
  path: string,
  { header, records, service = [] }: Pick<LogFile, 'header' | 'records' | 'service'>,
  screen: Screen,
  most = mostRows,
): string {
  const nameOf = collectNames([records]);
  const left = Math.max(0, records.length - most);
  const { steps, log, view } = replaySteps(records, nameOf, left);
  const head = ['#', 'time', 'from', 'who', 'what', 'own event', 'effect on the cart'];
  const ofCart = steps.map(({ number, record, who, what, effect }) => ({
    after: number,
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
  const ofDesk = deskRows(
    service.filter(({ after }) => after >= left),
    nameOf,
  );
  const read = readable([{ records, service }]);
  const rows = readableRows(
    [...ofCart, ...ofDesk].toSorted((a, b) => a.after - b.after),
    read,
  );
  return [
    screen.paint(harmless(`${path}: ${placeWords(header)}, replica ${header.replicaId}`), 'bold'),
    ...(rows[0] ? [`${dayWord(rows[0].t)}, times in UTC`] : ['no records']),
    ...(left > 0 ? [`records 1 to ${left} are not shown: --at ${left} shows the end of those`] : []),
    ...(rows[0] ? textTable(head, withDays(rows, 1), screen, 4) : []),
    '',
    ...viewWords(view, nameOf).map((words) => harmless(read(words))),
    '',
    '',
  ].join('\n');
}

/** A4: in line with the cart's, without a number: no `--at` counts them. */
function deskRows(service: readonly ServiceLine[], nameOf: NameOf) {
  const all = service.map(({ record }) => record.service);
  return service.map(({ after, record: { t, from, service: event } }) => ({
    after,
    t,
    cells: [
      { text: '' },
      { text: timeWord(t), colour: 'dim' as const },
      { text: from },
      { text: actorWords(event, nameOf) },
      { text: `${event.id} ${actWords(event, all)}` },
      { text: '' },
      { text: '' },
    ],
  }));
}

/** S1: what a log belongs to. */
export function placeWords({ merchantId, tableId, sessionId }: LogHeader): string {
  return `merchant ${merchantId}, table ${tableId || '(none)'}, session ${sessionId || '(none)'}`;
}
