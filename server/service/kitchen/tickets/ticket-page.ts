import type { Charset } from '#server/menu/whole-merchant.ts';
import { charsetFacts, countColumns, toPrintable, wrapText } from './printer-text.ts';

/** What a ticket has to know of the printer that it goes to. */
export interface TicketPrinter {
  readonly charset: Charset;
  /** Of font A, 12 dots each: 48 on paper of 80 mm with 203 dots an inch. */
  readonly columns: number;
}

/** receiptline's marks around a text: `"` bold, `^^` twice as high, `^^^` and as wide, `` ` `` white on black. */
const styles = {
  plain: { marks: '', scale: 1, pad: '' },
  bold: { marks: '"', scale: 1, pad: '' },
  tall: { marks: '"^^', scale: 1, pad: '' },
  large: { marks: '"^^^', scale: 2, pad: '' },
  inverted: { marks: '"`', scale: 1, pad: ' ' },
  largeInverted: { marks: '"`^^^', scale: 2, pad: ' ' },
} as const;
type Style = keyof typeof styles;

/** Columns of a dish's quantity: three digits, a cross, a blank, and one to tell them from the name. */
const quantityColumns = 6;

export type TicketPage = ReturnType<typeof createTicketPage>;

/** A ticket's rows in receiptline's notation, all texts taken literally. */
export function createTicketPage({ charset, columns }: TicketPrinter) {
  const rows: string[] = [];
  let arranged = '';
  let isWhole = true;

  /** The text's lines in columns as wide as this, each a cell of the notation. */
  const cells = (text: string, style: Style, width: number): string[] => {
    const { marks, scale, pad } = styles[style];
    const room = Math.floor(width / scale) - 2 * pad.length;
    return text.split(/\r?\n/).flatMap((line) => {
      const printed = toPrintable(line, charset);
      isWhole &&= printed.isWhole;
      return wrapText(printed.text, room, charset).map(
        (each) => marks + escapeText(pad + each + pad) + marks,
      );
    });
  };

  /** Columns of the rows that follow. */
  const arrange = (property: string) => {
    if (property !== arranged) rows.push(property);
    arranged = property;
  };

  return {
    /** Across the paper, from the left. */
    across(text: string, style: Style = 'plain'): void {
      arrange('{width:*}');
      rows.push(...cells(text, style, columns).map((cell) => `|${cell} |`));
    },
    /** The one at the left edge, the other, which is short, at the right one. */
    apart(left: string, right: string): void {
      const widthOfRight = countColumns(toPrintable(right, charset).text, charset);
      arrange(`{width:*,${widthOfRight};border:1}`);
      const [first = '', ...rest] = cells(left, 'plain', columns - widthOfRight - 1);
      rows.push(`|${first} | ${cells(right, 'plain', columns).join('')}|`);
      rows.push(...rest.map((cell) => `|${cell} | |`));
    },
    /** A text that has a quantity before it, or a blank of that width. A weight may be wider. */
    beside(quantity: string, text: string, style: Style): void {
      const width = Math.min(
        Math.max(quantityColumns, countColumns(toPrintable(quantity, charset).text, charset) + 1),
        columns / 2,
      );
      // In one cell: what does not fit the library breaks by itself, and loses no digit.
      const amount = cells(quantity, 'tall', columns).join('');
      const [first, ...rest] = cells(text, style, columns - width);
      if (first === undefined && amount === '') return;
      arrange(`{width:${width},*;border:0}`);
      rows.push(`|${amount} |${first ?? ''} |`, ...rest.map((cell) => `| |${cell} |`));
    },
    rule(): void {
      rows.push('-');
    },
    /** The printer's charset has every character of it. */
    isPrintable: (text: string): boolean => toPrintable(text, charset).isWhole,
    /** Some character of what was put on it is not in the printer's charset. */
    lacksCharacters: (): boolean => !isWhole,
    missing: charsetFacts[charset].missing,
    document: (): string => rows.join('\n'),
  };
}

/** Every ASCII character but letters and digits by its number, so that none is a mark of the notation. */
function escapeText(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z\u0080-\u{10FFFF}]/gu, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}
