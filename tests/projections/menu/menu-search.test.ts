import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noFilter } from '#projections/menu/menu-filter.ts';
import { markWords, toPlainText } from '#projections/menu/plain-text.ts';
import { createSearch } from '#projections/menu/search/menu-search.ts';
import { isOneSlipAway } from '#projections/menu/search/similar-words.ts';
import { readBopomofo, findSound, findStretches } from '#projections/menu/search/sounds.ts';
import { splitIntoRuns } from '#projections/menu/search/tokens.ts';
import { readQuery } from '#projections/menu/search/query.ts';
import { forAll } from '#tests/properties/for-all.ts';
import { buildSoundTable } from '#dev/sounds/sound-table.ts';
import { readFileSync } from 'node:fs';

const createDish = (name: string, otherName: string, description = '', more: object = {}) => ({
  name,
  otherNames: [otherName],
  description,
  aliases: [] as string[],
  diets: [] as string[],
  allergens: [] as string[],
  modifierGroups: [] as { modifiers: { name: string }[] }[],
  ...more,
});
const menu = {
  categories: [
    {
      name: 'Rice',
      otherNames: ['飯類'],
      aliases: ['便當'],
      products: [
        createDish('Crème Brûlée', '法式烤布蕾'),
        createDish('Fried Rice', '蛋炒飯', 'with egg and scallion'),
        createDish('General Tso’s Chicken', '左宗棠雞', 'not at all spicy'),
      ],
    },
    {
      name: 'Dumplings & Buns',
      otherNames: ['餃子點心'],
      products: [
        createDish('Pork Dumplings', '豬肉水餃', 'with a chicken broth', { allergens: ['gluten'] }),
        createDish('雞排', 'Chicken Cutlet', '', { aliases: ['schnitzel'], diets: ['spicy'] }),
        createDish('ＡＢＣ Soup', '羅宋湯', 'vegan on request', {
          modifierGroups: [{ modifiers: [{ name: 'Sour cream' }, { name: 'Not spicy' }] }],
        }),
        createDish('Oolong', '烏龍茶', 'from 阿里山', { diets: ['vegan', 'signature'] }),
      ],
    },
  ],
};
const search = createSearch(menu);
const findNames = (keyword: string) => search.find(keyword).products.map(({ name }) => name);

