/**
 * Draws rows of a ticket with a font of the server, for printers that lack a character or print only pictures.
 *
 *     rows in receiptline's notation ──► receiptline lays them out ──► SVG paths ──► sharp ──► dots
 *
 * Each character stands in its cell of 12 × 24 dots, a Chinese one in two cells, as on a printer.
 */
import receiptline from 'receiptline';
import { findDrawer, type Drawer } from '#server/platform/pdf/outline.ts';
import { createBitmap, type Bitmap } from './bitmap.ts';
import { createDrawnLettering, isWide, type Lettering } from './printer-text.ts';

export interface Pen {
  readonly lettering: Lettering;
  /** @param document rows in receiptline's notation */
  draw(document: string, columns: number): Promise<Bitmap>;
}

/** All in dots. */
const cellWidth = 12;
const cellHeight = 24;
const leastLine = 30;
/** The part of a cell above the baseline. */
const ascent = 0.86;
/** Thickness of the stroke that makes a character bold, in ems. */
const boldStroke = 0.03;

/** Loaded once, at the first use, because a Chinese font is large. */
let serverPen: { readonly pen: Pen | undefined } | undefined;

/** Returns a pen with a font of the server. Undefined if it has none with Chinese characters. */
export function findPen(): Pen | undefined {
  if (!serverPen) {
    const drawer = findDrawer(undefined, { isMonospaced: true });
    serverPen = { pen: drawer && createPen(drawer) };
  }
  return serverPen.pen;
}

/** Draws with a font of the server that is loaded for the first character that a printer lacks. */
export const serverFont: Pen = {
  lettering: createDrawnLettering((character) => findPen()?.lettering.has(character) ?? false),
  draw: async (document, columns) =>
    (await findPen()?.draw(document, columns)) ?? { width: 0, height: 0, bits: new Uint8Array() },
};

export function createPen(drawer: Drawer): Pen {
  const glyphs = new Map<string, ReturnType<Drawer>>();
  const findGlyph = (character: string) => {
    if (!glyphs.has(character)) glyphs.set(character, drawer(character));
    return glyphs.get(character);
  };
  const lettering = createDrawnLettering((character) => findGlyph(character) !== undefined);
  return {
    lettering,
    async draw(document, columns) {
      const svg = receiptline.transform(document, {
        command: createCommands(findGlyph, columns),
        cpl: columns,
        encoding: lettering.encoding,
        spacing: true,
      });
      const { default: sharp } = await import('sharp');
      const { data, info } = await sharp(Buffer.from(svg))
        .flatten({ background: '#fff' })
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return createBitmap(data, info.width, info.height);
    },
  };
}

/** The look of the next text. */
interface Look {
  readonly isBold: boolean;
  readonly isInverted: boolean;
  /** Factors of the size of a character. */
  readonly width: number;
  readonly height: number;
}

const plain: Look = { isBold: false, isInverted: false, width: 1, height: 1 };

/** The factors of receiptline's number of `^`. */
function sizeOf(marks: number): Pick<Look, 'width' | 'height'> {
  if (marks < 3) return { width: marks === 1 ? 2 : 1, height: marks === 2 ? 2 : 1 };
  return { width: marks - 1, height: marks - 1 };
}

/** Commands for receiptline that write SVG. They follow its own commands for SVG, but draw the characters as paths. */
function createCommands(glyphOf: (character: string) => ReturnType<Drawer>, columns: number) {
  let look = plain;
  let margin = 0;
  let column = 0;
  let top = 0;
  /** The texts of this line. Its height is known at its end. */
  let line: { readonly at: number; readonly character: string; readonly look: Look }[] = [];
  let drawn = '';

  const set = (change: Partial<Look>) => {
    look = { ...look, ...change };
    return '';
  };
  const drawCharacter = (
    { at, character, look: { isBold, isInverted, width, height } }: (typeof line)[number],
    bottom: number,
  ) => {
    const cells = isWide(character) ? 2 : 1;
    const room = cells * cellWidth * width;
    const x = at * cellWidth;
    const size = cellHeight * height;
    if (isInverted) drawn += `<path d="M${x} ${bottom - size}h${room}v${size}h${-room}z"/>`;
    const glyph = character === ' ' ? undefined : glyphOf(character);
    if (!glyph) return;
    const natural = glyph.width * cellHeight * width;
    // A proportional font may have letters that are wider than a cell.
    const squeeze = Math.min(1, room / natural);
    const left = x + (room - natural * squeeze) / 2;
    const scale = cellHeight / glyph.unitsPerEm;
    const ink = isInverted ? '#fff' : '#000';
    const bold = isBold ? ` stroke="${ink}" stroke-width="${glyph.unitsPerEm * boldStroke}"` : '';
    drawn += `<path fill="${ink}"${bold} transform="translate(${left} ${bottom - size * (1 - ascent)}) scale(${scale * width * squeeze} ${-scale * height})" d="${glyph.d}"/>`;
  };
  const endLine = () => {
    const height = cellHeight * Math.max(1, ...line.map((each) => each.look.height));
    for (const each of line) drawCharacter(each, top + height);
    top += Math.max(height, leastLine);
    line = [];
    column = 0;
    return '';
  };

  return {
    ...receiptline.commands.base,
    measureText: (text: string) => Array.from(text).reduce((sum, each) => sum + (isWide(each) ? 2 : 1), 0),
    arrayFrom: (text: string) => Array.from(text),
    close: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${columns * cellWidth}" height="${Math.max(top, 1)}">${drawn}</svg>`,
    area: (left: number) => {
      margin = left;
      return '';
    },
    absolute: (position: number) => {
      column = position;
      return '';
    },
    relative: (position: number) => {
      column += position;
      return '';
    },
    hr: (width: number) => {
      drawn += `<path d="M${margin * cellWidth} ${top + cellHeight / 2 - 1}h${width * cellWidth}v2h${-width * cellWidth}z"/>`;
      return '';
    },
    em: () => set({ isBold: true }),
    iv: () => set({ isInverted: true }),
    wh: (marks: number) => set(sizeOf(marks)),
    normal: () => set(plain),
    text: (text: string) => {
      for (const character of Array.from(text)) {
        line.push({ at: margin + column, character, look });
        column += (isWide(character) ? 2 : 1) * look.width;
      }
      return '';
    },
    vrlf: endLine,
    lf: endLine,
  };
}
