import { escapeControls, measureText, padText, type Colour, type Paint } from './terminal-text.ts';

export interface Cell {
  readonly text: string;
  readonly colour?: Colour | undefined;
}

/** Widest column. One long cell must not push the others out of sight. */
const maxColumn = 100;

/** Writes a table with a bold head and two spaces between columns. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  paint: Paint,
): string[] {
  const all = [head.map((text): Cell => ({ text, colour: 'bold' })), ...rows].map((row) =>
    row.map(({ text, colour }) => ({ text: escapeControls(text), colour })),
  );
  const widths = head.map((_, column) =>
    all.reduce((most, row) => Math.max(most, Math.min(measureText(row[column]!.text), maxColumn)), 0),
  );
  return all.map((row) =>
    row
      .map(({ text, colour }, column) => {
        const padded = column === row.length - 1 ? text : padText(text, widths[column]!);
        return text === '' ? padded : paint(padded, colour);
      })
      .join('  ')
      .trimEnd(),
  );
}
