/** Bills and receipts on paper, printed by a stand-in that knows ESC/POS. */
import { describe, expect, test } from 'vitest';
import type { PaperRow } from '#contract/calls/receipt.ts';
import type { Charset } from '#server/menu/whole-merchant.ts';
import { startPaper, type PrintedTicket } from '#testing/stand-ins/escpos-paper.ts';
import { encodeText } from './some-ticket.ts';

function onPaper(rows: readonly PaperRow[], charset: Charset = 'latin', columns = 48): PrintedTicket {
  const paper = startPaper(charset === 'latin' ? 'none' : charset);
  paper.take(encodeText({ rows }, { charset, columns }));
  expect(paper.tickets).toHaveLength(1);
  return paper.tickets[0]!;
}

const listTexts = (ticket: PrintedTicket) => ticket.lines.map(({ text }) => text);

const bill: readonly PaperRow[] = [
  { kind: 'title', text: 'Golden Lantern' },
  { kind: 'middle', text: 'Receipt no. 7' },
  { kind: 'rule' },
  { kind: 'amount', label: '2 × Burger', amount: '€25.00' },
  { kind: 'note', text: 'well done' },
  { kind: 'rule' },
  { kind: 'amount', label: 'Discount · late', amount: '−€5.00' },
  { kind: 'total', label: 'Total', amount: '€20.00' },
  { kind: 'columns', cells: ['Tax', 'Net', 'Tax amt.', 'Gross'], isHead: true },
  { kind: 'columns', cells: ['VAT 7%', '€14.93', '€1.05', '€15.98'], isHead: false },
];

describe('a receipt', () => {
  test('in euros on a Western printer', () => {
    expect(listTexts(onPaper(bill))).toEqual([
      '          Golden Lantern',
      '                  Receipt no. 7',
      '-'.repeat(48),
      '2 × Burger                                €25.00',
      '      well done',
      '-'.repeat(48),
      'Discount · late                           -€5.00',
      'Total                                     €20.00',
      'Tax                        Net  Tax amt.   Gross',
      'VAT 7%                  €14.93     €1.05  €15.98',
    ]);
  });

  test('has a large name, and a bold total', () => {
    const spans = onPaper(bill).lines.flatMap((line) => line.spans);
    expect(spans[0]).toMatchObject({ width: 2, height: 2, text: 'Golden Lantern' });
    expect(spans.find(({ text }) => text.startsWith('Total'))).toMatchObject({ isBold: true });
    expect(spans.find(({ text }) => text.startsWith('Discount'))).toMatchObject({ isBold: false });
  });

  test.each<Charset>(['big5', 'gb18030'])('in Chinese, on a printer with %s', (charset) => {
    const rows: readonly PaperRow[] = [
      { kind: 'middle', text: '統一編號 04595257' },
      { kind: 'amount', label: '2 × 牛肉麵', amount: '$400' },
      { kind: 'columns', cells: ['稅別', '未稅', '稅額', '含稅'], isHead: true },
      { kind: 'columns', cells: ['營業稅 5%', '$445', '$22', '$467'], isHead: false },
    ];
    expect(listTexts(onPaper(rows, charset))).toEqual([
      '                統一編號 04595257',
      '2 × 牛肉麵                                 $400',
      '稅別                            未稅  稅額  含稅',
      '營業稅 5%                       $445   $22  $467',
    ]);
  });

  test('yen have a sign that the printer supports', () => {
    const yen: PaperRow = { kind: 'amount', label: 'Ramen', amount: '¥980' };
    expect(listTexts(onPaper([yen]))[0]).toContain('¥980');
    expect(listTexts(onPaper([yen], 'big5'))[0]).toContain('￥980');
    expect(listTexts(onPaper([yen], 'gb18030'))[0]).toContain('￥980');
  });

  test('on narrow paper a long tax has a line of its own, and no digit is lost', () => {
    const rows: readonly PaperRow[] = [
      {
        kind: 'columns',
        cells: ['Value added tax, reduced 7%', 'NT$1,234,567', 'NT$86,420', 'NT$1,320,987'],
        isHead: false,
      },
      { kind: 'amount', label: 'Slowly braised beef shank noodles with greens', amount: '$1,234.50' },
    ];
    expect(listTexts(onPaper(rows, 'latin', 40))).toEqual([
      'Value added tax, reduced 7%',
      '   NT$1,234,567  NT$86,420  NT$1,320,987',
      'Slowly braised beef shank      $1,234.50',
      'noodles with greens',
    ]);
  });

  test('on paper that is too narrow for its columns the amounts follow each other', () => {
    const cells = ['VAT 7%', 'NT$1,234,567', 'NT$86,420', 'NT$1,320,987'];
    const lines = listTexts(onPaper([{ kind: 'columns', cells, isHead: false }], 'latin', 32));
    expect(lines).toEqual(['VAT 7%', 'NT$1,234,567 NT$86,420', 'NT$1,320,987']);
  });

  test('a diner’s text never becomes a command', () => {
    const rows: readonly PaperRow[] = [
      { kind: 'middle', text: '\u001Bp\u0000 | ` "^{code:1} \\x1b' },
      { kind: 'amount', label: '|a|\u0010\u0014', amount: '{b}' },
    ];
    const { lines, commands } = onPaper(rows);
    expect(lines.map(({ text }) => text.trim())[0]).toBe('p | ` "^{code:1} \\x1b');
    expect(commands.filter(({ name }) => /unknown|ESC p|DLE/.test(name))).toEqual([]);
  });
});
