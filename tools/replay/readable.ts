import type { LogFile } from '#events/records/log-file.ts';
import { collectLabels, toLetter, replaceLabels, type Label } from '#projections/replay/placeholders.ts';
import type { Cell } from '../terminal/text-table.ts';

/** Returns a function that replaces the placeholders of redacted logs with readable ones: "Diner A", "note 3". */
export function createLabeller(
  logs: readonly Pick<LogFile, 'records' | 'service'>[],
): (text: string) => string {
  const labels = collectLabels(
    logs.map(({ records, service = [] }) => ({
      records,
      service: service.map(({ record }) => record.service),
    })),
  );
  return (text) => replaceLabels(text, labels, formatLabel);
}

function formatLabel({ kind, number }: Label): string {
  switch (kind) {
    case 'diner':
      return `Diner ${toLetter(number)}`;
    case 'staff':
      return toLetter(number);
    case 'note':
      return `note ${number}`;
    default:
      return kind satisfies never;
  }
}

/** Replaces the placeholders in every cell of a table. */
export function labelRows<Row extends { readonly cells: readonly Cell[] }>(
  rows: readonly Row[],
  read: (text: string) => string,
): Row[] {
  return rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => ({ ...cell, text: read(cell.text) })),
  }));
}
