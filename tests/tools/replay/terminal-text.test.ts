import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeControls, padText, measureText, paintPlain } from '#tools/terminal/terminal-text.ts';
import { formatTable } from '#tools/terminal/text-table.ts';
import { forAll } from '#tests/properties/for-all.ts';

/** Characters of all widths, and some that join with their neighbours. */
const text = fc
  .array(
    fc.constantFrom('a', ' ', '~', 'é', 'e\u0301', '×', '−', '→', '…', '少', '冰', '（', 'カ', 'ｶ', '한', '👍🏽', '👨‍👩‍👧', '\u200d', 'ĳ'),
    { maxLength: 30 },
  )
  .map((signs) => signs.join('')); // prettier-ignore

describe('the width of a text', () => {
  test.each([
    ['abc', 3],
    ['少冰', 4],
    ['한글', 4],
    ['ｶﾅ', 2],
    ['カナ', 4],
    ['（）', 4],
    ['cafe\u0301', 4],
    ['👍🏽', 2],
    ['👨‍👩‍👧', 2],
    ['×−→', 3],
    ['', 0],
  ])('%s takes %s columns', (text, width) => {
    expect(measureText(text)).toBe(width);
    expect(measureText(padText(text, 12))).toBe(12);
  });

  test('every Latin and Chinese character is as wide in a long text as by itself', () => {
    // A combining mark takes no column, and makes the width be computed character by character.
    forAll(text, (each) => {
      expect(measureText(`${each}a\u0301`)).toBe(measureText(`${each}a`));
    });
    const blocks = [[0x20, 0x2ff], [0x2010, 0x2027], [0x2190, 0x2212], [0x3400, 0x9fff]] as const; // prettier-ignore
    for (const [first, last] of blocks)
      for (let code = first; code <= last; code += 1) {
        const sign = String.fromCharCode(code);
        const apart = measureText(`a\u0301${sign}`) - 1;
        if (measureText(sign) !== apart) expect([sign, measureText(sign)]).toEqual([sign, apart]);
      }
  });
});

test('characters that move the cursor or reverse the text are shown as symbols', () => {
  expect(escapeControls('a\u001b[2Jb\r\nc\u202ed')).toBe('a�[2Jb↵c�d');
});

test('a table has aligned columns', () => {
  const rows = [
    [{ text: '1' }, { text: '少冰' }, { text: 'a long word or two' }, { text: 'end' }],
    [{ text: '22' }, { text: '' }, { text: '' }, { text: 'end' }],
  ];
  const head = ['#', 'who', 'what', 'then'];

  expect(formatTable(head, rows, paintPlain)).toEqual([
    '#   who   what                then',
    '1   少冰  a long word or two  end',
    '22                            end',
  ]);
});
