import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matching, matchingSections } from '#projections/menu/menu-search.ts';
import { marked, plain, wordsOf } from '#projections/menu/plain-text.ts';
import { isOneSlipAway, similarTo } from '#projections/menu/similar-words.ts';
import { forAll } from '#tests/properties/for-all.ts';

const dish = (name: string, otherName: string, description = '') => ({
  name,
  otherNames: [otherName],
  description,
});
const menu = {
  categories: [
    {
      name: 'Rice',
      otherNames: ['飯類'],
      products: [
        dish('Crème Brûlée', '法式烤布蕾'),
        dish('Fried Rice', '蛋炒飯', 'with egg and scallion'),
        dish('General Tso’s Chicken', '左宗棠雞'),
      ],
    },
    {
      name: 'Dumplings & Buns',
      otherNames: ['餃子點心'],
      products: [
        dish('Pork Dumplings', '豬肉水餃', 'with a chicken broth'),
        dish('雞排', 'Chicken Cutlet'),
        dish('ＡＢＣ Soup', '羅宋湯'),
        { name: 'Tea', description: 'from 阿里山' },
      ],
    },
  ],
};
const found = (keyword: string) => matching(menu, keyword).map(({ name }) => name);

describe('search', () => {
  test.each([
    ['case', 'FRIED rice', ['Fried Rice']],
    ['accents', 'creme brulee', ['Crème Brûlée']],
    ['accents that the menu does not have', 'ríce', ['Fried Rice']],
    ['full width in the menu', 'abc', ['ＡＢＣ Soup']],
    ['full width as typed', 'ｒｉｃｅ', ['Fried Rice']],
    ['the kind of apostrophe', "tso's", ['General Tso’s Chicken']],
    ['signs between words', 'rice, fried!', ['Fried Rice']],
    ['a part of a word', 'umplin', ['Pork Dumplings']],
    ['the name in the other language', '炒飯', ['Fried Rice']],
    ['words of both languages', 'rice 蛋', ['Fried Rice']],
    ['a word of the name and one of the description', 'rice scallion', ['Fried Rice']],
    ['one word that is nowhere', 'rice lobster', []],
    ['signs alone', '&!', []],
    ['nothing', '  ', []],
  ])('regardless of %s: %s', (_what, keyword, names) => expect(found(keyword)).toEqual(names));

  test('names before names of other languages before descriptions', () => {
    expect(found('chicken')).toEqual(['General Tso’s Chicken', '雞排', 'Pork Dumplings']);
  });

  test('sections by their names in either language', () => {
    const names = (keyword: string) => matchingSections(menu.categories, keyword).map(({ name }) => name);
    expect(names('RIC')).toEqual(['Rice']);
    expect(names('點心')).toEqual(['Dumplings & Buns']);
    expect(names('')).toEqual([]);
  });

  test('any part of any name finds its dish', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    forAll(names, fc.nat(20), fc.nat(20), (name, a, b) => {
      const words = wordsOf(name);
      fc.pre(words.length > 0);
      const part = words[a % words.length]!.slice(0, 1 + b);
      const one = { categories: [{ name: '', products: [{ name, description: '' }] }] };
      fc.pre(wordsOf(part).length > 0);
      expect(matching(one, part)).toHaveLength(1);
    });
  });
});

describe('what is marked', () => {
  const hits = (text: string, keyword: string) =>
    marked(text, wordsOf(keyword))
      .map((part) => (part.hit ? `[${part.text}]` : part.text))
      .join('');
  test.each([
    ['Crème Brûlée', 'brulee eme', 'Cr[ème] [Brûlée]'],
    ['蛋炒飯', '炒', '蛋[炒]飯'],
    ['ＡＢＣ Soup', 'bc', 'Ａ[ＢＣ] Soup'],
    ['Oﬃce', 'f', 'O[ﬃ]ce'],
    ['banana', 'ana nan', 'b[anana]'],
    ['Rice, rice', 'RICE', '[Rice], [rice]'],
    ['Tea', '', 'Tea'],
    ['', 'tea', ''],
  ])('%s for %s', (text, keyword, expected) => expect(hits(text, keyword)).toBe(expected));

  test('is the text, whole, and every mark holds a word', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 30 });
    forAll(texts, texts, (text, keyword) => {
      const words = wordsOf(keyword);
      const parts = marked(text, words);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const part of parts.filter(({ hit }) => hit))
        expect(words.some((word) => plain(part.text).includes(word))).toBe(true);
    });
  });
});

describe('a slip of the finger', () => {
  test.each([
    ['dumpling', 'dumplng', true],
    ['dumpling', 'dumplinng', true],
    ['dumpling', 'dumplong', true],
    ['dumpling', 'dumpilng', true],
    ['dumpling', 'dumpling', false],
    ['dumpling', 'dmplng', false],
    ['abcd', 'badc', false],
    ['', 'a', true],
    ['', '', false],
  ])('%s and %s: %s', (a, b, near) => {
    expect(isOneSlipAway(a, b)).toBe(near);
    expect(isOneSlipAway(b, a)).toBe(near);
  });

  test('finds what was meant, shown in the menu’s spelling', () => {
    const similar = similarTo(menu, 'Prok dumplng');
    expect(similar).toBeUndefined();
    expect(similarTo(menu, 'pork dumplng')).toMatchObject({
      keyword: 'pork dumplings',
      products: [{ name: 'Pork Dumplings' }],
    });
    expect(similarTo(menu, 'chikcen')?.products.map(({ name }) => name)).toEqual([
      'General Tso’s Chicken',
      '雞排',
      'Pork Dumplings',
    ]);
    expect(similarTo(menu, 'scalion')?.keyword).toBe('scallion');
  });

  test.each(['rcie', '豬肉湯', 'lobster', ''])('leaves %s alone', (keyword) => {
    expect(similarTo(menu, keyword)).toBeUndefined();
  });

  test('one letter dropped from any longer word still finds its dish', () => {
    const words = fc.stringMatching(/^[a-z]{6,12}$/);
    forAll(words, fc.nat(), (word, index) => {
      const at = index % word.length;
      const typed = word.slice(0, at) + word.slice(at + 1);
      const one = { categories: [{ name: '', products: [{ name: word, description: '' }] }] };
      const isFound = matching(one, typed).length + (similarTo(one, typed)?.products.length ?? 0);
      expect(isFound).toBeGreaterThan(0);
    });
  });
});
