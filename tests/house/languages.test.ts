/** A language of the app is its folder in `locales/`. Other code holds no text of it, and treats no language in its own way. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';

/** Why a file has Chinese words, or names a language other than the default one. */
const allowed: Readonly<Record<string, string>> = {
  'contract/http/headers.ts': 'the list of languages',
  'contract/menu-file/menu-file-schema.ts': 'the format of menu files',
  'projections/menu/menu-filter.ts': 'names of meat in dishes',
  'projections/menu/plain-text.ts': 'the range of Chinese characters',
  'projections/menu/search/food-words.ts': 'search words',
  'projections/menu/search/menu-search.ts': 'search words',
  'projections/menu/search/query.ts': 'search words',
  'projections/menu/search/sound-table.ts': 'search by sound',
  'projections/menu/search/tokens.ts': 'search words',
  'server/back-office/menu-import/read-amount.ts': 'amounts in files of other makers',
  'server/back-office/menu-import/read-own-csv.ts': 'cells as people type them',
  'server/back-office/settings/sheet/scan-outline.ts': 'a drawn text, which a test compares with its text',
  'server/service/payments/providers/stripe.ts': 'the languages of Stripe’s page',
  'staff/owner/printers/printer-settings.ts': 'the character set of printers in Taiwan',
  'ui/i18n/currency.ts': 'a guess, where another maker’s server names no currency',
};

const parts = [
  'events',
  'projections',
  'contract',
  'sync',
  'client',
  'ui',
  'src',
  'staff',
  'server',
  'tools',
];

/** Finds Chinese words and `zh-TW` in the literals of code. Comments do not count. */
function findWords(code: string, lang: 'ts' | 'tsx'): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    // Strings, regular expressions, templates and the text of elements have it.
    const { raw } = node as { readonly raw?: unknown };
    if (typeof raw === 'string' && /\p{Script=Han}|zh-TW/u.test(raw)) found.push(raw.trim());
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseAst(code, { lang }));
  return found;
}

test('only these files contain words of a language', () => {
  const files = parts.flatMap((part) =>
    readdirSync(part, { recursive: true, encoding: 'utf8' }).map((path) => join(part, path)),
  );
  const found = files
    .filter((path) => /\.tsx?$/.test(path))
    .filter((path) => findWords(readFileSync(path, 'utf8'), path.endsWith('x') ? 'tsx' : 'ts').length > 0);
  const hint = 'Texts belong in locales/. The server reads its own by server/platform/server-texts.ts';
  expect(found.sort(), hint).toEqual(Object.keys(allowed).sort());
});

test.each([
  ["const words = { 'en-US': 'Tea', 'zh-TW': '茶' };", ["'zh-TW'", "'茶'"]],
  ['const text = `${count} 份`;', ['份']],
  ['const tea = <p>茶</p>;', ['茶']],
  ['const isTea = /茶/.test(name);', ['/茶/']],
  ['// 茶 is tea in zh-TW\nconst tea = "Tea";', []],
])('the check finds the words of %j', (code, words) => {
  expect(findWords(code, 'tsx')).toEqual(words);
});
