/** A diner's text never becomes a printer command, and all of it is on the paper. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { charsets, type Charset } from '#contract/menu-file/whole-merchant.ts';
import type { Ticket } from '#server/service/kitchen/tickets/ticket.ts';
import { forAll } from '#tests/properties/for-all.ts';
import type { Command } from '#testing/stand-ins/escpos-paper.ts';
import { onPaper, createLine, createTicket } from './some-ticket.ts';

/** A ticket with these texts in each place that a diner or the menu fills. */
function createTextTicket([name, choice, notes, userName, tableName]: Texts): Ticket {
  return createTicket({
    copy: 1,
    tableName,
    lines: [createLine({ name, choices: [choice], notes, userName })],
  });
}
type Texts = [string, string, string, string, string];

/** Leaves out positions, which depend on the length of a text. */
function formatCommand({ name, args }: Command): string {
  return name === 'ESC $' || name === 'ESC \\' ? name : `${name} ${args.join(' ')}`;
}

function listCommands(ticket: Ticket, charset: Charset): Set<string> {
  return new Set(onPaper(ticket, charset).tickets.flatMap(({ commands }) => commands.map(formatCommand)));
}

/** All commands of a ticket with plain texts and a character that the printer lacks. */
const usual = new Map(
  charsets.map((charset) => [
    charset,
    listCommands(createTextTicket(['Tea', 'Large', 'hot\nvery \u{1F336}', 'Ann', '7']), charset),
  ]),
);

const controls = [
  ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
  '\x7f',
  '\x85',
  '\x9b',
];
const turning = ['\u202e', '\u2066', '\ufeff', '\u200d', '\u2028', '\ud83d', '\udc00', '\u0301', '\u20e3'];
const markup = Array.from('\\|{}~_"`^-=;:');
const attacks = [
  '\\x1bp0', '\\x\\x1b1bp0AA', '\\\\x1bp0', '{x:\\x1bp0}', '{command:a}', '{image:iVBORw0KGgo=}', '{code:1;option:qrcode}',
  '|{x:a}|', '\n=\n', '\n---\n', '\x1bp\x00\x19A', '\x1dV\x00', '\x10\x14\x01\x00\x08', '\x10\x04\x01', '\x1d(k\x03\x00',
]; // prettier-ignore
/** In some encodings these take the next byte with them, or end in a byte that is ASCII. */
const awkward = Array.from('ÀàèéÊ許功蓋枯ㄅ€½²');

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...controls, ...turning, ...markup, ...awkward, ...attacks),
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const fiveTexts = fc.tuple(anyText, anyText, anyText, anyText, anyText);

const letters = { latin: 'aZ09éñß’', big5: 'aZ09許功蓋辣不要', gb18030: 'aZ09許功蓋盐不要' };
const typed = fc.constantFrom(...charsets).chain((charset) => {
  const printable = { weight: 3, arbitrary: fc.constantFrom(...letters[charset].split(''), ...markup) };
  const notPrintable = { weight: 1, arbitrary: fc.constantFrom(...controls, ' ', ...attacks) };
  const text = fc.array(fc.oneof(printable, notPrintable), { maxLength: 16 }).map((parts) => parts.join(''));
  return fc.record({ charset: fc.constant(charset), texts: fc.tuple(text, text, text, text, text) });
});

/** Removes controls, and blanks, which are lost at a line break. */
// oxlint-disable-next-line no-control-regex
const removeControls = (text: string) => text.replaceAll(/[\x00-\x20\x7f-\x9f]/g, '');

/** A note has at most four lines on paper. Its further lines follow the fourth. */
function noteOnPaper(notes: string): string {
  const lines = notes.split(/\r?\n/).filter((line) => line.trim() !== '');
  return removeControls([...lines.slice(0, 4), ...lines.slice(4).map((line) => `/${line}`)].join(''));
}

describe('any text of a diner', () => {
  test('adds no command to those of a ticket with plain texts', () => {
    forAll(fiveTexts, fc.constantFrom(...charsets), (texts, charset) => {
      const { tickets, uncut, pulses } = onPaper(createTextTicket(texts), charset);
      const made = tickets.flatMap(({ commands }) => commands);
      expect({
        tickets: tickets.length,
        foreign: made.map(formatCommand).filter((command) => !usual.get(charset)!.has(command)),
        cuts: made.filter(({ name }) => name === 'GS V').length,
        brokenByPrinter: tickets.flatMap(({ lines }) => lines.filter(({ isOverfull }) => isOverfull)),
        uncut: uncut(),
        pulses,
      }).toEqual({ tickets: 1, foreign: [], cuts: 1, brokenByPrinter: [], uncut: [], pulses: [] });
    });
  });

  test('is printed as it was typed, including markup', () => {
    forAll(typed, ({ charset, texts: [name, choice, notes, userName, tableName] }) => {
      const { lines } = onPaper(createTextTicket([name, choice, notes, userName, tableName]), charset)
        .tickets[0]!;
      const printed = removeControls(lines.map(({ text }) => text).join(''));
      const rule = '-'.repeat(48);
      const user = userName === '' ? '' : `(${removeControls(userName)})`;
      expect(printed).toBe(
        [
          `REPRINT1Table${removeControls(tableName)}Hotkitchen#A1B2C3/Round212/23,18:05GoldenLantern${rule}`,
          `2x${removeControls(name)}+${removeControls(choice)}${noteOnPaper(notes)}${user}${rule}`,
        ].join(''),
      );
    });
  });
});
