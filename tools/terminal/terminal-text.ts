import { escapeSteering } from '#events/log/plain-text.ts';

const segmenter = new Intl.Segmenter();
const wide =
  /^(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}|\ufe0f/u;
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Signs that never join with a neighbour: Latin letters, digits, dashes, arrows, −; and the Chinese ones, wide. */
const plainSigns =
  /^[\u0020-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2212\u3400-\u4dbf\u4e00-\u9fff]*$/;
const chineseSigns = /[\u3400-\u4dbf\u4e00-\u9fff]/g;

/** Columns that a text takes: 2 for a Chinese, Japanese or Korean sign or an emoji, 0 for a lone mark. */
export function textWidth(text: string): number {
  // Telling signs apart properly is slow, and most texts need none of it.
  if (plainSigns.test(text)) return text.length + (text.match(chineseSigns)?.length ?? 0);
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

/** A line for machines that does nothing to the terminal of a person who looks at it. */
export function jsonLine(value: unknown, replacer?: (name: string, value: unknown) => unknown): string {
  return `${escapeSteering(JSON.stringify(value, replacer))}\n`;
}

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

const codes: Readonly<Record<Colour, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
};

export type Paint = (text: string, colour: Colour | undefined) => string;

export const plain: Paint = (text) => text;

export const coloured: Paint = (text, colour) =>
  colour ? `\u001b[${codes[colour][0]}m${text}\u001b[${codes[colour][1]}m` : text;

export interface Screen {
  readonly paint: Paint;
  /** Columns of the terminal, or undefined where lines may be as long as they like. */
  readonly width: number | undefined;
}

export const unlimited: Screen = { paint: plain, width: undefined };

/** Colours on a terminal only, and not where NO_COLOR says so. */
export function screenOf(stream: NodeJS.WriteStream): Screen {
  if (!stream.isTTY) return unlimited;
  return {
    paint: !process.env['NO_COLOR'] && stream.hasColors() ? coloured : plain,
    width: stream.columns || undefined,
  };
}

/** `text` in lines of at most `width` columns, the first of at most `first`; broken at spaces where there are some. */
export function wrapped(text: string, width: number, first = width): string[] {
  const lines: string[] = [];
  let line = '';
  let room = first;
  const endLine = () => {
    lines.push(line);
    line = '';
    room = width;
  };
  for (const word of text.split(' ')) {
    const gap = line === '' ? '' : ' ';
    if (textWidth(line + gap + word) <= room) {
      line += gap + word;
      continue;
    }
    if (line !== '' || room < width) endLine();
    for (const { segment } of segmenter.segment(word)) {
      if (line !== '' && textWidth(line + segment) > room) endLine();
      line += segment;
    }
  }
  return [...lines, line];
}
