import { existsSync } from 'node:fs';
import { openSync, type Font, type FontCollection } from 'fontkit';
import { StartError } from '#server/platform/lifecycle/start-error.ts';

/** Text as a drawing: an SVG path with y upwards, its origin at the left end of the base line. */
export interface Outline {
  /** In ems. */
  readonly width: number;
  readonly unitsPerEm: number;
  readonly d: string;
}

/** Draws text; undefined when the font lacks one of its signs. */
export type Drawer = (text: string) => Outline | undefined;

/** Where systems keep a font with the Chinese signs of Taiwan. */
const usualPlaces = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc',
  '/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Bold.ttc',
  '/System/Library/Fonts/PingFang.ttc',
  '/System/Library/Fonts/STHeiti Medium.ttc',
  'C:\\Windows\\Fonts\\msjhbd.ttc',
];

/** Draws with this font, or with the system's; undefined when there is none with Chinese signs. */
export function findDrawer(fontPath: string | undefined): Drawer | undefined {
  if (fontPath !== undefined && !existsSync(fontPath)) throw new StartError(`--font: there is no file ${fontPath}`);
  for (const path of fontPath === undefined ? usualPlaces : [fontPath]) {
    if (!existsSync(path)) continue;
    const font = open(path);
    if (font) return (text) => draw(font, text);
    if (fontPath !== undefined) throw new StartError(`--font: ${path} is no font that can be read`);
  }
  return undefined;
} // prettier-ignore

function open(path: string): Font | undefined {
  try {
    const opened: Font | FontCollection = openSync(path);
    if (!('fonts' in opened)) return opened;
    // A collection has a face for each place: the signs of Taiwan look a little different from Japan's.
    return opened.fonts.find(({ postscriptName }) => /TC|tc-|JhengHei/.test(postscriptName)) ?? opened.fonts[0];
  } catch {
    return undefined;
  }
} // prettier-ignore

function draw(font: Font, text: string): Outline | undefined {
  const { glyphs, positions } = font.layout(text);
  if (glyphs.some(({ id }) => id === 0)) return undefined;
  let x = 0;
  const parts = glyphs.map((glyph, index) => {
    const drawn = glyph.path.translate(x, 0).toSVG();
    x += positions[index]!.xAdvance;
    return drawn;
  });
  return { width: x / font.unitsPerEm, unitsPerEm: font.unitsPerEm, d: parts.join('') };
}
