/** A third language of the app is its folder of texts and its code in the list of languages. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Parts that hold no code, or what a build made. */
const left = ['node_modules', '.git', '.cache', '.data', 'dist', 'docs', 'demo/pictures', 'test-results'];

const probe = `
  import { readPathLanguage, isPage } from '#server/platform/http/phone/known-paths.ts';
  import { readLanguage } from '#server/platform/http/language.ts';
  import { describeMistake } from '#server/menu/menu-file/mistake-words.ts';
  import { getPathLanguage, translatePath } from '#ui/routes/routes.ts';
  const asked = readLanguage(() => 'fr-FR');
  const words = describeMistake({ path: [], code: 'missing', values: {} }, asked);
  console.log(JSON.stringify([
    asked, words, readPathLanguage('/fr-fr/merchant/1'), isPage('/fr-fr/merchant/1'),
    getPathLanguage('/fr-fr/home'), translatePath('/zh-tw/home', 'fr-FR'),
  ]));
`;

test('an invented language needs its folder and its code, to compile and to be served', { timeout: 300_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'third-language-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  cpSync('.', copy, { recursive: true, filter: (path) => !left.includes(path) });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const change = (path: string, from: string, to: string) => {
    const text = readFileSync(join(copy, path), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(copy, path), text.replace(from, to));
  };
  cpSync(join(copy, 'locales/en-US'), join(copy, 'locales/fr-FR'), { recursive: true });
  change('locales/fr-FR/menu-mistakes.ts', "missing: 'is missing'", "missing: 'manque'");
  change('contract/http/headers.ts', "['en-US', 'zh-TW']", "['en-US', 'zh-TW', 'fr-FR']");
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  expect(run('node_modules/typescript/bin/tsc', '--noEmit')).toBe('');
  writeFileSync(join(copy, 'probe.ts'), probe);
  expect(JSON.parse(run('--import', 'tsx', 'probe.ts'))).toEqual([
    'fr-FR', 'manque', 'fr-FR', true, 'fr-FR', '/fr-fr/home',
  ]);
}); // prettier-ignore
