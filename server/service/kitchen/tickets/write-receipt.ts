import type { PaperRow } from '#contract/calls/receipt.ts';
import type { TicketPage } from './ticket-page.ts';

/** Writes a bill or receipt on the page. */
export function writeReceipt(page: TicketPage, rows: readonly PaperRow[]): void {
  const printable = rows.map((row) => toPrintable(row, page));
  const widths = measureWidths(printable, page);
  for (const row of printable) printRow(page, row, widths);
}

function printRow(page: TicketPage, row: PaperRow, widths: readonly number[]): void {
  switch (row.kind) {
    case 'rule':
      return page.rule();
    case 'title':
      return page.middle(row.text, 'large');
    case 'middle':
      return page.middle(row.text);
    case 'note':
      return page.beside('', row.text, 'plain');
    case 'amount':
      return page.apart(row.label, row.amount);
    case 'total':
      return page.apart(row.label, row.amount, 'bold');
    case 'columns': {
      const [label = '', ...texts] = row.cells;
      return page.inColumns(label, texts, widths);
    }
  }
}

/** The columns of the tax table are as wide as their widest text, with two blanks before it. */
function measureWidths(rows: readonly PaperRow[], page: TicketPage): number[] {
  const table = rows.flatMap((row) => (row.kind === 'columns' ? [row.cells.slice(1)] : []));
  const [first = []] = table;
  return first.map((_, n) => 2 + Math.max(...table.map((texts) => page.columnsOf(texts[n] ?? ''))));
}

/** Replaces signs that Western or Chinese printers lack by the ones that they have. */
function toPrintable(row: PaperRow, page: TicketPage): PaperRow {
  const yen = page.isPrintable('¥') ? '¥' : '￥';
  const print = (text: string) => text.replaceAll('\u2212', '-').replaceAll('¥', yen);
  switch (row.kind) {
    case 'rule':
      return row;
    case 'columns':
      return { ...row, cells: row.cells.map(print) };
    case 'amount':
    case 'total':
      return { ...row, label: print(row.label), amount: print(row.amount) };
    default:
      return { ...row, text: print(row.text) };
  }
}
