import { compareText } from '#events/log/event-id.ts';
import type { LogHeader } from '#events/records/records.ts';
import { viewJson } from '#projections/merge/view-json.ts';
import { differenceWords, type MergedLogs } from './merge-logs.ts';
import { readable, readableRows } from '../readable.ts';
import { dayWord, fateOf, timeWord, withDays } from '../steps.ts';
import { placeWords } from '../table.ts';
import { idWords, viewWords } from '../words.ts';
import { harmless, jsonLine, type Screen } from '../../terminal/terminal-text.ts';
import { textTable } from '../../terminal/text-table.ts';

export function mergeJson({ converged, firstDifference, view }: MergedLogs): string {
  return jsonLine({ converged, firstDifference, view: viewJson(view) });
}

/** All records on one axis, the first difference, and the end, for people. */
export function mergeTable(header: LogHeader, merged: MergedLogs, screen: Screen): string {
  const { phones, axis, firstDifference, view, nameOf } = merged;
  const letters = new Map(phones.map(({ path }, index) => [path, phoneLetter(index)]));
  const letter = (path: string) => letters.get(path)!;
  const head = ['time', 'phone', '#', 'from', 'who', 'what', 'own event', 'effect on the cart', ''];
  const rows = axis.map(({ phone, step }) => {
    const isFirst = firstDifference?.file === phone.path && firstDifference.record === step.number;
    return {
      t: step.record.t,
      cells: [
        { text: timeWord(step.record.t), colour: 'dim' as const },
        { text: letter(phone.path) },
        { text: String(step.number) },
        { text: step.record.from },
        { text: step.who },
        { text: step.what },
        fateOf(step.record, phone.log),
        step.effect,
        { text: isFirst ? '← views differ from here' : '', colour: 'yellow' as const },
      ],
    };
  });
  const read = readable(phones.map(({ steps }) => ({ records: steps.map(({ record }) => record) })));
  const safe = (lines: readonly string[]) => lines.map((line) => harmless(read(line)));
  return [
    screen.paint(harmless(placeWords(header)), 'bold'),
    ...safe(phones.map(({ path, replicaId }) => `${letter(path)} = ${path} (replica ${replicaId})`)),
    ...(axis[0] ? [`${dayWord(axis[0].step.record.t)}, times in UTC, by each phone's own clock`] : []),
    ...(axis[0] ? textTable(head, withDays(readableRows(rows, read), 0), screen, 5) : ['no records']),
    '',
    ...safe(firstDifferenceLines(merged, letter)),
    '',
    ...safe(endLines(merged, letter)),
    '',
    ...safe(viewWords(view, nameOf)),
    '',
  ].join('\n');
}

function firstDifferenceLines({ firstDifference }: MergedLogs, letter: (path: string) => string): string[] {
  if (!firstDifference) return ['All phones showed the same at every moment.'];
  const { t, file, record, views, difference, sameKnowledge } = firstDifference;
  const other = letter(views[1]!.file);
  return [
    `First difference: ${timeWord(t)}, record ${record} of ${letter(file)}. Against ${other}, ${letter(file)} showed:`,
    ...difference.map((words) => `  ${words}`),
    sameKnowledge
      ? `  Both knew the same: by the merge rules they should not differ (G5).`
      : `  One of them had not heard of all that the other knew.`,
  ];
}

function endLines(
  { phones, view, converged, contradictions, nameOf }: MergedLogs,
  letter: (path: string) => string,
): string[] {
  // prettier-ignore
  const each = phones.flatMap(({ path, view: theirs }) => {
    const words = differenceWords(theirs, view, nameOf);
    return words.length === 0
      ? [`  ${letter(path)} showed the same at its end`]
      : [`  ${letter(path)} did not show yet:`, ...words.sort(compareText).map((word) => `    ${word}`)];
  });
  return [
    ...(contradictions.length > 0
      ? [`Different contents under the same id (E6): ${idWords(contradictions)}`]
      : []),
    converged
      ? 'Converged: told all that the others know, every phone shows this cart.'
      : 'NOT converged: told all that the others know, the phones still differ. By what each knows together:',
    ...each,
  ];
}

/** A, B … Z, then numbers. */
function phoneLetter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1);
}
