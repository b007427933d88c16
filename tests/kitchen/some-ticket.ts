import {
  encodeParts,
  type EscPosPrinter,
  type Paper as Content,
} from '#server/service/kitchen/tickets/paper.ts';
import type { Charset } from '#server/menu/whole-merchant.ts';
import type { Ticket, TicketLine } from '#server/service/kitchen/tickets/ticket.ts';
import { startPaper, type BuiltIn, type Paper } from '#testing/stand-ins/escpos-paper.ts';

export function createTicket(changed: Partial<Ticket> = {}): Ticket {
  return {
    restaurant: 'Golden Lantern',
    station: 'Hot kitchen',
    tableName: '7',
    serial: 'A1B2C3',
    round: 2,
    at: Date.UTC(2026, 11, 24, 2, 5),
    timeZone: 'America/Los_Angeles',
    language: 'en-US',
    copy: 0,
    kind: 'round',
    mayBeTwice: false,
    lines: [createLine()],
    ...changed,
  };
}

export function createLine(changed: Partial<TicketLine> = {}): TicketLine {
  return {
    quantity: 2,
    unitLabel: '',
    name: 'Beef noodles',
    productId: '41',
    choices: [],
    allergy: '',
    allergens: [],
    notes: '',
    userName: '',
    ...changed,
  };
}

/** Encodes the content for a server without a font. */
export function encodeText(content: Content, printer: EscPosPrinter): Uint8Array {
  const parts = encodeParts(content, printer);
  return Buffer.concat(parts.filter((part) => part instanceof Uint8Array));
}

const builtIn: Readonly<Record<Charset, BuiltIn>> = { latin: 'none', big5: 'big5', gb18030: 'gb18030' };

/** Prints the ticket on a printer of this charset with paper of 80 mm. */
export function onPaper(ticket: Ticket, charset: Charset = 'big5'): Paper {
  const paper = startPaper(builtIn[charset]);
  paper.take(encodeText({ ticket }, { charset, columns: 48 }));
  return paper;
}
