/** A file for spreadsheets: RFC 4180, in UTF-8 with the mark by which they know it. */

/** Text, or a figure as decimal text. */
export type Cell = string | { readonly figure: string };

const byteOrderMark = '\uFEFF';
/** A cell of text that begins with one of these would be reckoned as a formula by whoever opens the file. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return cell.figure;
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
