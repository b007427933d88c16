import { codes } from '#contract/codes.ts';
import type { WholeMerchant } from '#server/menu/merchant-rows.ts';
import { Refusal, statusRefusal } from '#server/platform/http/routes/route.ts';
import { createCards, layOutCards } from './layout.ts';
import type { Drawer } from './outline.ts';
import { svgPage } from './svg.ts';

/** The system's font with Chinese signs is large: read once, and only where somebody wants a sheet. */
let drawer: Promise<Drawer | undefined> | undefined;

/** A sheet with a card for each table, or for `tableIds`. @param base origin under which phones reach the server */
export async function createSheet(whole: WholeMerchant, base: string, tableIds?: readonly string[]) {
  const origin = originOf(base);
  const tables = whole.tables.filter(({ id }) => tableIds === undefined || tableIds.includes(id));
  if (tables.length === 0) throw new Refusal(codes.badRequest, 'There is no table to print');
  drawer ??= import('./outline.ts').then(({ findDrawer }) => findDrawer(undefined));
  const { pdfDocument } = await import('./pdf.ts');
  const cards = createCards({ ...whole, tables }, origin);
  const { pages, missing } = layOutCards(cards, { draw: await drawer, leaveToReader: false });
  const pdf = await pdfDocument(sheetTitle(whole), pages);
  const { pages: drawn } =
    missing.length > 0 ? layOutCards(cards, { draw: undefined, leaveToReader: true }) : { pages: [] };
  return {
    pdf: pdf.toString('base64'),
    cards: cards.length,
    address: cards[0]!.link,
    missing,
    pages: drawn.map(svgPage),
  };
}

export function sheetTitle({ shortName }: Pick<WholeMerchant, 'shortName'>): string {
  return `${shortName['en-US']}: QR codes of the tables`;
}

function originOf(base: string): string {
  const given = URL.canParse(base) ? new URL(base) : undefined;
  if (!given || !['http:', 'https:'].includes(given.protocol))
    throw statusRefusal(codes.badRequest, 'body.origin: must be like https://order.example', {
      path: 'body.origin',
    });
  return given.origin;
}
