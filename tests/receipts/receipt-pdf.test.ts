/** A bill as a PDF, read by its drawing commands. */
import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { PaperRow } from '#contract/calls/receipt.ts';
import { createReceiptPdf } from '#server/service/receipts/receipt-pdf.ts';

const someRows: readonly PaperRow[] = [
  { kind: 'title', text: 'Lantern Alley' },
  { kind: 'middle', text: 'Receipt no. 7' },
  { kind: 'rule' },
  { kind: 'amount', label: '2 × Burger', amount: '$25.00' },
  { kind: 'note', text: 'well done' },
  { kind: 'total', label: 'Total', amount: '−$5.00' },
  { kind: 'columns', cells: ['VAT 7%', '€14.93', '€1.05', '€15.98'], isHead: false },
];

/** The contents of all pages. */
function readContents(pdf: Buffer): string {
  const streams: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('\nstream\n', at)) {
    const start = at + (pdf[at] === 10 ? '\nstream\n' : 'stream\n').length;
    const end = pdf.indexOf('\nendstream', start);
    streams.push(inflateSync(pdf.subarray(start, end)).toString('latin1'));
    at = end;
  }
  return streams.join('\n');
}

/** The texts in the order of the drawing. A text is a list of hexadecimal pieces with the distances between them. */
function readTexts(pdf: Buffer): string[] {
  return [...readContents(pdf).matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces = '']) =>
    [...pieces.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
      .join('')
      // The two characters of these texts that are not in Latin-1.
      .replaceAll('\x80', '€')
      .replaceAll('\x96', '–'),
  );
}

const sizeOf = (pdf: Buffer) => /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString('latin1'))!;
const toMillimetres = (points: string | undefined) => (Number(points) / 72) * 25.4;

test('has the texts of all rows, on one page as long as they are', async () => {
  const pdf = (await createReceiptPdf('Receipt', someRows, undefined))!;
  expect(readTexts(pdf)).toEqual([
    'Lantern Alley',
    'Receipt no. 7',
    '2 × Burger',
    '$25.00',
    'well done',
    'Total',
    '–$5.00',
    'VAT 7%',
    '€14.93',
    '€1.05',
    '€15.98',
  ]);
  const [, width, height] = sizeOf(pdf);
  expect(toMillimetres(width)).toBeCloseTo(100, 1);
  expect(toMillimetres(height)).toBeGreaterThan(40);
  expect(toMillimetres(height)).toBeLessThan(70);
});

test('a long label is wrapped, and a word that is longer than the paper is split', async () => {
  const label = `1 × ${'Very crispy duck with '.repeat(6)}${'x'.repeat(120)}`;
  const pdf = (await createReceiptPdf('Bill', [{ kind: 'amount', label, amount: '$9.00' }], undefined))!;
  const texts = readTexts(pdf);
  expect(texts.length).toBeGreaterThan(4);
  expect(
    texts
      .filter((text) => text !== '$9.00')
      .join(' ')
      .replaceAll(' ', ''),
  ).toBe(label.replaceAll(' ', ''));
});

test('a long bill has several pages of at most A4', async () => {
  const rows = Array.from({ length: 200 }, (_, n): PaperRow => {
    return { kind: 'amount', label: `Dish ${n}`, amount: '$1.00' };
  });
  const pdf = (await createReceiptPdf('Bill', rows, undefined))!;
  expect(pdf.toString('latin1').match(/\/MediaBox/g)).toHaveLength(4);
  expect(toMillimetres(sizeOf(pdf)[2])).toBeCloseTo(297, 1);
  expect(readTexts(pdf)).toContain('Dish 199');
});

test('Chinese is drawn with a font of the server; without one there is no PDF', async () => {
  const rows: PaperRow[] = [{ kind: 'amount', label: '2 × 牛肉麵', amount: '$400' }];
  expect(await createReceiptPdf('Bill', rows, undefined)).toBeUndefined();
  const drawn: string[] = [];
  const draw = (text: string) => {
    drawn.push(text);
    return { width: text.length, unitsPerEm: 1000, d: 'M0 0L500 0L500 700L0 700Z' };
  };
  const pdf = (await createReceiptPdf('Bill', rows, draw))!;
  expect(drawn).toContain('2 × 牛肉麵');
  expect(readTexts(pdf)).toEqual(['$400']);
  expect(readContents(pdf)).toContain('500 700 l');
});
