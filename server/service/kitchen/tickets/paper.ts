/**
 * Lays out the content of a print job and encodes it for a printer.
 *
 *     Paper ──► page of blocks ─┬─ text   ──► receiptline ──► commands of the printer
 *                               └─ drawn  ──► pen ──────────► pictures
 */
import receiptline from 'receiptline';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { PaperRow } from '#contract/calls/receipt.ts';
import { readStationLanguage } from '#server/menu/stations.ts';
import type { Charset } from '#server/menu/whole-merchant.ts';
import { encodeRaster, stackBitmaps, type Bitmap } from './bitmap.ts';
import type { Pen } from './pen.ts';
import { allCharacters, countColumns, createLettering, type Lettering } from './printer-text.ts';
import { createTicketPage, type PageBlock, type PageLayout, type TicketPage } from './ticket-page.ts';
import type { Ticket } from './ticket.ts';
import { writeReceipt } from './write-receipt.ts';
import { writeTicket } from './write-ticket.ts';

/** The content of a print job. Without rows, nothing is printed. */
export type Paper =
  | { readonly ticket: Ticket }
  | { readonly rows: readonly PaperRow[]; readonly opensDrawer?: boolean };

/** A printer that takes ESC/POS. */
export interface EscPosPrinter {
  readonly charset: Charset;
  readonly columns: number;
}

export const shouldOpenDrawer = (paper: Paper): boolean => 'rows' in paper && paper.opensDrawer === true;

/** Whether there is something to print. A job may only open the drawer. */
export const hasRows = (paper: Paper): boolean => 'ticket' in paper || paper.rows.length > 0;

/** ESC p: a pulse of 50 ms at pin 2, to which cash drawers are connected. */
const openDrawer = Uint8Array.of(0x1b, 0x70, 0, 25, 250);

/**
 * Encodes the content as ESC/POS commands, including the cut. A diner's text never becomes a command.
 *
 * @param pen draws rows with characters that the printer lacks
 */
export async function encodePaper(paper: Paper, printer: EscPosPrinter, pen: Pen): Promise<Uint8Array> {
  const parts = encodeParts(paper, printer, pen.lettering);
  const encoded = parts.map(async (part) => {
    if (part instanceof Uint8Array) return part;
    return encodeRaster(await pen.draw(part.document, printer.columns));
  });
  return Buffer.concat(await Promise.all(encoded));
}

/** Returns the commands of the content, and the blocks that a pen has to draw between them. */
export function encodeParts(
  paper: Paper,
  { charset, columns }: EscPosPrinter,
  drawn?: Lettering,
): (Uint8Array | PageBlock)[] {
  const first = shouldOpenDrawer(paper) ? [openDrawer] : [];
  if (!hasRows(paper)) return first;
  const layout = { lettering: createLettering(charset), drawn, columns };
  const language =
    'ticket' in paper ? readStationLanguage({ charset, language: paper.ticket.language }) : undefined;
  const blocks = layOut(paper, layout, language).blocks();
  return [...first, ...blocks.map((block) => (block.isDrawn ? block : encodeText(block, columns))), cut];
}

/** Draws the whole content. */
export async function drawPaper(paper: Paper, columns: number, pen: Pen): Promise<Bitmap> {
  const { lettering } = pen;
  const { blocks } = layOut(paper, { lettering, drawn: lettering, columns });
  return stackBitmaps(await Promise.all(blocks().map(({ document }) => pen.draw(document, columns))));
}

/** Writes the content as lines of text. */
export function writeLines(paper: Paper, columns: number): string {
  const layout = { lettering: allCharacters, columns };
  return layOut(paper, layout)
    .blocks()
    .map(({ document }) =>
      receiptline.transform(document, {
        command: plainText,
        cpl: columns,
        encoding: allCharacters.encoding,
      }),
    )
    .join('');
}

/** The library's plain text, with the widths of the layout and without blanks inside large text. */
const plainText = {
  ...receiptline.commands.text,
  wh: () => '',
  measureText: (text: string) => countColumns(text, allCharacters),
};

function layOut(paper: Paper, layout: PageLayout, language?: LanguageCode): TicketPage {
  const page = createTicketPage(layout);
  if ('ticket' in paper) writeTicket(page, paper.ticket, language ?? paper.ticket.language);
  else writeReceipt(page, paper.rows);
  return page;
}

const { generic } = receiptline.commands;

/**
 * The ESC/POS commands that printers of all makers know. The library's rule needs a code page that Chinese printers lack.
 * Its end of a document asks for the printer's state, which `sendToPrinter` does itself.
 */
const escPos = { ...generic, hr: (width: number) => '-'.repeat(width), close: () => '' };

const cut = Buffer.from(generic.cut(), 'latin1');

function encodeText({ document, lettering }: PageBlock, columns: number): Uint8Array {
  const commands = receiptline.transform(document, {
    command: escPos,
    cpl: columns,
    encoding: lettering.encoding,
    spacing: true,
  });
  return Buffer.from(commands, 'latin1');
}
