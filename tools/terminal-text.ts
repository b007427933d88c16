/** Text for a terminal: what is wide, what is dangerous, what is coloured. */

const segmenter = new Intl.Segmenter();
const wide =
  /^(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}|\ufe0f/u;
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Columns that a text takes: 2 for a Chinese, Japanese or Korean sign or an emoji, 0 for a lone mark. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text))
    width += wide.test(segment) ? 2 : zeroWidth.test(segment) ? 0 : 1;
  return width;
}

/** `text` filled up with spaces to `width` columns. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** A log comes from elsewhere: what would move the cursor, change colours or reverse the text is shown as a sign. */
export function harmless(text: string): string {
  return text.replace(/\r?\n/g, '↵').replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '�');
}

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

const codes: Readonly<Record<Colour, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

/** Paints, or leaves the text alone. */
export type Paint = (text: string, colour: Colour | undefined) => string;

export const plain: Paint = (text) => text;

export const coloured: Paint = (text, colour) =>
  colour ? `\u001b[${codes[colour][0]}m${text}\u001b[${codes[colour][1]}m` : text;

/** Colours on a terminal only, and not where NO_COLOR says so. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  return stream.isTTY && !process.env['NO_COLOR'] && stream.hasColors() ? coloured : plain;
}

export interface Cell {
  readonly text: string;
  readonly colour?: Colour | undefined;
}

/** Rows under a bold head, columns two spaces apart. */
export function textTable(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  paint: Paint,
): string[] {
  const safe = [head.map((text): Cell => ({ text, colour: 'bold' })), ...rows].map((row) =>
    row.map((cell) => ({ ...cell, text: harmless(cell.text) })),
  );
  const widths = head.map((_, column) =>
    safe.reduce((most, row) => Math.max(most, textWidth(row[column]!.text)), 0),
  );
  return safe.map((row) =>
    row
      .map(({ text, colour }, column) => {
        const filled = column === row.length - 1 ? text : padded(text, widths[column]!);
        return text === '' ? filled : paint(filled, colour);
      })
      .join('  ')
      .trimEnd(),
  );
}