describe('search', () => {
  test.each([
    ['case', 'FRIED rice', ['Fried Rice']],
    ['accents', 'creme brulee', ['Crème Brûlée']],
    ['accents that the menu does not have', 'fríed', ['Fried Rice']],
    ['full width in the menu', 'abc', ['ＡＢＣ Soup']],
    ['full width as typed', 'ｆｒｉｅｄ', ['Fried Rice']],
    ['the kind of apostrophe', "tso's", ['General Tso’s Chicken']],
    ['signs between words', 'rice, fried!', ['Fried Rice']],
    ['one or many', 'cutlets', ['雞排']],
    ['the end of a word', 'dumpl', ['Pork Dumplings', 'Oolong', '雞排', 'ＡＢＣ Soup']],
    ['the name in the other language', '炒飯', ['Fried Rice']],
    ['words of both languages', 'fried 蛋', ['Fried Rice']],
    ['a word of the name and one of the description', 'rice scallion', ['Fried Rice']],
    ['the word that it is found by', 'schnitzel', ['雞排']],
    ['its place in the name', 'options: sour cream', ['ＡＢＣ Soup']],
    ['other names of its section', '便當', ['Crème Brûlée', 'Fried Rice', 'General Tso’s Chicken']],
    ['properties that a dish lacks', 'spicy', ['雞排']],
    ['properties that a dish may have', 'vegan', ['Oolong']],
    ['simplified characters', '鸡排', ['雞排']],
    ['characters in between', '左雞', ['General Tso’s Chicken']],
    ['one word that is nowhere', 'rice lobster', []],
    ['the middle of an English word', 'ice', []],
    ['signs alone', '&!', []],
    ['nothing', '  ', []],
  ])('regardless of %s: %s', (_what, keyword, names) => expect(findNames(keyword)).toEqual(names));

  test('names rank before descriptions, the restaurant’s favourites before similar dishes', () => {
    expect(findNames('chicken')).toEqual(['General Tso’s Chicken', '雞排', 'Pork Dumplings']);
    expect(findNames('dumplings').at(0)).toBe('Pork Dumplings');
    expect(findNames('buns').at(0)).toBe('Oolong');
  });

  test('sections by their names in either language, by their other words and by sound', () => {
    const findSectionNames = (keyword: string) => search.find(keyword).sections.map(({ name }) => name);
    expect(findSectionNames('RIC')).toEqual(['Rice']);
    expect(findSectionNames('點心')).toEqual(['Dumplings & Buns']);
    expect(findSectionNames('便當')).toEqual(['Rice']);
    expect(findSectionNames('jiaozi')).toEqual(['Dumplings & Buns']);
    expect(findSectionNames('')).toEqual([]);
  });

  test('a menu of a snapshot server, which declares no diets, is searched by its texts', () => {
    const plainDish = { ...createDish('Vegan Burger', ''), otherNames: undefined, aliases: undefined };
    const plainMenu = { categories: [{ name: '', products: [plainDish, createDish('Cheese', '')] }] };
    const { products, query } = createSearch(plainMenu).find('vegan');
    expect(products.map(({ name }) => name)).toEqual(['Vegan Burger']);
    expect(query.filter).toEqual(noFilter);
  });

  test.each([
    ['Münchner Weißwurst', 'weisswurst'],
    ['Smørrebrød', 'smorrebrod'],
    ['Bœuf bourguignon', 'boeuf'],
    ['やきとり', 'ヤキトリ'],
    ['豚骨ラーメン', 'らーめん'],
    ['とんこつラーメン', 'ラーメン'],
    ['ข้าวผัดกุ้ง', 'กุ้ง'],
    ['ข้าวผัดกุ้ง', 'ผัด'],
    ['김치찌개', '찌개'],
    ['Haleʻiwa Poke', "hale'iwa"],
    ['Haleʻiwa Poke', 'haleiwa'],
    ['L’Os à moelle', "l'os"],
  ])('%s is found by %s', (name, keyword) => {
    const one = { categories: [{ name: '', products: [createDish(name, ''), createDish('Rice', '')] }] };
    expect(createSearch(one).find(keyword).products).toEqual([createDish(name, '')]);
  });

  test.each(['no mango', 'mango allergy', '不要芒果', '芒果過敏'])(
    '%s leaves out dishes that declare mango or name it',
    (keyword) => {
      const declared = { ...createDish('Summer Ice', ''), allergens: ['mango'] };
      const products = [
        declared,
        createDish('Mango Lassi', ''),
        createDish('芒果冰', ''),
        createDish('Rice', ''),
      ];
      expect(createSearch({ categories: [{ name: '', products }] }).find(keyword).products).toEqual([
        createDish('Rice', ''),
      ]);
    },
  );

  test('the beginning of any word of a name finds its dish', () => {
    const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    forAll(names, fc.nat(20), fc.nat(20), (name, a, b) => {
      const words = splitIntoRuns(toPlainText(name));
      fc.pre(words.length > 0);
      const part = words[a % words.length]!.slice(0, 1 + b);
      fc.pre(splitIntoRuns(toPlainText(part)).length > 0 && !/[\uD800-\uDFFF]/.test(part));
      const one = { categories: [{ name: '', products: [createDish(name, '')] }] };
      expect(createSearch(one).find(part).products).toHaveLength(1);
    });
  });
});

