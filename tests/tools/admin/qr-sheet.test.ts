import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { readDemoMerchants } from '#server/back-office/demo/restaurants.ts';
import { getServerText } from '#server/platform/server-texts.ts';
import { parseQrLink } from '#ui/routes/qr-link.ts';
import { layOutCards, createCards } from '#server/back-office/settings/sheet/layout.ts';
import { findDrawer } from '#server/platform/pdf/outline.ts';
import { createPdf } from '#server/platform/pdf/create-pdf.ts';
import { outlinedText, scanOutline } from '#server/back-office/settings/sheet/scan-outline.ts';
import { createSvgPage } from '#server/back-office/settings/sheet/svg.ts';

const [whole] = await readDemoMerchants();
const cards = createCards(whole!, 'https://order.example');
/** Independent of the fonts of this machine. */
const draw = () => scanOutline;
const noFont = { draw: undefined, leaveToReader: false };

test('a reader finds the code of every table on the printed sheet', async () => {
  const { pages, missing } = layOutCards(cards, { draw, leaveToReader: false });
  expect(missing).toEqual([]);
  expect(pages).toHaveLength(2);
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  // The type wants an ArrayBuffer of exactly these bytes.
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
  const read: string[] = [];
  for (const marks of pages) {
    const png = await sharp(Buffer.from(createSvgPage(marks)), { density: 110 }).png().toBuffer();
    const found = await readBarcodes(new Uint8Array(png), { formats: ['QRCode'], maxNumberOfSymbols: 20 });
    read.push(...found.map(({ text }) => text));
  }
  expect(read.sort()).toEqual(whole!.tables.map(({ qrcodeId }) => `https://order.example/m/1001/q/${qrcodeId}`).sort());
}); // prettier-ignore

test('link and code of a card lead to its table', () => {
  for (const [index, { link, code }] of cards.entries()) {
    const table = { merchantId: '1001', qrcodeId: whole!.tables[index]!.qrcodeId };
    expect(parseQrLink(link)).toEqual(table);
    expect(parseQrLink(code)).toEqual(table);
  }
});

test('a table is shown by its name, a bare number as a table', () => {
  const named = { ...whole!, tables: [{ id: 'a', name: 'Terrace A', qrcodeId: '1' }, ...whole!.tables] };
  expect(createCards(named, 'https://order.example').map(({ table }) => table).slice(0, 2)).toEqual(['Terrace A', 'Table 1']);
}); // prettier-ignore

test('the stored outline is that of the Chinese text', () => {
  expect(outlinedText).toBe(getServerText('zh-TW', 'sheet.scan'));
});

test('without a font for them names are left off a PDF with a message, and an SVG’s viewer draws them', () => {
  expect(layOutCards(cards, noFont).missing).toEqual(['燈巷小館']);
  const { pages, missing } = layOutCards(cards, { ...noFont, leaveToReader: true });
  expect(missing).toEqual([]);
  expect(createSvgPage(pages[0]!)).toContain('>燈巷小館</text>');
});

test('names cannot break the document; long ones are fitted into the card', () => {
  const [card] = cards;
  const long = { ...card!, restaurant: 'Fish & <Chips> '.repeat(12).trim() };
  const { pages } = layOutCards([long], noFont);
  const text = pages[0]!.find((mark) => mark.kind === 'text' && mark.text === long.restaurant);
  expect(text).toMatchObject({ size: expect.closeTo(83 / (long.restaurant.length * 0.6), 2) as number });
  expect(createSvgPage(pages[0]!)).toContain('Fish &amp; &lt;Chips>');
});

test('the PDF has a page of A4 for six tables', async () => {
  const pdf = (await createPdf('Tables', layOutCards(cards, { draw, leaveToReader: false }).pages)).toString('latin1');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  expect(pdf.match(/\/MediaBox \[0 0 595\.28 841\.89\]/g)).toHaveLength(2);
}); // prettier-ignore

test('an invalid font is reported', () => {
  expect(() => findDrawer('/no/font.ttf')).toThrow('--font: there is no file /no/font.ttf');
  expect(() => findDrawer('package.json')).toThrow('--font: cannot read package.json as a font');
});
