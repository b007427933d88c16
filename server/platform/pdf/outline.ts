import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Fontkit from 'fontkit';
import { StartError } from '#server/platform/lifecycle/start-error.ts';

/** Text as an SVG path. The y axis points upwards, and the origin is the left end of the baseline. */
export interface Outline {
  /** In ems. */
  readonly width: number;
  readonly unitsPerEm: number;
  readonly d: string;
}

/** Draws text. Returns undefined if the font lacks one of the characters. */
export type Drawer = (text: string) => Outline | undefined;

/** Fonts with Traditional Chinese characters, where Linux, macOS and Windows install them. */
const defaultFonts = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc',
  '/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc',
  '/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Bold.ttc',
  '/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc',
  '/System/Library/Fonts/PingFang.ttc',
  '/System/Library/Fonts/STHeiti Medium.ttc',
  'C:\\Windows\\Fonts\\msjhbd.ttc',
];

/**
 * Returns a drawer with this font or a font of the system. Returns undefined if the system has none with Chinese
 * characters.
 * @param isMonospaced prefer letters of the same width
 * @throws StartError if `fontPath` is missing or cannot be read
 */
export function findDrawer(
  fontPath: string | undefined,
  { isMonospaced = false }: { readonly isMonospaced?: boolean } = {},
): Drawer | undefined {
  if (fontPath !== undefined && !existsSync(fontPath)) throw new StartError(`--font: there is no file ${fontPath}`);
  for (const path of fontPath === undefined ? defaultFonts : [fontPath]) {
    if (!existsSync(path)) continue;
    const font = openFont(path, isMonospaced);
    if (font) return (text) => drawText(font, text);
    if (fontPath !== undefined) throw new StartError(`--font: cannot read ${path} as a font`);
  }
  return undefined;
} // prettier-ignore

const require = createRequire(import.meta.url);

function openFont(path: string, isMonospaced: boolean): Fontkit.Font | undefined {
  try {
    // Loaded here, because it takes a tenth of a server's start, and most servers never draw text.
    const { openSync } = require('fontkit') as typeof Fontkit;
    const opened: Fontkit.Font | Fontkit.FontCollection = openSync(path);
    if (!('fonts' in opened)) return opened;
    // A collection has one font per region. Taiwan's characters look a little different from Japan's.
    const names = [...(isMonospaced ? [/MonoCJKtc|Mono$/] : []), /TC|tc-|JhengHei/];
    const found = names.map((name) => opened.fonts.find(({ postscriptName }) => name.test(postscriptName)));
    return found.find((font) => font !== undefined) ?? opened.fonts[0];
  } catch {
    return undefined;
  }
} // prettier-ignore

function drawText(font: Fontkit.Font, text: string): Outline | undefined {
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