describe('the search understands the query', () => {
  const query = (keyword: string, offers = true) => readQuery(keyword, () => offers);
  const listConditions = (keyword: string) => Object.values(query(keyword).filter).flat();

  test.each([
    ['vegan', ['vegan'], []],
    ['Gluten-free  noodles', ['glutenFree'], ['noodles']],
    ['celiac', ['glutenFree'], []],
    ['no pork or beef', ['pork', 'beef'], []],
    ['without nuts, eggs and milk', ['peanut', 'nut', 'egg', 'milk'], []],
    ['no pork noodles', ['pork'], ['noodles']],
    ['I don’t eat fish', ['fish'], []],
    ['nut allergy', ['peanut', 'nut'], []],
    ['shellfish free soup', ['crustacean', 'mollusc'], ['soup']],
    ['not too spicy please', ['notSpicy'], []],
    ['no meat', ['vegetarian'], []],
    ['something with chicken', [], ['chicken']],
    ['food', [], ['food']],
    ['no', [], ['no']],
    ['noodles', [], ['noodles']],
    ['caffeine free', [], ['caffeine', 'free']],
    ['不要豬肉和牛肉', ['pork', 'beef'], []],
    ['不要猪肉', ['pork'], []],
    ['不要花生的麵', ['peanut'], ['麵']],
    ['對花生過敏', ['peanut'], []],
    ['不吃肉', ['vegetarian'], []],
    ['無麩質', ['glutenFree'], []],
    ['有沒有豬肉', [], ['豬肉']],
    ['不能吃辣', ['notSpicy'], []],
    ['無骨雞排', [], ['無骨雞排']],
    ['特別推薦', [], ['特別推薦']],
    ['我想喝茶', [], ['茶']],
  ] as const)('%s', (keyword, filter, words) => {
    expect(listConditions(keyword)).toEqual(filter);
    expect(query(keyword).words).toEqual(words);
    expect(query(keyword).refusedWords).toEqual([]);
  });

  test('a word that no filter knows still excludes dishes', () => {
    expect(query('noodles without cilantro')).toEqual({
      words: ['noodles'],
      refusedWords: ['cilantro'],
      filter: noFilter,
    });
    expect(query('不要香菜的麵')).toMatchObject({ words: ['麵'], refusedWords: ['香菜'] });
    expect(findNames('rice no scallions')).not.toContain('Fried Rice');
  });

  test('a diet that no dish of the restaurant declares is a plain word, and gluten an allergen', () => {
    expect(query('halal chicken', false)).toMatchObject({ words: ['halal', 'chicken'], filter: noFilter });
    expect(query('gluten free', false)).toMatchObject({
      words: [],
      filter: { needs: [], avoid: ['gluten'] },
    });
  });

  test('any query is read to its end', () => {
    const pieces = fc.constantFrom('no', 'pork', ' ', 'free', '不要', '的', '和', 'vegan', '沒有', '辣', ',', '無', 'x');
    forAll(fc.array(pieces, { maxLength: 12 }), fc.boolean(), (typed, offers) => {
      const { words, refusedWords } = query(typed.join(''), offers);
      for (const word of [...words, ...refusedWords]) expect(splitIntoRuns(word)).toEqual([word]);
    });
  }); // prettier-ignore
});

