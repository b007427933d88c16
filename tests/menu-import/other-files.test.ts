/** Files that are no menu, and how their encoding is found out (CX64). */
import { expect, test } from 'vitest';
import { importInto, formatNotices } from './draft-of.ts';

const csv = 'Section,Name,Price\nSoups,Miso,4\n';

test.each([
  ['UTF-16 with its mark', Buffer.from(`\uFEFF${csv}`, 'utf16le'), /UTF-16/],
  ['UTF-16 without', Buffer.from(csv, 'utf16le'), /UTF-16/],
  // 牛肉麵
  ['Big5', Buffer.concat([Buffer.from(csv), Buffer.from([0xa4, 0xfb, 0xa6, 0xd7, 0xc4, 0xd1])]), /Big5/],
  ['Latin-1', Buffer.from('Section,Name,Price\nSoups,Crème,4\n', 'latin1'), /not saved as UTF-8/],
  ['a workbook', Buffer.from('PK\u0003\u0004 rest of a ZIP', 'latin1'), /workbook.*CSV/],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0, 3, 0xff]), /not a text file/],
  ['a PDF', Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u0001\u0002', 'latin1'), /not a text file/],
  ['nothing', Buffer.from(' \n'), /empty/],
  ['a letter', Buffer.from('Dear restaurant,\nyour soup is good, thank you\n'), /none of these/],
  ['another table', Buffer.from('Date,Temperature\n2026-01-01,5\n'), /none of these/],
  ['JSON that ends too early', Buffer.from('{"@type": "Menu",'), /not valid JSON/],
  ['JSON that is deep', Buffer.from('['.repeat(100_000)), /not valid JSON/],
  ['other JSON', Buffer.from('{"hello": [1, 2]}'), /none of these/],
  ['broken YAML', Buffer.from('categories:\n  - id: a\n   name: b\n'), /can’t be read/],
])('%s is refused with a helpful message', async (_, bytes, words) => {
  const { mistakes, edits, mistakeCount } = await importInto(bytes);
  expect(edits).toEqual([]);
  expect(mistakeCount).toBe(1);
  expect(formatNotices(mistakes)[0]).toMatch(words);
});

test('a menu file is read without its settings, with the line of each mistake', async () => {
  const file = [
    'merchant: { name: Other, currency: EUR }',
    'categories:',
    '  - name: Soups',
    '    products:',
    '      - name: { en-US: Miso, zh-TW: 味噌湯 }',
    '        price: 4.50',
  ];
  const { format, mistakes, warnings, tree } = await importInto(file.join('\n'));
  expect({ format, mistakes }).toEqual({ format: 'yaml', mistakes: [] });
  expect(formatNotices(warnings)).toEqual(['Not used, because a menu doesn’t include it: merchant']);
  expect(Object.values(tree.dishes)).toMatchObject([{ name: { 'zh-TW': '味噌湯' }, price: '4.50' }]);
  const wrong = await importInto(
    [...file, '        picture: ../../etc/passwd', '        colour: red'].join('\n'),
  );
  expect(formatNotices(wrong.mistakes)).toEqual([
    'Line 8: is not a field here',
    'Line 7: is not a picture on the server',
  ]);
});
