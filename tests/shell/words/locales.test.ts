import { describe, expect, test } from 'vitest';
import enUS from '#locales/en-US/index.ts';
import zhTW from '#locales/zh-TW/index.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every text under its dotted key. */
function flat(tree: Tree, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') texts.set(path + key, value);
    else for (const [below, text] of flat(value, `${path}${key}.`)) texts.set(below, text);
  }
  return texts;
}

/** What a text leaves to be filled in; "one dish" may do without its count. */
function placeholders(key: string, text: string): string[] {
  const names = [...text.matchAll(/{{\s*(\w+)/g)].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !(name === 'count' && key.endsWith('_one'))).sort();
}

const english = flat(enUS);
const chinese = flat(zhTW);

describe('both languages', () => {
  // CU6
  test('have the same keys', () => {
    expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('have a text for each', () => {
    const empty = [...english, ...chinese].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  test('name the same things in it', () => {
    for (const [key, text] of english)
      expect([key, placeholders(key, chinese.get(key) ?? '')]).toEqual([key, placeholders(key, text)]);
  });
});
