import { compareText } from '#events/log/event-id.ts';
import type { LogHeader } from '#events/records/log-file.ts';
import { convertViewToJson } from '#projections/merge/view-json.ts';
import { describeDifference, type MergedLogs } from './merge-logs.ts';
import { createLabeller, labelRows } from '../readable.ts';
import { formatDay, createStateCell, formatTime, addDayRows } from '../steps.ts';
import { describePlace } from '../table.ts';
import { describeIds, describeView } from '../words.ts';
import { escapeControls, toJsonLine, type Paint } from '../../terminal/terminal-text.ts';
import { formatTable } from '../../terminal/text-table.ts';

export function formatMergedJson({ converged, firstDifference, view }: MergedLogs): string {
  return toJsonLine({ converged, firstDifference, view: convertViewToJson(view) });
}

/** Returns the merged logs as text: all records by time, the first difference, and the carts at the end. */
export function formatMerged(header: LogHeader, merged: MergedLogs, paint: Paint): string {
  const { phones, axis, firstDifference, view, nameOf } = merged;
  const letters = new Map(phones.map(({ path }, index) => [path, toPhoneLetter(index)]));
  const getLetter = (path: string) => letters.get(path)!;
  const head = ['time', 'phone', '#', 'from', 'who', 'what', 'own event', 'effect on the cart', ''];
  const rows = axis.map(({ phone, step }) => {
    const isFirst = firstDifference?.file === phone.path && firstDifference.record === step.number;
    return {
      t: step.record.t,
      cells: [
        { text: formatTime(step.record.t), colour: 'dim' as const },
        { text: getLetter(phone.path) },
        { text: String(step.number) },
        { text: step.record.from },
        { text: step.who },
        { text: step.what },
        createStateCell(step.record, phone.log),
        step.effect,
        { text: isFirst ? '← views differ from here' : '', colour: 'yellow' as const },
      ],
    };
  });
  const read = createLabeller(phones.map(({ steps }) => ({ records: steps.map(({ record }) => record) })));
  const escapeLines = (lines: readonly string[]) => lines.map((line) => escapeControls(read(line)));
  return [
    paint(escapeControls(describePlace(header)), 'bold'),
    ...escapeLines(
      phones.map(({ path, replicaId }) => `${getLetter(path)} = ${path} (replica ${replicaId})`),
    ),
    ...(axis[0] ? [`${formatDay(axis[0].step.record.t)}, times in UTC, by each phone's own clock`] : []),
    ...(axis[0] ? formatTable(head, addDayRows(labelRows(rows, read), 0), paint) : ['no records']),
    '',
    ...escapeLines(listFirstDifference(merged, getLetter)),
    '',
    ...escapeLines(listEnd(merged, getLetter)),
    '',
    ...escapeLines(describeView(view, nameOf)),
    '',
  ].join('\n');
}

function listFirstDifference({ firstDifference }: MergedLogs, letter: (path: string) => string): string[] {
  if (!firstDifference) return ['All phones showed the same at every moment.'];
  const { t, file, record, views, difference, sameKnowledge } = firstDifference;
  const other = letter(views[1]!.file);
  return [
    `First difference: ${formatTime(t)}, record ${record} of ${letter(file)}. Compared with ${other}, ${letter(file)} showed:`,
    ...difference.map((words) => `  ${words}`),
    sameKnowledge
      ? '  Both had the same events. By the merge rules they must not differ (G5).'
      : '  One of them had not received all events of the other yet.',
  ];
}

function listEnd(
  { phones, view, converged, contradictions, nameOf }: MergedLogs,
  letter: (path: string) => string,
): string[] {
  // prettier-ignore
  const each = phones.flatMap(({ path, view: theirs }) => {
    const words = describeDifference(theirs, view, nameOf);
    return words.length === 0
      ? [`  ${letter(path)} showed the same at its end`]
      : [`  ${letter(path)} did not show yet:`, ...words.sort(compareText).map((word) => `    ${word}`)];
  });
  return [
    ...(contradictions.length > 0
      ? [`Different contents under the same id (E6): ${describeIds(contradictions)}`]
      : []),
    converged
      ? 'Converged: with the events of all phones, every phone shows this cart.'
      : 'NOT converged: with the events of all phones, the phones still differ. From all events together:',
    ...each,
  ];
}

/** Returns A, B … Z, then numbers. */
function toPhoneLetter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}
