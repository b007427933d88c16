import { codes } from '#contract/codes.ts';
import { fillText } from '#locales/fill-text.ts';
import { qrSheetTexts } from '#locales/qr-sheet.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import { createCards, layOutCards } from './layout.ts';
import type { Drawer } from '#server/platform/pdf/outline.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { chooseText } from '#contract/menu-file/localized.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import { createSvgPage } from './svg.ts';

/** Loaded once, at the first sheet, because a Chinese font is large. */
let drawer: Promise<Drawer | undefined> | undefined;

/**
 * Creates a printable sheet with the QR code of each table.
 *
 * The answer has a PDF. If the server lacks a font for some text, it also has SVG pages, which the browser can print
 * with its own fonts.
 * @param base origin under which phones reach the server
 * @param tableIds only these tables
 * @throws Refusal 400 without tables, or for an invalid origin
 */
export async function createSheet(whole: WholeMerchant, base: string, tableIds?: readonly string[]) {
  const origin = readOrigin(base);
  const tables = whole.tables.filter(({ id }) => tableIds === undefined || tableIds.includes(id));
  if (tables.length === 0) throw new Refusal(codes.badRequest, getServerTexts('sheet.noTable'));
  drawer ??= import('#server/platform/pdf/outline.ts').then(({ findDrawer }) => findDrawer(undefined));
  const { createPdf } = await import('#server/platform/pdf/create-pdf.ts');
  const cards = createCards({ ...whole, tables }, origin);
  const { pages, missing } = layOutCards(cards, { draw: await drawer, leaveToReader: false });
  const pdf = await createPdf(composeSheetTitle(whole), pages);
  const { pages: drawn } =
    missing.length > 0 ? layOutCards(cards, { draw: undefined, leaveToReader: true }) : { pages: [] };
  return {
    pdf: pdf.toString('base64'),
    cards: cards.length,
    address: cards[0]!.link,
    missing,
    pages: drawn.map(createSvgPage),
  };
}

export function composeSheetTitle({ shortName }: Pick<WholeMerchant, 'shortName'>): string {
  return fillText(qrSheetTexts.title, { restaurant: chooseText(shortName, defaultLanguage) });
}

function readOrigin(base: string): string {
  const given = URL.canParse(base) ? new URL(base) : undefined;
  if (!given || !['http:', 'https:'].includes(given.protocol))
    throw createStatusRefusal(codes.badRequest, 'body.origin: must be like https://order.example', {
      path: 'body.origin',
    });
  return given.origin;
}
