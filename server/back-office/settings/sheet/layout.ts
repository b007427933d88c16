/**
 * Lays out the printed cards with the QR codes of the tables. All lengths are millimetres; x and y grow to the right and
 * down.
 */
import { encode } from 'uqr';
import { fillText } from '#locales/fill-text.ts';
import { qrSheetTexts } from '#locales/qr-sheet.ts';
import { page, standardCharacters, type Mark, type TextMark } from '#server/platform/pdf/marks.ts';
import type { Drawer, Outline } from '#server/platform/pdf/outline.ts';
import { outlinedText, scanOutline } from './scan-outline.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';
import { getServerText } from '#server/platform/server-texts.ts';
import { findCountryLanguage } from '#server/platform/http/language.ts';
import { chooseText } from '#contract/menu-file/localized.ts';
import { defaultLanguage, languageCodes, type LanguageCode } from '#contract/http/headers.ts';

export interface Card {
  readonly restaurant: string;
  /** The name in the second language of the card, if it differs. */
  readonly secondName: string | undefined;
  /** The invitation to scan, in the languages of the card. */
  readonly scan: readonly string[];
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
/** The upper left corner of the first card. The cards are in the middle of the page. */
const left = (page.width - columns * card.width) / 2;
const top = (page.height - rows * card.height) / 2;

interface Line {
  /** The baseline of the text, from the upper edge of the card. */
  readonly y: number;
  /** The font size. A text that is too wide for the card gets a smaller one. */
  readonly size: number;
}

/** The texts of a card, from top to bottom. The QR code is between `secondName` and `table`. */
const lines = {
  restaurant: { y: 8, size: 4.6 },
  secondName: { y: 13.4, size: 4.2 },
  table: { y: 67, size: 7 },
  scan: { y: 73.2, size: 3.9 },
  secondScan: { y: 78.4, size: 3.9 },
  link: { y: 83, size: 2.8 },
  code: { y: 86.6, size: 2.8 },
} as const satisfies Record<string, Line>;
/** From the upper edge of the card to the light border of the code, which keeps it apart from the text above. */
const qrTop = 13.4;
/** Width of the code with its light border. A phone's camera reads this size across a table. */
const qrSize = 48;
/** Width of the light border, in modules of the code. The QR standard requires four. */
const quietZone = 4;
const maxTextWidth = card.width - 12;
/** The length of a cut mark at the edge of the page, its distance from the cards, and half the width of a cross. */
const cutMark = { length: 4, gap: 1, crossArm: 2 } as const;
/** Upper estimate of the mean character width in the standard bold font, ems. */
const latinWidth = 0.6;

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
  { restaurant, secondName, scan, table, link, code }: Card,
  x0: number,
  y0: number,
  { draw, leaveToReader }: LayoutOptions,
  missing: Set<string>,
): Mark[] {
  const middle = x0 + card.width / 2;
  const layOutText = (text: string, { y, size }: Line, look: Partial<TextMark> = {}): Mark[] => {
    if (!standardCharacters.test(text)) {
      const outline = text === outlinedText ? scanOutline : draw?.(text);
      if (outline) return [placeOutline(outline, middle, { y: y0 + y, size })];
      if (!leaveToReader) {
        missing.add(text);
        return [];
      }
    }
    const fitted = Math.min(size, maxTextWidth / (estimateWidth(text) || 1));
    return [{ kind: 'text', text, x: middle, y: y0 + y, size: fitted, bold: true, grey: false, ...look }];
  };
  const small = { bold: false, grey: true } as const;
  return [
    ...layOutText(restaurant, lines.restaurant),
    ...(secondName === undefined ? [] : layOutText(secondName, lines.secondName)),
    drawQrCode(link, middle - qrSize / 2, y0 + qrTop),
    ...layOutText(table, lines.table),
    ...scan.flatMap((text, at) => layOutText(text, at === 0 ? lines.scan : lines.secondScan)),
    ...layOutText(link, lines.link, small),
    ...layOutText(fillText(qrSheetTexts.code, { code }), lines.code, small),
  ];
} // prettier-ignore

function placeOutline({ width, unitsPerEm, d }: Outline, middle: number, { y, size }: Line): Mark {
  const fitted = Math.min(size, maxTextWidth / width);
  return { kind: 'path', d, x: middle - (width * fitted) / 2, y, scale: fitted / unitsPerEm, upwards: true };
}

/** Estimates the width of a text in ems. Characters outside the standard fonts, such as Chinese ones, are one em wide. */
function estimateWidth(text: string): number {
  return Array.from(text).reduce(
    (sum, character) => sum + (standardCharacters.test(character) ? latinWidth : 1),
    0,
  );
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
  const { length, gap, crossArm: arm } = cutMark;
  const line = (x1: number, y1: number, x2: number, y2: number): Mark => ({ kind: 'line', from: [x1, y1], to: [x2, y2] });
  return [
    ...xs.flatMap((x) => [line(x, top - gap - length, x, top - gap), line(x, bottom + gap, x, bottom + gap + length)]),
    ...ys.flatMap((y) => [line(left - gap - length, y, left - gap, y), line(right + gap, y, right + gap + length, y)]),
    ...xs.slice(1, -1).flatMap((x) =>
      ys.slice(1, -1).flatMap((y) => [line(x - arm, y, x + arm, y), line(x, y - arm, x, y + arm)]),
    ),
  ];
} // prettier-ignore

/** A card has room for two languages: the default one, and that of the restaurant's country or else the next one. */
function findSecondLanguage({ phoneCountry }: WholeMerchant): LanguageCode | undefined {
  const others = languageCodes.filter((code) => code !== defaultLanguage);
  const local = findCountryLanguage(phoneCountry);
  return others.find((code) => code === local) ?? others[0];
}

/** Creates a card for every table. @param base origin without a trailing slash */
export function createCards(whole: WholeMerchant, base: string): Card[] {
  const restaurant = chooseText(whole.shortName, defaultLanguage);
  const second = findSecondLanguage(whole);
  const secondName = second && whole.shortName[second];
  const languages = [defaultLanguage, ...(second ? [second] : [])];
  return whole.tables.map(({ name, qrcodeId }) => ({
    restaurant,
    secondName: secondName === restaurant ? undefined : secondName || undefined,
    scan: languages.map((language) => getServerText(language, 'sheet.scan')),
    // A number alone would be unclear on a card.
    table: /^\d+$/.test(name) ? fillText(qrSheetTexts.table, { name }) : name,
    link: `${base}/m/${whole.id}/q/${qrcodeId}`,
    code: `${whole.id}-${qrcodeId}`,
  }));
}
