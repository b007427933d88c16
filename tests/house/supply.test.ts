/**
 * Checks of other people's code. lockfile-lint checks registry and kind of hash. npm checks that the lock file fits
 * package.json. rollup-plugin-license checks the licences of shipped code. These tests check the rest.
 */
import satisfies from 'spdx-satisfies';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readText } from '#tests/house/citations.ts';

const names = z.record(z.string(), z.string());
const entrySchema = z.looseObject({
  version: z.optional(z.string()),
  integrity: z.optional(z.string()),
  license: z.optional(z.string()),
  link: z.optional(z.boolean()),
  hasInstallScript: z.optional(z.boolean()),
  dev: z.optional(z.boolean()),
});
const own = z
  .looseObject({
    dependencies: names,
    devDependencies: names,
    overrides: names,
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(readText('package.json')));
const lock = z
  .looseObject({ lockfileVersion: z.literal(3), packages: z.record(z.string(), entrySchema) })
  .parse(JSON.parse(readText('package-lock.json')));
const entries = Object.entries(lock.packages).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('D40: package.json asks for exact versions', () => {
  const asked = Object.entries({ ...own.overrides, ...own.dependencies, ...own.devDependencies });
  expect(asked.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version))).toEqual([]);
});

test('D40: the lock file has a hash for every package, and no package from a folder', () => {
  const loose = entries.filter(([, { integrity, link }]) => integrity === undefined || link === true);
  expect(entries.length).toBeGreaterThan(300);
  expect(loose).toEqual([]);
});

test('D40: for each package with an installation script, package.json says whether it may run', () => {
  const withScript = entries.filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(new Set(withScript.map(([path]) => nameOf(path)))).toEqual(new Set(Object.keys(own.allowScripts)));
});

/** These licences ask for a notice at most. */
const permissive = [
  '0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0',
  'Python-2.0', 'Unlicense', 'Zlib',
]; // prettier-ignore
/** Development packages may also ask for changed files back, or, as data, for their authors' names. */
const ofDevelopment = [...permissive, 'CC-BY-3.0', 'CC-BY-4.0', 'MPL-2.0'];
/** Only the server has libvips. It is a separate library that can be replaced, as the LGPL asks. */
const ofPictures = [...permissive, 'LGPL-3.0-or-later'];
/** A font may be shipped with an app under any licence. */
const ofFonts = [...permissive, 'OFL-1.1'];
/** Licences that stand only in a licence file or a readme. */
const unsaid: Readonly<Record<string, string>> = {
  'busboy@1.6.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'png-js@2.0.0': 'MIT',
  'streamsearch@1.1.0': 'MIT',
};

function isAllowed(path: string, { version = '', license, dev }: z.infer<typeof entrySchema>): boolean {
  const name = nameOf(path);
  const allowed = dev
    ? ofDevelopment
    : name.startsWith('@img/sharp-')
      ? ofPictures
      : name.startsWith('@fontsource/')
        ? ofFonts
        : permissive;
  try {
    return satisfies(license ?? unsaid[`${name}@${version}`] ?? '', allowed);
  } catch {
    // "SEE LICENSE IN …" is no SPDX expression.
    return false;
  }
}

test('D40: every package has an allowed licence', () => {
  expect(entries.filter(([path, entry]) => !isAllowed(path, entry))).toEqual([]);
});

test.each([
  ['zod', 'GPL-3.0-only', false],
  ['zod', 'MPL-2.0', false],
  ['zod', 'MIT AND GPL-3.0-only', false],
  ['zod', 'MIT OR GPL-3.0-only', true],
  ['zod', 'SEE LICENSE IN LICENSE.txt', false],
  ['zod', undefined, false],
  ['zod', 'LGPL-3.0-or-later', false],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
  ['@fontsource/fraunces', 'OFL-1.1', true],
  ['zod', 'OFL-1.1', false],
])('D40: %s under %s: %s', (name, license, expected) => {
  expect(isAllowed(`node_modules/${name}`, { license })).toBe(expected);
});
