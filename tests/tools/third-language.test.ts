// @module-tag rare
/** A third language of the app is its folder of texts and its code in the list of languages. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** What the product is made of. Tests and tools of developers take most of the time to compile. */
const parts = [
  'events', 'projections', 'contract', 'sync', 'client', 'ui', 'src', 'staff', 'server', 'locales', 'tools',
]; // prettier-ignore

const probe = `
  import { createTexts } from '#contract/menu-file/localized.ts';
  import { readPathLanguage, isPage } from '#server/platform/http/phone/known-paths.ts';
  import { localize, readLanguage } from '#server/platform/http/language.ts';
  import { createTableRefusal } from '#server/platform/http/routes/route.ts';
  import { describePause } from '#server/ordering/opening/words.ts';
  import { describeMistake } from '#server/menu/menu-file/mistake-words.ts';
  import { prepareRestaurant } from '#server/back-office/settings/prepare-restaurant.ts';
  import { getPathLanguage, translatePath } from '#ui/routes/routes.ts';
  import { dinersManifests } from './tools/build/app-manifests.ts';

  const asked = readLanguage(() => 'fr-FR');
  const paths = [
    asked, readPathLanguage('/fr-fr/merchant/1'), isPage('/fr-fr/merchant/1'),
    getPathLanguage('/fr-fr/home'), translatePath('/zh-tw/home', 'fr-FR'),
  ];
  const words = [
    describeMistake({ path: [], code: 'missing', values: {} }, asked),
    localize(createTableRefusal().words, asked),
    describePause('廚房現在非常忙', undefined, asked).text,
  ];
  const tax = { id: 'food', name: createTexts('TVA'), rate: '0.1', toGoRate: null };
  const { whole } = await prepareRestaurant({
    name: 'Chez nous', currency: 'EUR', themeColor: '#0b8378', taxRate: '0', taxName: '', taxes: [tax], tables: 1,
  }, '1', '.');
  const names = [whole.shortName[asked], whole.taxName[asked], whole.taxes[0].name[asked]];
  const files = [];
  await dinersManifests.generateBundle.call({ emitFile: ({ fileName }) => files.push(fileName) });
  console.log(JSON.stringify({ paths, words, names, files }));
`;

test('an invented language needs only its folder and its code to compile and to be served', { timeout: 300_000 }, () => {
  const copy = mkdtempSync(join(tmpdir(), 'third-language-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const part of [...parts, 'package.json', 'tsconfig.json']) cpSync(part, join(copy, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const change = (path: string, from: string, to: string) => {
    const text = readFileSync(join(copy, path), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(copy, path), text.replace(from, to));
  };
  cpSync(join(copy, 'locales/en-US'), join(copy, 'locales/fr-FR'), { recursive: true });
  change('locales/fr-FR/menu-mistakes.ts', "missing: 'is missing'", "missing: 'manque'");
  change('locales/fr-FR/server.ts', 'This table is not available; scan its QR code again', 'Table indisponible');
  change('locales/fr-FR/server.ts', 'We’re not taking orders right now: ', 'Commandes en pause : ');
  change('locales/fr-FR/server.ts', "usual: 'Tax'", "usual: 'Taxe'");
  change('contract/http/headers.ts', "['en-US', 'zh-TW']", "['en-US', 'zh-TW', 'fr-FR']");
  const ofProduct = { extends: './tsconfig.json', include: parts };
  writeFileSync(join(copy, 'tsconfig.product.json'), JSON.stringify(ofProduct));
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  expect(run('node_modules/typescript/bin/tsc', '--noEmit', '--project', 'tsconfig.product.json')).toBe('');
  writeFileSync(join(copy, 'probe.ts'), probe);
  expect(JSON.parse(run('--import', 'tsx', 'probe.ts'))).toEqual({
    paths: ['fr-FR', 'fr-FR', true, 'fr-FR', '/fr-fr/home'],
    words: [
      'manque',
      'Table indisponible',
      'Commandes en pause : The kitchen is very busy. Your dishes stay in the cart.',
    ],
    names: ['Chez nous', 'Taxe', 'TVA'],
    files: ['app.webmanifest', 'zh-tw/app.webmanifest', 'fr-fr/app.webmanifest'],
  });
}); // prettier-ignore
