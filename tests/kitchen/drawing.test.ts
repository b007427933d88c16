/** Rows that a printer cannot write are drawn. */
import { expect, test } from 'vitest';
import type { Drawer } from '#server/platform/pdf/outline.ts';
import {
  createBitmap,
  cutIntoBands,
  encodePng,
  type Bitmap,
} from '#server/service/kitchen/tickets/bitmap.ts';
import { drawPaper, encodePaper, writeLines } from '#server/service/kitchen/tickets/paper.ts';
import { createPen } from '#server/service/kitchen/tickets/pen.ts';
import { startPaper } from '#testing/stand-ins/escpos-paper.ts';
import { createLine, createTicket } from './some-ticket.ts';

/** A font whose characters are black boxes of 0.8 × 0.8 em on the baseline. It lacks 鑿. */
const drawBox: Drawer = (text) =>
  text.includes('鑿') ? undefined : { width: 1, unitsPerEm: 10, d: 'M1 0h8v8h-8z' };
const pen = createPen(drawBox);

const withName = (name: string, more: object = {}) =>
  createTicket({ lines: [createLine({ name, ...more })] });

async function print(name: string, more: object = {}) {
  const paper = startPaper('none');
  const ticket = withName(name, more);
  paper.take(await encodePaper({ ticket }, { charset: 'latin', columns: 48 }, pen));
  return paper.tickets[0]!;
}

/** The dots of a picture as text, one character for each 12 × 12 dots. */
function shapeOf({ width, height, bits }: Bitmap): string[] {
  const isBlack = (x: number, y: number) => (bits[y * Math.ceil(width / 8) + (x >> 3)]! & (0x80 >> (x & 7))) !== 0;
  return Array.from({ length: Math.floor(height / 12) }, (_, row) =>
    Array.from({ length: Math.floor(width / 12) }, (_cell, column) => {
      const dots = Array.from({ length: 144 }, (_dot, n) => isBlack(column * 12 + (n % 12), row * 12 + Math.floor(n / 12)));
      return dots.filter(Boolean).length > 50 ? '#' : '.';
    })
      .join('')
      .replace(/\.+$/, ''),
  );
} // prettier-ignore

test('a name that the printer lacks is drawn, and everything else is text', async () => {
  const { lines, rasters, commands } = await print('牛肉麵', {
    choices: ['extra egg'],
    notes: 'no onion',
  });
  expect(commands.filter((command) => command.name.startsWith('unknown'))).toEqual([]);
  const texts = lines.map(({ text }) => text.trim());
  expect(texts).toEqual(expect.arrayContaining(['Table 7', '+ extra egg', 'no onion']));
  expect(texts.join('\n')).not.toMatch(/\?|#41|lacks/);
  expect(rasters).toHaveLength(1);
  const [{ width, height, bits, afterLine }] = rasters as [(typeof rasters)[0]];
  // The name stands between the rule and the choice.
  expect(texts[afterLine - 1]).toMatch(/^-+$/);
  expect(texts.slice(afterLine).find((text) => text !== '')).toBe('+ extra egg');
  expect([width, height]).toEqual([576, 48]);
  // "2 x", two blanks, then three wide characters of double height.
  expect(shapeOf({ width, height, bits })).toEqual(Array(4).fill('#.#...######'));
});

test('if the font lacks the character, the name has its number and the ticket says so', async () => {
  const { lines, rasters } = await print('鑿肉麵');
  expect(rasters).toEqual([]);
  const texts = lines.map(({ text }) => text.trim());
  expect(texts.some((text) => text.startsWith('2 x') && text.includes('#41 ???'))).toBe(true);
  expect(texts.join(' ')).toContain('lacks a character');
});

test('a note of a diner is drawn white on black', async () => {
  const { rasters } = await print('Noodles', { notes: '不' });
  const [{ width, height, bits }] = rasters as [(typeof rasters)[0]];
  const isBlack = (x: number, y: number) => (bits[y * 72 + (x >> 3)]! & (0x80 >> (x & 7))) !== 0;
  expect([width, height]).toEqual([576, 30]);
  // A black blank of 12 dots, then the cell of 24 dots with a white box in it.
  expect([isBlack(73, 12), isBlack(85, 3), isBlack(96, 12), isBlack(130, 12)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a printer that prints only pictures gets the whole ticket as one', async () => {
  const paper = { ticket: withName('牛肉麵') };
  const bitmap = await drawPaper(paper, 32, pen);
  expect(bitmap.width).toBe(384);
  expect(bitmap.bits).toHaveLength((384 / 8) * bitmap.height);
  expect(shapeOf(bitmap).slice(-6)).toContain('#.#...######');
  const png = await encodePng(bitmap);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // Bit depth 1, colours of a palette.
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]]).toEqual([384, bitmap.height, 1, 3]);
});

test('a printer that takes Unicode gets lines of the width of its paper', () => {
  const name = 'Phở bò đặc biệt with a rather long name';
  const text = writeLines({ ticket: withName(name, { notes: '不要蔥' }) }, 32);
  expect(text).toContain('2 x   Phở bò đặc biệt with a\n      rather long name\n');
  expect(text).toContain('不要蔥');
});

test('a long picture is split into bands that fit the printer’s memory', () => {
  const bitmap = createBitmap(new Uint8Array(8 * 600), 8, 600);
  expect(bitmap.bits.every((byte) => byte === 0xff)).toBe(true);
  expect(cutIntoBands(bitmap).map(({ height, bits }) => [height, bits.length])).toEqual([
    [256, 256],
    [256, 256],
    [88, 88],
  ]);
});
