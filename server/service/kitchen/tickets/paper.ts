import type { PaperRow } from '#contract/calls/receipt.ts';
import { encodeReceipt } from './receipt-bytes.ts';
import { encodeTicket } from './ticket-bytes.ts';
import type { TicketPrinter } from './ticket-page.ts';
import type { Ticket } from './ticket.ts';

/** The content of a print job. Without rows, nothing is printed. */
export type Paper =
  | { readonly ticket: Ticket }
  | { readonly rows: readonly PaperRow[]; readonly opensDrawer?: boolean };

/** ESC p: a pulse of 50 ms at pin 2, to which cash drawers are connected. */
const openDrawer = Uint8Array.of(0x1b, 0x70, 0, 25, 250);

/** Encodes the content as ESC/POS commands. */
export function encodePaper(paper: Paper, printer: TicketPrinter): Uint8Array {
  if ('ticket' in paper) return encodeTicket(paper.ticket, printer);
  const { rows, opensDrawer = false } = paper;
  return Buffer.concat([
    ...(opensDrawer ? [openDrawer] : []),
    ...(rows.length > 0 ? [encodeReceipt(rows, printer)] : []),
  ]);
}
