import {
  escapeControls,
  measureText,
  wrapText,
  type Colour,
  type Paint,
  type Screen,
} from './terminal-text.ts';

export interface Cell {
  readonly text: string;
  readonly colour?: Colour | undefined;
}

/** A cell with safe text, and its width in columns. */
interface MeasuredCell extends Cell {
  readonly width: number;
}

type Row = readonly MeasuredCell[];

/** Widest column. One long cell must not push the others out of sight. */
const maxColumn = 100;

const gap = '  ';
/**
 * Stacked cells start below the first cell after the lead if they have this many columns there. Otherwise they use a
 * small indent.
 */
const minStackWidth = 36;
const smallIndent = 4;

/**
 * Writes a table with a bold head and two spaces between columns. If it is wider than the screen, only the first `lead`
 * cells and the next one are side by side. The other cells are stacked below, one per line.
 */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  { paint, width }: Screen,
  lead: number,
): string[] {
  const all = [head.map((text): Cell => ({ text, colour: 'bold' })), ...rows].map((row) =>
    row.map(measureCell),
  );
  const widths = head.map((_, column) =>
    all.reduce((most, row) => Math.max(most, Math.min(row[column]!.width, maxColumn)), 0),
  );
  const isNarrow =
    width !== undefined && widths.reduce((sum, each) => sum + gap.length + each, -gap.length) > width;
  return all.flatMap((row) =>
    isNarrow ? stackCells(row, widths.slice(0, lead), width, paint) : joinCells(row, widths, paint).trimEnd(),
  );
}

function joinCells(row: Row, widths: readonly number[], paint: Paint): string {
  return row
    .map((cell, column) => {
      const fill = column === row.length - 1 ? 0 : Math.max(0, widths[column]! - cell.width);
      return paintText(cell.text + ' '.repeat(fill), cell, paint);
    })
    .join(gap);
}

function stackCells(row: Row, leads: readonly number[], width: number, paint: Paint): string[] {
  const side = joinCells([...row.slice(0, leads.length), blank], leads, paint);
  const sideWidth = leads.reduce((sum, each) => sum + each + gap.length, 0);
  const [next = blank, ...others] = row.slice(leads.length);
  const indent = width - sideWidth >= minStackWidth ? sideWidth : smallIndent;
  const indentText = (text: string, cell: Cell) => ' '.repeat(indent) + paintText(text, cell, paint);
  const [beside = '', ...rest] = wrapText(next.text, width - indent, width - sideWidth);
  return [
    (side + paintText(beside, next, paint)).trimEnd(),
    ...rest.map((line) => indentText(line, next)),
    ...others
      .filter(({ text }) => text !== '')
      .flatMap((cell) => wrapText(cell.text, width - indent).map((line) => indentText(line, cell))),
  ];
}

const blank: MeasuredCell = { text: '', width: 0 };

function measureCell({ text, colour }: Cell): MeasuredCell {
  const safe = escapeControls(text);
  return { text: safe, colour, width: measureText(safe) };
}

function paintText(text: string, { text: own, colour }: Cell, paint: Paint): string {
  return own === '' ? text : paint(text, colour);
}
