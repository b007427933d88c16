import type { Charset } from '#server/menu/whole-merchant.ts';
import { charsetFacts, countColumns, toPrintable, wrapText } from './printer-text.ts';

/** The properties of a printer that change a ticket's layout. */
export interface TicketPrinter {
  readonly charset: Charset;
  /** Columns of font A, 12 dots each: 48 on paper of 80 mm with 203 dpi. */
  readonly columns: number;
}

/** receiptline's marks around a text: `"` bold, `^^` double height, `^^^` double height and width, `` ` `` inverted. */
const styles = {
  plain: { marks: '', scale: 1, pad: '' },
  bold: { marks: '"', scale: 1, pad: '' },
  tall: { marks: '"^^', scale: 1, pad: '' },
  large: { marks: '"^^^', scale: 2, pad: '' },
  inverted: { marks: '"`', scale: 1, pad: ' ' },
  largeInverted: { marks: '"`^^^', scale: 2, pad: ' ' },
} as const;
type Style = keyof typeof styles;

/** Columns of a dish's quantity: three digits, a blank, an x, and one column before the name. */
const quantityColumns = 6;

/** A narrower column is too small for a label. */
const leastLabel = 8;

export type TicketPage = ReturnType<typeof createTicketPage>;

/** Builds a ticket in receiptline's notation. All texts are escaped. */
export function createTicketPage({ charset, columns }: TicketPrinter) {
  const rows: string[] = [];
  let arranged = '';
  let isWhole = true;

  /** The wrapped lines of a text, each as a cell of the notation. */
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

  /** Sets the columns of the following rows. */
  const arrange = (property: string) => {
    if (property !== arranged) rows.push(property);
    arranged = property;
  };

  return {
    /** Adds a text over the full width. */
    across(text: string, style: Style = 'plain'): void {
      arrange('{width:*}');
      rows.push(...cells(text, style, columns).map((cell) => `|${cell} |`));
    },
    /** Adds a text in the middle. */
    middle(text: string, style: Style = 'plain'): void {
      arrange('{width:*}');
      rows.push(...cells(text, style, columns).map((cell) => `|${cell}|`));
    },
    /** Adds a text at the left edge, and a short one at the right edge. */
    apart(left: string, right: string, style: 'plain' | 'bold' = 'plain'): void {
      const widthOfRight = countColumns(toPrintable(right, charset).text, charset);
      arrange(`{width:*,${widthOfRight};border:1}`);
      const [first = '', ...rest] = cells(left, style, columns - widthOfRight - 1);
      rows.push(`|${first} | ${cells(right, style, columns).join('')}|`);
      rows.push(...rest.map((cell) => `|${cell} | |`));
    },
    /** Adds a label at the left edge, and texts at the right edges of columns. @param widths of those columns */
    inColumns(label: string, texts: readonly string[], widths: readonly number[]): void {
      const room = columns - widths.reduce((sum, width) => sum + width, 0);
      if (room < 1) {
        this.across(label);
        this.across(texts.join(' '));
        return;
      }
      // A long label has the lines above to itself.
      const labels = cells(label, 'plain', Math.max(room, leastLabel));
      const isAbove = room < leastLabel || labels.length > 1;
      if (isAbove) {
        arrange('{width:*}');
        rows.push(...cells(label, 'plain', columns).map((cell) => `|${cell} |`));
      }
      arrange(`{width:*,${widths.join(',')};border:0}`);
      const right = texts.map((text) => ` ${cells(text, 'plain', columns).join('')}|`);
      rows.push(`|${isAbove ? '' : (labels[0] ?? '')} |${right.join('')}`);
    },
    /** The columns that a text takes. */
    columnsOf: (text: string): number => countColumns(toPrintable(text, charset).text, charset),
    /** Adds a text after a quantity, or after a blank of the same width. A weight may be wider. */
    beside(quantity: string, text: string, style: Style): void {
      const width = Math.min(
        Math.max(quantityColumns, countColumns(toPrintable(quantity, charset).text, charset) + 1),
        columns / 2,
      );
      // In one cell, which the library wraps itself, so that no digit is lost.
      const amount = cells(quantity, 'tall', columns).join('');
      const [first, ...rest] = cells(text, style, columns - width);
      if (first === undefined && amount === '') return;
      arrange(`{width:${width},*;border:0}`);
      rows.push(`|${amount} |${first ?? ''} |`, ...rest.map((cell) => `| |${cell} |`));
    },
    rule(): void {
      rows.push('-');
    },
    /** Whether the printer's charset has every character of the text. */
    isPrintable: (text: string): boolean => toPrintable(text, charset).isWhole,
    /** Whether a character of this ticket is not in the printer's charset. */
    lacksCharacters: (): boolean => !isWhole,
    missing: charsetFacts[charset].missing,
    document: (): string => rows.join('\n'),
  };
}

/** Writes every ASCII character except letters and digits by its number, so that none is a mark of the notation. */
function escapeText(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z\u0080-\u{10FFFF}]/gu, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}
