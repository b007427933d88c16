import type { LogFile } from '#events/records/log-file.ts';
import { collectLabels, letterOf, replaceLabels, type Label } from '#projections/replay/placeholders.ts';
import type { Cell } from '../terminal/text-table.ts';

/** L4: puts "Diner A" and "note 3" where a redacted log has what stands for a name or a note. */
export function readable(logs: readonly Pick<LogFile, 'records' | 'service'>[]): (text: string) => string {
  const labels = collectLabels(
    logs.map(({ records, service = [] }) => ({
      records,
      service: service.map(({ record }) => record.service),
    })),
  );
  return (text) => replaceLabels(text, labels, labelWord);
}

function labelWord({ kind, number }: Label): string {
  switch (kind) {
    case 'diner':
      return `Diner ${letterOf(number)}`;
    case 'staff':
      return letterOf(number);
    case 'note':
      return `note ${number}`;
    default:
      return kind satisfies never;
  }
}

/** The same in every cell of a table. */
export function readableRows<Row extends { readonly cells: readonly Cell[] }>(
  rows: readonly Row[],
  read: (text: string) => string,
): Row[] {
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, text: read(cell.text) })),
  }));
}
