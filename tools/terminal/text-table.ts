import { harmless, textWidth, wrapped, type Colour, type Paint, type Screen } from './terminal-text.ts';

export interface Cell {
  readonly text: string;
  readonly colour?: Colour | undefined;
}

/** A cell that moves nothing in the terminal, and the columns that it takes. */
interface MeasuredCell extends Cell {
  readonly width: number;
}

type Row = readonly MeasuredCell[];

/** One odd cell must not push all others out of sight. */
const widestColumn = 100;

const gap = '  ';
/** What goes below stands under the cell beside it if it has so many columns there, else a little indented. */
const roomEnough = 36;
const smallIndent = 4;

/**
 * Rows under a bold head, columns two spaces apart. Where that is wider than the screen only the first `lead` cells and
 * the next one stand side by side, and the others go below them, a line each.
 */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  { paint, width }: Screen,
  lead: number,
): string[] {
  const all = [head.map((text): Cell => ({ text, colour: 'bold' })), ...rows].map((row) => row.map(measured));
  const widths = head.map((_, column) =>
    all.reduce((most, row) => Math.max(most, Math.min(row[column]!.width, widestColumn)), 0),
  );
  const isNarrow =
    width !== undefined && widths.reduce((sum, each) => sum + gap.length + each, -gap.length) > width;
  return all.flatMap((row) =>
    isNarrow ? stacked(row, widths.slice(0, lead), width, paint) : sideBySide(row, widths, paint).trimEnd(),
  );
}

function sideBySide(row: Row, widths: readonly number[], paint: Paint): string {
  return row
    .map((cell, column) => {
      const fill = column === row.length - 1 ? 0 : Math.max(0, widths[column]! - cell.width);
      return painted(cell.text + ' '.repeat(fill), cell, paint);
    })
    .join(gap);
}

function stacked(row: Row, leads: readonly number[], width: number, paint: Paint): string[] {
  const side = sideBySide([...row.slice(0, leads.length), blank], leads, paint);
  const sideWidth = leads.reduce((sum, each) => sum + each + gap.length, 0);
  const [next = blank, ...others] = row.slice(leads.length);
  const indent = width - sideWidth >= roomEnough ? sideWidth : smallIndent;
  const below = (text: string, cell: Cell) => ' '.repeat(indent) + painted(text, cell, paint);
  const [beside = '', ...rest] = wrapped(next.text, width - indent, width - sideWidth);
  return [
    (side + painted(beside, next, paint)).trimEnd(),
    ...rest.map((line) => below(line, next)),
    ...others
      .filter(({ text }) => text !== '')
      .flatMap((cell) => wrapped(cell.text, width - indent).map((line) => below(line, cell))),
  ];
}

const blank: MeasuredCell = { text: '', width: 0 };

function measured({ text, colour }: Cell): MeasuredCell {
  const safe = harmless(text);
  return { text: safe, colour, width: textWidth(safe) };
}

function painted(text: string, { text: own, colour }: Cell, paint: Paint): string {
  return own === '' ? text : paint(text, colour);
}
