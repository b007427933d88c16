import { encode } from 'uqr';
import { page, type Mark, type TextMark } from './marks.ts';
import type { Drawer, Outline } from './outline.ts';
import { scanWords, scanWordsZh } from './scan-words.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';

export interface Card {
  readonly restaurant: string;
  /** The Chinese name, if it differs. */
  readonly restaurantZh: string | undefined;
  readonly table: string;
  readonly link: string;
  /** The code that a diner can type on the scan page instead of the link. */
  readonly code: string;
}

interface LayoutOptions {
  readonly draw: Drawer | undefined;
  /** Write text that the server has no font for as plain text. The browser that shows the sheet may have a font. */
  readonly leaveToReader: boolean;
}

const columns = 2;
const rows = 3;
const card = { width: 95, height: 92 } as const;
const left = (page.width - columns * card.width) / 2;
const top = (page.height - rows * card.height) / 2;
const cutMark = 4;
/** Width of the code, mm. A phone's camera reads this size across a table. */
const qrSize = 48;
/** Light modules around the code. The QR standard requires four. */
const quietZone = 4;
const maxTextWidth = card.width - 12;
/** Upper estimate of the mean character width in the standard bold font, ems. */
const latinWidth = 0.6;

/** Text that the standard fonts of every PDF reader can show. */
const standardCharacters = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]*$/;

/** Lays the cards out on A4, six to a page, with marks to cut along. */
export function layOutCards(cards: readonly Card[], options: LayoutOptions) {
  const missing = new Set<string>();
  const perPage = columns * rows;
  const pages = Array.from({ length: Math.ceil(cards.length / perPage) }, (_, number) => [
    ...layOutCutMarks(),
    ...cards
      .slice(number * perPage, (number + 1) * perPage)
      .flatMap((each, place) =>
        layOutCard(
          each,
          left + (place % columns) * card.width,
          top + Math.floor(place / columns) * card.height,
          options,
          missing,
        ),
      ),
  ]);
  /** `missing`: the texts that could not be drawn, without duplicates. */
  return { pages, missing: [...missing] };
}

function layOutCard(
  { restaurant, restaurantZh, table, link, code }: Card,
  x0: number,
  y0: number,
  { draw, leaveToReader }: LayoutOptions,
  missing: Set<string>,
): Mark[] {
  const middle = x0 + card.width / 2;
  const layOutText = (words: string, y: number, size: number, look: Partial<TextMark> = {}): Mark[] => {
    if (!standardCharacters.test(words)) {
      const outline = draw?.(words);
      if (outline) return [placeOutline(outline, middle, y0 + y, size)];
      if (!leaveToReader) {
        missing.add(words);
        return [];
      }
    }
    const fitted = Math.min(size, maxTextWidth / (widthOf(words) || 1));
    return [{ kind: 'text', text: words, x: middle, y: y0 + y, size: fitted, bold: true, grey: false, ...look }];
  };
  return [
    ...layOutText(restaurant, 8, 4.6),
    ...(restaurantZh === undefined ? [] : layOutText(restaurantZh, 13.4, 4.2)),
    drawQrCode(link, middle - qrSize / 2, y0 + 13.4),
    ...layOutText(table, 67, 7),
    ...layOutText(scanWords, 73.2, 3.9),
    placeOutline(scanWordsZh, middle, y0 + 78.4, 3.9),
    ...layOutText(link, 83, 2.8, { bold: false, grey: true }),
    ...layOutText(`Code ${code}`, 86.6, 2.8, { bold: false, grey: true }),
  ];
} // prettier-ignore

function placeOutline({ width, unitsPerEm, d }: Outline, middle: number, y: number, size: number): Mark {
  const fitted = Math.min(size, maxTextWidth / width);
  return { kind: 'path', d, x: middle - (width * fitted) / 2, y, scale: fitted / unitsPerEm, upwards: true };
}

function widthOf(words: string): number {
  return Array.from(words).reduce((sum, sign) => sum + (standardCharacters.test(sign) ? latinWidth : 1), 0);
}

function drawQrCode(link: string, x: number, y: number): Mark {
  const { data, size } = encode(link, { ecc: 'M', border: quietZone });
  // A run of dark modules is one rectangle. Separate squares would show thin lines between them in print.
  const d = data.flatMap((line, row) =>
    line.flatMap((isDark, column) => {
      if (!isDark || line[column - 1]) return [];
      const end = line.findIndex((each, index) => index > column && !each);
      return [`M${column} ${row}H${end === -1 ? size : end}V${row + 1}H${column}Z`];
    }),
  );
  return { kind: 'path', d: d.join(''), x, y, scale: qrSize / size, upwards: false };
}

/** Draws cut marks at the edges of the page, and a small cross where four cards meet. */
function layOutCutMarks(): Mark[] {
  const xs = Array.from({ length: columns + 1 }, (_, index) => left + index * card.width);
  const ys = Array.from({ length: rows + 1 }, (_, index) => top + index * card.height);
  const [right, bottom] = [xs.at(-1)!, ys.at(-1)!];
  const line = (x1: number, y1: number, x2: number, y2: number): Mark => ({ kind: 'line', from: [x1, y1], to: [x2, y2] });
  return [
    ...xs.flatMap((x) => [line(x, top - cutMark - 1, x, top - 1), line(x, bottom + 1, x, bottom + cutMark + 1)]),
    ...ys.flatMap((y) => [line(left - cutMark - 1, y, left - 1, y), line(right + 1, y, right + cutMark + 1, y)]),
    ...xs.slice(1, -1).flatMap((x) =>
      ys.slice(1, -1).flatMap((y) => [line(x - 2, y, x + 2, y), line(x, y - 2, x, y + 2)]),
    ),
  ];
} // prettier-ignore

/** Creates a card for every table. @param base origin without a trailing slash */
export function createCards(whole: WholeMerchant, base: string): Card[] {
  const { 'en-US': restaurant, 'zh-TW': restaurantZh } = whole.shortName;
  return whole.tables.map(({ name, qrcodeId }) => ({
    restaurant,
    restaurantZh: restaurantZh === restaurant ? undefined : restaurantZh,
    // A number alone would be unclear on a card.
    table: /^\d+$/.test(name) ? `Table ${name}` : name,
    link: `${base}/m/${whole.id}/q/${qrcodeId}`,
    code: `${whole.id}-${qrcodeId}`,
  }));
}
