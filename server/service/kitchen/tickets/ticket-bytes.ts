import receiptline from 'receiptline';
import { weightOf } from '#contract/dish/quantity.ts';
import english from '#locales/en-US/ticket.ts';
import { fillText } from '#locales/fill-text.ts';
import chinese from '#locales/zh-TW/ticket.ts';
import { languageOf } from '#server/menu/stations.ts';
import { charsetFacts } from './printer-text.ts';
import { createTicketPage, type TicketPage, type TicketPrinter } from './ticket-page.ts';
import type { Ticket, TicketLine } from './ticket.ts';

const texts = { 'en-US': english, 'zh-TW': chinese };

const { generic } = receiptline.commands;

/**
 * The ESC/POS commands that printers of all makers know. The library's rule needs a code page that Chinese printers lack.
 * Its end of a document asks for the printer's state, which `sendToPrinter` does itself.
 */
const escPos = { ...generic, hr: (width: number) => '-'.repeat(width), close: () => generic.cut() };

/**
 * Encodes a ticket as ESC/POS commands, including the cut. Notes are white on black. A diner's text never becomes a
 * command. If the printer lacks a character, the last line says so.
 */
export function encodeTicket(ticket: Ticket, printer: TicketPrinter): Uint8Array {
  return encodePage(writeDocument(ticket, printer), printer);
}

/** Encodes a document in receiptline's notation as ESC/POS commands, including the cut. */
export function encodePage(document: string, printer: TicketPrinter): Uint8Array {
  const { encoding } = charsetFacts[printer.charset];
  const commands = receiptline.transform(document, {
    command: escPos,
    cpl: printer.columns,
    encoding,
    spacing: true,
  });
  return Buffer.from(commands, 'latin1');
}

function writeDocument(ticket: Ticket, printer: TicketPrinter): string {
  const { restaurant, station, tableName, serial, round, copy, kind, mayBeTwice, lines } = ticket;
  const language = languageOf({ ...printer, language: ticket.language });
  const text = texts[language];
  const page = createTicketPage(printer);
  if (copy > 0) page.across(fillText(text.reprint, { copy }), 'largeInverted');
  if (kind !== 'round') page.across(text[kind], 'largeInverted');
  if (mayBeTwice) page.across(text.mayBeTwice, 'inverted');
  page.across(tableName === null ? text.toGo : fillText(text.table, { name: tableName }), 'large');
  page.across(station, 'tall');
  page.apart(`#${serial} / ${fillText(text.round, { number: round })}`, formatTime(ticket));
  page.across(restaurant);
  page.rule();
  for (const line of lines) printLine(page, line);
  if (page.lacksCharacters()) page.across(fillText(text.notWhole, { mark: page.missing }), 'inverted');
  return page.document();
}

/** Further lines of a note are joined into the last one. A note with two hundred line breaks would waste paper. */
const linesOfNote = 4;

function shortenNotes(notes: string): string {
  const lines = notes.split(/\r?\n/).filter((line) => line.trim() !== '');
  return [...lines.slice(0, linesOfNote - 1), lines.slice(linesOfNote - 1).join(' / ')].join('\n');
}

function printLine(page: TicketPage, line: TicketLine): void {
  const { quantity, unitLabel, name, productId, choices, notes, userName } = line;
  page.beside(
    weightOf(quantity, unitLabel)?.replaceAll('\u00a0×\u00a0', ' x ') ?? `${quantity} x`,
    page.isPrintable(name) ? name : `#${productId} ${name}`,
    'tall',
  );
  for (const choice of choices) page.beside('', `+ ${choice}`, 'bold');
  page.beside('', shortenNotes(notes), 'inverted');
  if (userName !== '') page.beside('', `(${userName})`, 'plain');
  page.rule();
}

/** Month, day, hour and minute. */
function formatTime({ at, language, timeZone }: Ticket): string {
  return new Intl.DateTimeFormat(language, {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(at);
}
