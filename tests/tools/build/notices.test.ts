/** A build lists the packages whose code it ships, and fails for a licence that is not allowed. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNotices } from '#tools/build/notices.ts';

let root: string;
beforeEach(() => {
  // Packages are looked up from this folder upwards.
  mkdirSync('.cache', { recursive: true });
  root = resolve(mkdtempSync(join('.cache', 'notices-')));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Builds one script into `dist`, as the phone, the worker and the demo are built. */
async function buildScript(name: string, source: string, plugins: Plugin[]) {
  const input = join(root, `${name}.js`);
  writeFileSync(input, source);
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins,
    build: { emptyOutDir: false, rolldownOptions: { input } },
  });
}

test('the notices name the packages of every chunk and of every build, with their licences', async () => {
  const listed = createNotices();
  const font = `'@fontsource/fraunces/files/fraunces-latin-700-normal.woff2?url'`;
  const inside: Plugin = {
    name: 'inside',
    writeBundle: () =>
      buildScript('worker', `import { nanoid } from 'nanoid'; console.log(nanoid());`, listed),
  };
  await buildScript(
    'phone',
    `import('idb-keyval').then(({ get }) => get('a')); import(${font}).then(console.log);`,
    [...listed, inside],
  );
  const page = readFileSync(join(root, 'dist', 'third-party-notices.md'), 'utf8');
  expect(page.match(/^## \S+/gm)).toEqual(['## @fontsource/fraunces', '## idb-keyval', '## nanoid']);
  expect(page).toMatch(/^## idb-keyval - [\d.]+ \(Apache-2\.0\)\n\n.*Copyright/m);
});

test.each([['GPL-3.0-only'], [undefined]])(
  'a package under the licence %s fails the build',
  async (license) => {
    const folder = join(root, 'node_modules', 'other');
    mkdirSync(folder, { recursive: true });
    const own = { name: 'other', version: '1.0.0', main: 'index.js', license };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
    writeFileSync(join(folder, 'index.js'), 'export const other = Math.random();');
    const source = `import { other } from 'other'; console.log(other);`;
    await expect(buildScript('phone', source, createNotices())).rejects.toThrow('other');
  },
);
