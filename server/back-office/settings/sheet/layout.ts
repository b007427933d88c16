import { encode } from 'uqr';
import { page, type Mark, type TextMark } from './marks.ts';
import type { Drawer, Outline } from './outline.ts';
import { scanWords, scanWordsZh } from './scan-words.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';

export interface Card {
  readonly restaurant: string;
  /** Where it reads differently. */
  readonly restaurantZh: string | undefined;
  readonly table: string;
  readonly link: string;
  /** What can be typed on the scan page instead of the link. */
  readonly code: string;
}

interface LayoutOptions {
  readonly draw: Drawer | undefined;
  /** The reader of the sheet may have a font for what could not be drawn. */
  readonly leaveToReader: boolean;
}

const columns = 2;
const rows = 3;
const card = { width: 95, height: 92 } as const;
const left = (page.width - columns * card.width) / 2;
const top = (page.height - rows * card.height) / 2;
const cutMark = 4;
/** A phone's camera reads it over the width of a table. */
const qrSize = 48;
/** Light modules around the code: four are the standard's quiet zone. */
const quietZone = 4;
const widest = card.width - 12;
/** Mean width of a sign of the standard bold font in ems: on the safe side. */
const latinWidth = 0.6;

/** Signs that the standard fonts of every PDF reader have. */
const standardSigns = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac]*$/;

/** Lays the cards out on A4, six to a page, with marks to cut along. */
export function layOutCards(cards: readonly Card[], options: LayoutOptions) {
  const missing = new Set<string>();
  const perPage = columns * rows;
  const pages = Array.from({ length: Math.ceil(cards.length / perPage) }, (_, number) => [
    ...cutMarks(),
    ...cards
      .slice(number * perPage, (number + 1) * perPage)
      .flatMap((each, place) =>
        cardMarks(
          each,
          left + (place % columns) * card.width,
          top + Math.floor(place / columns) * card.height,
          options,
          missing,
        ),
      ),
  ]);
  /** `missing`: texts that could not be printed, once each. */
  return { pages, missing: [...missing] };
}

function cardMarks(
  { restaurant, restaurantZh, table, link, code }: Card,
  x0: number,
  y0: number,
  { draw, leaveToReader }: LayoutOptions,
  missing: Set<string>,
): Mark[] {
  const middle = x0 + card.width / 2;
  const text = (words: string, y: number, size: number, look: Partial<TextMark> = {}): Mark[] => {
    if (!standardSigns.test(words)) {
      const outline = draw?.(words);
      if (outline) return [drawn(outline, middle, y0 + y, size)];
      if (!leaveToReader) {
        missing.add(words);
        return [];
      }
    }
    const fitted = Math.min(size, widest / (widthOf(words) || 1));
    return [{ kind: 'text', text: words, x: middle, y: y0 + y, size: fitted, bold: true, grey: false, ...look }];
  };
  return [
    ...text(restaurant, 8, 4.6),
    ...(restaurantZh === undefined ? [] : text(restaurantZh, 13.4, 4.2)),
    qr(link, middle - qrSize / 2, y0 + 13.4),
    ...text(table, 67, 7),
    ...text(scanWords, 73.2, 3.9),
    drawn(scanWordsZh, middle, y0 + 78.4, 3.9),
    ...text(link, 83, 2.8, { bold: false, grey: true }),
    ...text(`Code ${code}`, 86.6, 2.8, { bold: false, grey: true }),
  ];
} // prettier-ignore

function drawn({ width, unitsPerEm, d }: Outline, middle: number, y: number, size: number): Mark {
  const fitted = Math.min(size, widest / width);
  return { kind: 'path', d, x: middle - (width * fitted) / 2, y, scale: fitted / unitsPerEm, upwards: true };
}

function widthOf(words: string): number {
  return Array.from(words).reduce((sum, sign) => sum + (standardSigns.test(sign) ? latinWidth : 1), 0);
}

function qr(link: string, x: number, y: number): Mark {
  const { data, size } = encode(link, { ecc: 'M', border: quietZone });
  // A run of dark modules is one rectangle: no hair shows between them in print.
  const d = data.flatMap((line, row) =>
    line.flatMap((isDark, column) => {
      if (!isDark || line[column - 1]) return [];
      const end = line.findIndex((each, index) => index > column && !each);
      return [`M${column} ${row}H${end === -1 ? size : end}V${row + 1}H${column}Z`];
    }),
  );
  return { kind: 'path', d: d.join(''), x, y, scale: qrSize / size, upwards: false };
}

/** At the edges of the page outside the cards, and a small cross wherever four cards meet. */
function cutMarks(): Mark[] {
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

/** A card for every table of the restaurant. @param base origin, without a slash at its end */
export function createCards(whole: WholeMerchant, base: string): Card[] {
  const { 'en-US': restaurant, 'zh-TW': restaurantZh } = whole.shortName;
  return whole.tables.map(({ name, qrcodeId }) => ({
    restaurant,
    restaurantZh: restaurantZh === restaurant ? undefined : restaurantZh,
    // A bare number says nothing on a card.
    table: /^\d+$/.test(name) ? `Table ${name}` : name,
    link: `${base}/m/${whole.id}/q/${qrcodeId}`,
    code: `${whole.id}-${qrcodeId}`,
  }));
}