describe('pinyin', () => {
  test.each([
    ['ㄋㄧㄡˊㄖㄡˋㄇㄧㄢˋ', { sound: 'niuroumian' }],
    ['ㄓㄨㄒㄧㄝˇㄍㄠ', { sound: 'zhuxiegao' }],
    ['ㄕˊㄈㄢˋ', { sound: 'shifan' }],
    ['ㄩˊ', { sound: 'yu' }],
    ['ㄨㄥ', { sound: 'weng' }],
    ['ㄑㄩㄥˊ', { sound: 'qiong' }],
    ['ㄔㄚ', { sound: 'cha' }],
    ['ㄋㄧㄡˊㄖ', { sound: 'niur' }],
    ['ㄋㄖㄇ', { initials: 'nrm' }],
    ['ㄔ', { sound: 'ch' }],
    ['牛', undefined],
    ['niu', undefined],
  ])('%s is %j', (word, expected) => expect(readBopomofo(word)).toEqual(expected));

  test('matches the table generated from pinyin-pro', () => {
    const written = readFileSync('projections/menu/search/sound-table.ts', 'utf8');
    expect(written).toBe(buildSoundTable());
  });

  test('is known for every name on the demonstration menus', () => {
    for (const name of ['紅燒牛肉麵', '小籠湯包', '蚵仔煎', '刈包', '鱈魚', '蕎麥麵', '味噌', '餛飩湯麵'])
      expect([name, findSound(name)]).toEqual([name, expect.stringMatching(/^[a-z]+$/)]);
    expect(findSound('牛肉面')).toBe(findSound('牛肉麵'));
  });

  test('is marked at its place in the name', () => {
    expect(findStretches('紅燒牛肉麵', 'niurou')).toEqual(['牛肉']);
    expect(findStretches('紅燒牛肉麵', 'niur')).toEqual(['牛肉']);
    expect(findStretches('豬血糕', 'xie')).toEqual(['血']);
    expect(findStretches('豬血糕', 'niu')).toEqual([]);
  });
});

describe('marked text', () => {
  const markHits = (text: string, ...words: string[]) =>
    markWords(text, words)
      .map((part) => (part.hit ? `[${part.text}]` : part.text))
      .join('');
  test.each([
    ['Crème Brûlée', ['brulee', 'creme'], '[Crème] [Brûlée]'],
    ['蛋炒飯', ['炒'], '蛋[炒]飯'],
    ['ＡＢＣ Soup', ['ab'], '[ＡＢ]Ｃ Soup'],
    ['ﬃce', ['f'], '[ﬃ]ce'],
    ['banana', ['bana', 'ban'], '[bana]na'],
    ['Steamed tea', ['tea'], 'Steamed [tea]'],
    ['Rice, rice', ['rice'], '[Rice], [rice]'],
    ['Tea', [], 'Tea'],
    ['', ['tea'], ''],
  ])('%s for %s', (text, words, expected) => expect(markHits(text, ...words)).toBe(expected));

  test('is the whole text, and every mark contains a word', () => {
    const texts = fc.string({ unit: 'grapheme', maxLength: 30 });
    forAll(texts, texts, (text, keyword) => {
      const words = splitIntoRuns(toPlainText(keyword));
      const parts = markWords(text, words);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      for (const part of parts.filter(({ hit }) => hit))
        expect(words.some((word) => toPlainText(part.text).includes(word))).toBe(true);
    });
  });
});

describe('typing errors', () => {
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

  test('find the intended dish, shown in the menu’s spelling', () => {
    expect(search.find('Prok dumplng')).toMatchObject({ products: [] });
    expect(search.find('pork dumplng')).toMatchObject({
      similar: 'pork dumplings',
      products: [{ name: 'Pork Dumplings' }],
    });
    expect(search.find('chikcen').products.map(({ name }) => name)).toEqual([
      'General Tso’s Chicken',
      '雞排',
      'Pork Dumplings',
    ]);
    expect(search.find('scalion').similar).toBe('scallion');
    expect(search.find('umplin').similar).toBe('dumplings');
  });

  test.each(['rcie', '豬肉湯', 'lobster', ''])('do not change %s', (keyword) => {
    expect(search.find(keyword).similar).toBeUndefined();
  });

  test('one letter dropped from any longer word still finds its dish', () => {
    const words = fc.stringMatching(/^[a-z]{6,12}$/);
    forAll(words, fc.nat(), (word, index) => {
      const at = index % word.length;
      const typed = word.slice(0, at) + word.slice(at + 1);
      const one = { categories: [{ name: '', products: [createDish(word, '')] }] };
      expect(createSearch(one).find(typed).products.length).toBeGreaterThan(0);
    });
  });
});
