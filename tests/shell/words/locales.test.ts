import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import enUS from '#locales/en-US/index.ts';
import serverInEnglish from '#locales/en-US/server.ts';
import zhTW from '#locales/zh-TW/index.ts';
import serverInChinese from '#locales/zh-TW/server.ts';

type Tree = { readonly [key: string]: string | Tree };

/** Every text by its dotted key. */
function flattenTexts(tree: Tree, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') texts.set(path + key, value);
    else for (const [below, text] of flattenTexts(value, `${path}${key}.`)) texts.set(below, text);
  }
  return texts;
}

/** The names of a text's placeholders. */
function listPlaceholders(text: string): string[] {
  const names = [...text.matchAll(/{{\s*(\w+)/g)].map(([, name = '']) => name);
  return [...new Set(names)].sort();
}

const english = flattenTexts({ ...enUS, server: serverInEnglish });
const chinese = flattenTexts({ ...zhTW, server: serverInChinese });
/** Chinese has a single plural form. */
const inBoth = new Map([...english].filter(([key]) => !key.endsWith('_one')));

describe('both languages', () => {
  // CU6
  test('have the same keys', () => {
    expect([...chinese.keys()].sort()).toEqual([...inBoth.keys()].sort());
  });

  test('have a text for each', () => {
    const empty = [...english, ...chinese].filter(([, text]) => text.trim() === '');
    expect(empty).toEqual([]);
  });

  test('leave formats to the code: the build contains no formatter of i18next', () => {
    const formatted = [...english, ...chinese].filter(([, text]) => /\{\{[^}]*,|\$t\(/.test(text));
    expect(formatted).toEqual([]);
  });

  test('Chinese follows its own typographic rules', async () => {
    const files = readdirSync('locales/zh-TW').filter(
      (file) => !['index.ts', 'first.ts', 'later.ts'].includes(file),
    );
    const pages = files.map(
      async (file) => ((await import(`#locales/zh-TW/${file}`)) as { default: Tree }).default,
    );
    const all = (await Promise.all(pages)).flatMap((page) => [...flattenTexts(page)]);
    const han = String.raw`\p{Script=Han}`;
    /** Placeholders for numbers, dates and codes. Names may be Chinese, and the theme spaces them. */
    const latin = String.raw`\{\{(?:count|quantity|number|time|day|percent|seconds|minutes|price|amount|serial)\}\}|[\dA-Za-z]`;
    const faults = [
      new RegExp(`${han}(?:${latin})|(?:${latin})${han}`, 'u'),
      // Punctuation of the other script, or with a space next to it.
      new RegExp(`${han}[,.;:?!()]|[,;:?!()]${han}`, 'u'),
      /\s[，。；：？！（）「」、]|[，。；：？！（）「」、]\s/,
      /[“”‘’・]|\.\.\.|……/,
      // One word for one thing.
      /店員|操作記錄|驗證碼.*訂單|訂單驗證碼|繁體中文/,
      /這張訂單|一張訂單|個呼叫/,
    ];
    expect(all.filter(([, text]) => faults.some((fault) => fault.test(text)))).toEqual([]);
  });

  /** English names the percentage off, Chinese the tenths of the price that remain. */
  const inChinese: Readonly<Record<string, string[]>> = { 'member.coupons.percentOff': ['tenths'] };

  test('name the same things in it', () => {
    for (const [key, text] of inBoth)
      expect([key, listPlaceholders(chinese.get(key) ?? '')]).toEqual([
        key,
        inChinese[key] ?? listPlaceholders(text),
      ]);
  });
});
