/** Proves the printer of these tests by bytes from the command reference. */
import { expect, test } from 'vitest';
import { startPaper, type BuiltIn } from '#testing/stand-ins/escpos-paper.ts';

const toBytes = (...parts: (string | number)[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.of(part))),
  );

function printParts(builtIn: BuiltIn, ...parts: (string | number)[]) {
  const paper = startPaper(builtIn);
  paper.take(toBytes(...parts));
  return paper;
}

test('the simulator reads styles: bold, white on black, twice as wide and high, until ESC @', () => {
  const { uncut } = printParts(
    'none',
    '\x1bE\x01A\x1bE\x00\x1dB\x01B\x1dB\x00\x1d!\x11C\x1d!\x00D\n\x1bE\x01E\x1b@F\n',
  );
  const look = { isBold: false, isInverted: false, width: 1, height: 1 };
  expect(uncut().map(({ spans }) => spans)).toEqual([
    [
      { ...look, text: 'A', at: 0, dots: 12, isBold: true },
      { ...look, text: 'B', at: 12, dots: 12, isInverted: true },
      { ...look, text: 'C', at: 24, dots: 24, width: 2, height: 2 },
      { ...look, text: 'D', at: 48, dots: 12 },
    ],
    [{ ...look, text: 'F', at: 0, dots: 12 }],
  ]);
});

test('positions, margins, and lines that are too long', () => {
  const { uncut } = printParts('none', 'A\x1b$\x78\x00B\x1b\\\x18\x00C\n\x1dL\x0c\x00\x1dW\x24\x00abcd\n');
  expect(uncut().map(({ text, isOverfull }) => [text, isOverfull])).toEqual([
    ['A         B  C', false],
    [' abc', true],
    [' d', false],
  ]);
});

test('Chinese of two bytes, only in its mode; a lead byte includes the next byte, even if that is a command', () => {
  expect(printParts('big5', 0xa4, 0xa4, 'a\n').uncut()[0]!.text).toBe('中a');
  expect(printParts('gb18030', 0xd6, 0xd0, '\n').uncut()[0]!.text).toBe('中');
  expect(printParts('big5', '\x1c.', 0xa4, 0xa4, '\n').uncut()[0]!.text).toBe('\uFFFD\uFFFD');
  expect(printParts('none', '\x1bt\x10', 0x80, 0xe9, '\n').uncut()[0]!.text).toBe('€é');
  expect(printParts('big5', 0xa4, '\x1dVA\x00').tickets).toEqual([]);
});

test('cuts, pulses and unknown commands, also if each byte arrives alone', () => {
  const paper = startPaper('big5');
  const all = toBytes('\x1bE\x01', 0xa4, 0xa4, '\n\x1dVA\x00b\x1dVB\x03\x1bp\x00\x19\x19\x10\x14\x01\x00\x08\x1b\x99\x1dVB\x00');
  for (const byte of all) paper.take(Uint8Array.of(byte));
  const { tickets, pulses } = printParts('big5', all.toString('latin1'));
  expect(paper.tickets).toEqual(tickets);
  expect(tickets.map(({ cut, lines }) => [cut, lines.map(({ text }) => text)])).toEqual([
    ['full', ['中']],
    ['partial', ['b']],
    ['partial', []],
  ]);
  expect(pulses).toEqual([
    { name: 'ESC p', args: [0, 0x19, 0x19] },
    { name: 'DLE \x14', args: [1, 0, 8] },
  ]);
  expect(tickets[2]!.commands.map(({ name }) => name)).toContain('unknown 1B 99');
}); // prettier-ignore
