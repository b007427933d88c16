/** Writes CSV for spreadsheets: RFC 4180 in UTF-8, with the byte order mark that Excel needs to recognise UTF-8. */

/** Text, or a number as decimal text. */
export type Cell = string | { readonly figure: string };

const byteOrderMark = '\uFEFF';
/**
 * A spreadsheet would execute a text that begins with one of these signs as a formula. An apostrophe before it makes it
 * text. A text that has such an apostrophe already gets another one, so that `removeGuard` restores it.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

export function toCsv(rows: readonly (readonly Cell[])[]): string {
  return byteOrderMark + rows.map(toCsvRow).join('');
}

/** One more row of a file that begins with `toCsv`. */
export function toCsvRow(row: readonly Cell[]): string {
  return `${row.map(writeCell).join(',')}\r\n`;
}

function writeCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell.figure;
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Removes the apostrophe that `toCsv` put before a text. */
export function removeGuard(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}
