import type { LogFile, LogHeader, ServiceLine } from '#events/records/log-file.ts';
import { createLabeller, labelRows } from './readable.ts';
import { formatDay, createStateCell, collectNames, replaySteps, formatTime, addDayRows } from './steps.ts';
import { describeActor, describeAct, describeView, type NameOf } from './words.ts';
import { escapeControls, type Paint } from '../terminal/terminal-text.ts';
import { formatTable } from '../terminal/text-table.ts';

/** Most rows of a table. A longer log shows only its last records. */
const maxRows = 10_000;

export function formatReplay(
  path: string,
  { header, records, service = [] }: Pick<LogFile, 'header' | 'records' | 'service'>,
  paint: Paint,
  most = maxRows,
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
      { text: formatTime(record.t), colour: 'dim' as const },
      { text: record.from },
      { text: who },
      { text: what },
      createStateCell(record, log),
      effect,
    ],
  }));
  const ofDesk = createServiceRows(
    service.filter(({ after }) => after >= left),
    nameOf,
  );
  const read = createLabeller([{ records, service }]);
  const rows = labelRows(
    [...ofCart, ...ofDesk].toSorted((a, b) => a.after - b.after),
    read,
  );
  return [
    paint(escapeControls(`${path}: ${describePlace(header)}, replica ${header.replicaId}`), 'bold'),
    ...(rows[0] ? [`${formatDay(rows[0].t)}, times in UTC`] : ['no records']),
    ...(left > 0 ? [`records 1 to ${left} are not shown: --at ${left} shows the end of those`] : []),
    ...(rows[0] ? formatTable(head, addDayRows(rows, 1), paint) : []),
    '',
    ...describeView(view, nameOf).map((words) => escapeControls(read(words))),
    '',
    '',
  ].join('\n');
}

/** Returns the rows of fulfilment events. They have no number, because `--at` counts only cart records. */
function createServiceRows(service: readonly ServiceLine[], nameOf: NameOf) {
  const all = service.map(({ record }) => record.service);
  return service.map(({ after, record: { t, from, service: event } }) => ({
    after,
    t,
    cells: [
      { text: '' },
      { text: formatTime(t), colour: 'dim' as const },
      { text: from },
      { text: describeActor(event, nameOf) },
      { text: `${event.id} ${describeAct(event, all)}` },
      { text: '' },
      { text: '' },
    ],
  }));
}

/** Returns the restaurant, table and session of a log as text. */
export function describePlace({ merchantId, tableId, sessionId }: LogHeader): string {
  return `merchant ${merchantId}, table ${tableId || '(none)'}, session ${sessionId || '(none)'}`;
}
