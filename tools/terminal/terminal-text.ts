import { styleText } from 'node:util';
import { escapeSteering } from '#events/log/plain-text.ts';

const segmenter = new Intl.Segmenter();
const wide =
  /^(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|^\p{Emoji_Presentation}|\ufe0f/u;
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;

/** Characters that never combine with a neighbour: Latin letters, digits, dashes, arrows, −, and Chinese characters. */
const plainSigns =
  /^[\u0020-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2212\u3400-\u4dbf\u4e00-\u9fff]*$/;
const chineseSigns = /[\u3400-\u4dbf\u4e00-\u9fff]/g;

/**
 * Returns the width of a text in columns: 2 for a Chinese, Japanese or Korean character or an emoji, 0 for a lone mark.
 */
export function measureText(text: string): number {
  // The segmenter is slow, and most texts do not need it.
  if (plainSigns.test(text)) return text.length + (text.match(chineseSigns)?.length ?? 0);
  let width = 0;
  for (const { segment } of segmenter.segment(text))
    width += wide.test(segment) ? 2 : zeroWidth.test(segment) ? 0 : 1;
  return width;
}

/** Adds spaces up to `width` columns. */
export function padText(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - measureText(text)));
}

/**
 * Makes a foreign text safe for the terminal. Characters that would move the cursor, change colours or reverse the text
 * become visible characters.
 */
export function escapeControls(text: string): string {
  return text.replace(/\r?\n/g, '↵').replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '�');
}

/** Writes a line of JSON, with control characters escaped, so that it is safe on a terminal, too. */
export function toJsonLine(value: unknown, replacer?: (name: string, value: unknown) => unknown): string {
  return `${escapeSteering(JSON.stringify(value, replacer))}\n`;
}

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

export type Paint = (text: string, colour: Colour | undefined) => string;

export const paintPlain: Paint = (text) => text;

export const paintColoured: Paint = (text, colour) =>
  colour ? styleText(colour, text, { validateStream: false }) : text;

/** Uses colours only on a terminal, and not with NO_COLOR. */
export function detectPaint(stream: NodeJS.WriteStream): Paint {
  const hasColours = stream.isTTY && !process.env['NO_COLOR'] && stream.hasColors();
  return hasColours ? paintColoured : paintPlain;
}
