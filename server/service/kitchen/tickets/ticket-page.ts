import { countColumns, toPrintable, wrapText, type Lettering } from './printer-text.ts';

export interface PageLayout {
  /** The characters of the printer. */
  readonly lettering: Lettering;
  /** The characters that are drawn if the printer lacks them. Without it, nothing is drawn. */
  readonly drawn?: Lettering | undefined;
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

/** Rows of a page that are printed in one way. */
export interface PageBlock {
  /** In receiptline's notation. */
  readonly document: string;
  readonly lettering: Lettering;
  readonly isDrawn: boolean;
}

/** Builds a ticket. Rows with a character that the printer lacks are drawn, if a font of the server has it. */
export function createTicketPage({ lettering, drawn, columns }: PageLayout) {
  const parts: { readonly part: PagePart; readonly lettering: Lettering }[] = [];
  const isPrintable = (text: string) => toPrintable(text, lettering).isWhole;
  const isDrawable = (text: string) => drawn !== undefined && toPrintable(text, drawn).isWhole;
  /** The part to which rows with these texts are added. */
  const choosePart = (...texts: readonly string[]): PagePart => {
    const draws = !texts.every(isPrintable) && texts.every(isDrawable);
    const wanted = draws && drawn ? drawn : lettering;
    const last = parts.at(-1);
    if (last?.lettering === wanted) return last.part;
    const part = createPart(wanted, columns);
    parts.push({ part, lettering: wanted });
    return part;
  };
  return {
    /** Adds a text over the full width. */
    across: (text: string, style?: Style) => choosePart(text).across(text, style),
    /** Adds a text in the middle. */
    middle: (text: string, style?: Style) => choosePart(text).middle(text, style),
    /** Adds a text at the left edge, and a short one at the right edge. */
    apart: (left: string, right: string, style?: 'plain' | 'bold') =>
      choosePart(left, right).apart(left, right, style),
    /** Adds a label at the left edge, and texts at the right edges of columns. @param widths of those columns */
    inColumns: (label: string, texts: readonly string[], widths: readonly number[]) =>
      choosePart(label, ...texts).inColumns(label, texts, widths),
    /** Adds a text after a quantity, or after a blank of the same width. A weight may be wider. */
    beside: (quantity: string, text: string, style: Style) =>
      choosePart(quantity, text).beside(quantity, text, style),
    rule: () => choosePart().rule(),
    /** The columns that a text takes. */
    columnsOf: (text: string): number => countColumns(toPrintable(text, lettering).text, lettering),
    /** Whether every character of the text is printed. */
    isPrintable: (text: string): boolean => isPrintable(text) || isDrawable(text),
    /** Whether a character of this ticket is neither in the printer's charset nor drawn. */
    lacksCharacters: (): boolean => parts.some(({ part }) => !part.isWhole()),
    missing: lettering.missing,
    blocks: (): PageBlock[] =>
      parts.map(({ part, lettering: used }) => ({
        document: part.document(),
        lettering: used,
        isDrawn: used === drawn,
      })),
  };
}

type PagePart = ReturnType<typeof createPart>;

/** Builds rows in receiptline's notation. All texts are escaped. */
function createPart(lettering: Lettering, columns: number) {
  const rows: string[] = [];
  let arranged = '';
  let isWhole = true;

  /** The wrapped lines of a text, each as a cell of the notation. */
  const wrapIntoCells = (text: string, style: Style, width: number): string[] => {
    const { marks, scale, pad } = styles[style];
    const room = Math.floor(width / scale) - 2 * pad.length;
    return text.split(/\r?\n/).flatMap((line) => {
      const printed = toPrintable(line, lettering);
      isWhole &&= printed.isWhole;
      return wrapText(printed.text, room, lettering).map(
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
    across(text: string, style: Style = 'plain'): void {
      arrange('{width:*}');
      rows.push(...wrapIntoCells(text, style, columns).map((cell) => `|${cell} |`));
    },
    middle(text: string, style: Style = 'plain'): void {
      arrange('{width:*}');
      rows.push(...wrapIntoCells(text, style, columns).map((cell) => `|${cell}|`));
    },
    apart(left: string, right: string, style: 'plain' | 'bold' = 'plain'): void {
      const widthOfRight = countColumns(toPrintable(right, lettering).text, lettering);
      arrange(`{width:*,${widthOfRight};border:1}`);
      const [first = '', ...rest] = wrapIntoCells(left, style, columns - widthOfRight - 1);
      rows.push(`|${first} | ${wrapIntoCells(right, style, columns).join('')}|`);
      rows.push(...rest.map((cell) => `|${cell} | |`));
    },
    inColumns(label: string, texts: readonly string[], widths: readonly number[]): void {
      const room = columns - widths.reduce((sum, width) => sum + width, 0);
      if (room < 1) {
        this.across(label);
        this.across(texts.join(' '));
        return;
      }
      // A long label has the lines above to itself.
      const labels = wrapIntoCells(label, 'plain', Math.max(room, leastLabel));
      const isAbove = room < leastLabel || labels.length > 1;
      if (isAbove) {
        arrange('{width:*}');
        rows.push(...wrapIntoCells(label, 'plain', columns).map((cell) => `|${cell} |`));
      }
      arrange(`{width:*,${widths.join(',')};border:0}`);
      const right = texts.map((text) => ` ${wrapIntoCells(text, 'plain', columns).join('')}|`);
      rows.push(`|${isAbove ? '' : (labels[0] ?? '')} |${right.join('')}`);
    },
    beside(quantity: string, text: string, style: Style): void {
      const width = Math.min(
        Math.max(quantityColumns, countColumns(toPrintable(quantity, lettering).text, lettering) + 1),
        columns / 2,
      );
      // In one cell, which the library wraps itself, so that no digit is lost.
      const amount = wrapIntoCells(quantity, 'tall', columns).join('');
      const [first, ...rest] = wrapIntoCells(text, style, columns - width);
      if (first === undefined && amount === '') return;
      arrange(`{width:${width},*;border:0}`);
      rows.push(`|${amount} |${first ?? ''} |`, ...rest.map((cell) => `| |${cell} |`));
    },
    rule(): void {
      rows.push('-');
    },
    isWhole: (): boolean => isWhole,
    document: (): string => rows.join('\n'),
  };
}

/** Writes every ASCII character except letters and digits by its number, so that none is a mark of the notation. */
function escapeText(text: string): string {
  return text.replaceAll(/[^0-9A-Za-z\u0080-\u{10FFFF}]/gu, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}
