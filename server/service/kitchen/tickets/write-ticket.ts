import type { Pickup } from '#contract/pickup.ts';
import { describeWeight } from '#contract/dish/quantity.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { loadTexts } from '#locales/load-texts.ts';
import type { TicketTexts } from '#locales/texts.ts';
import { fillText } from '#locales/fill-text.ts';
import type { TicketPage } from './ticket-page.ts';
import type { Ticket, TicketLine } from './ticket.ts';

const texts = await loadTexts<TicketTexts>('ticket');

/**
 * Writes a ticket on the page. Allergies and notes are white on black. If the printer lacks a character, the last line says so.
 *
 * @param language of the ticket's own words
 */
export function writeTicket(page: TicketPage, ticket: Ticket, language: LanguageCode): void {
  const { restaurant, station, tableName, serial, round, copy, kind, course = 0, mayBeTwice, lines } = ticket;
  const text = texts[language];
  if (copy > 0) page.across(fillText(text.reprint, { copy }), 'largeInverted');
  if (kind !== 'round') page.across(fillText(text[kind], { number: course }), 'largeInverted');
  if (kind === 'moved') page.across(describeMove(ticket, text), 'inverted');
  if (mayBeTwice) page.across(text.mayBeTwice, 'inverted');
  page.across(nameTable(tableName, text), 'large');
  if (ticket.pickup) page.across(describePickup(ticket, ticket.pickup, text), 'tall');
  if (ticket.guests !== undefined) page.across(fillText(text.guests, { count: ticket.guests }), 'tall');
  page.across(station, 'tall');
  page.apart(`#${serial} / ${fillText(text.round, { number: round })}`, formatTime(ticket));
  page.across(restaurant);
  page.rule();
  for (const line of lines) printLine(page, line, text);
  if (page.lacksCharacters()) page.across(fillText(text.notWhole, { mark: page.missing }), 'inverted');
}

/** Where the dishes were before. */
function describeMove({ movedFrom = null }: Ticket, text: TicketTexts): string {
  return fillText(text.before, { table: nameTable(movedFrom, text) });
}

function nameTable(tableName: string | null, text: TicketTexts): string {
  return tableName === null ? text.toGo : fillText(text.table, { name: tableName });
}

/** When and for whom, so that the kitchen sees when it is needed. */
function describePickup(ticket: Ticket, { at, userName }: Pickup, text: TicketTexts): string {
  const time = at === null ? text.asap : formatTime({ ...ticket, at });
  return `${fillText(text.pickup, { time })} ${userName}`.trim();
}

/** Further lines of a note are joined into the last one. A note with two hundred line breaks would waste paper. */
const linesOfNote = 4;

function shortenNotes(notes: string): string {
  const lines = notes.split(/\r?\n/).filter((line) => line.trim() !== '');
  return [...lines.slice(0, linesOfNote - 1), lines.slice(linesOfNote - 1).join(' / ')].join('\n');
}

function printLine(page: TicketPage, line: TicketLine, text: TicketTexts): void {
  const { quantity, unitLabel, name, productId, choices, allergy, allergens, notes, userName } = line;
  if (allergy !== '') page.across(fillText(text.allergy, { allergy }), 'largeInverted');
  page.beside(
    describeWeight(quantity, unitLabel)?.replaceAll('\u00a0×\u00a0', ' x ') ?? `${quantity} x`,
    page.isPrintable(name) ? name : `#${productId} ${name}`,
    'tall',
  );
  for (const choice of choices) page.beside('', `+ ${choice}`, 'bold');
  if (allergens.length > 0)
    page.beside('', fillText(text.contains, { list: allergens.join(text.separator) }), 'plain');
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
