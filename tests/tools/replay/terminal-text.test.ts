import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeControls, padText, measureText, unlimited, wrapText } from '#tools/terminal/terminal-text.ts';
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

describe('a text in lines', () => {
  test.each([
    ['one two three', 7, 7, ['one two', 'three']],
    ['one two three', 7, 3, ['one', 'two', 'three']],
    ['one two', 7, 1, ['', 'one two']],
    ['onetwothree', 5, 5, ['onetw', 'othre', 'e']],
    ['少冰少冰 a', 5, 5, ['少冰', '少冰', 'a']],
    ['', 5, 5, ['']],
  ])('%s, %s columns wide, the first %s', (text, width, first, lines) =>
    expect(wrapText(text, width, first)).toEqual(lines),
  );

  test('is nowhere wider than allowed, and keeps the text', () => {
    forAll(text, fc.integer({ min: 2, max: 20 }), (each, width) => {
      const lines = wrapText(each, width);
      for (const line of lines) expect(measureText(line)).toBeLessThanOrEqual(width);
      expect(lines.join('').replaceAll(' ', '')).toBe(each.replaceAll(' ', ''));
    });
  });
});

describe('a table', () => {
  const rows = [
    [{ text: '1' }, { text: '少冰' }, { text: 'a long word or two' }, { text: 'end' }],
    [{ text: '22' }, { text: '' }, { text: '' }, { text: 'end' }],
  ];
  const head = ['#', 'who', 'what', 'then'];

  test('is side by side if there is room', () =>
    expect(formatTable(head, rows, unlimited, 2)).toEqual([
      '#   who   what                then',
      '1   少冰  a long word or two  end',
      '22                            end',
    ]));

  test('is stacked if there is none', () =>
    expect(formatTable(head, rows, { ...unlimited, width: 20 }, 2)).toEqual([
      '#   who   what',
      '    then',
      '1   少冰  a long',
      '    word or two',
      '    end',
      '22',
      '    end',
    ]));
});
