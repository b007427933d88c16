/** What the builds ship of others is named, and what is not named is found. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { licencesOf, notices, noticesFile } from '#tools/build/notices.ts';
import { packagesNamedIn, shippedIn } from '#workshop/built/shipped-packages.ts';

let root: string;
beforeEach(() => {
  // Packages are looked for from here.
  mkdirSync('.cache', { recursive: true });
  root = resolve(mkdtempSync(join('.cache', 'notices-')));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Builds one script of its own into `dist`, like the phone, the worker and the demo. */
async function buildScript(
  name: string,
  source: string,
  { legal = true, plugins = [] }: { readonly legal?: boolean; readonly plugins?: readonly Plugin[] } = {},
) {
  const input = join(root, `${name}.js`);
  writeFileSync(input, source);
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [...plugins],
    build: {
      sourcemap: true,
      emptyOutDir: false,
      license: licencesOf(name),
      rolldownOptions: { input, output: { comments: { legal } } },
    },
  });
}

test('the notices name the packages of every chunk and of every build', async () => {
  const inside: Plugin = {
    name: 'inside',
    writeBundle: () => buildScript('worker', `import { nanoid } from 'nanoid'; console.log(nanoid());`),
  };
  await buildScript('phone', `import('idb-keyval').then(({ get }) => get('a'));`, {
    plugins: [inside, notices()],
  });
  const page = readFileSync(join(root, 'dist', noticesFile), 'utf8');
  expect(page).toMatch(/^## idb-keyval - [\d.]+ \(Apache-2\.0\)\n\n.*Copyright/m);
  expect([...packagesNamedIn(page)]).toEqual(['idb-keyval', 'nanoid']);
  expect(shippedIn(join(root, 'dist'))).toEqual({
    packages: new Set(['idb-keyval', 'nanoid']),
    missing: [],
    stripped: [],
  });
});

test('a package that is shipped and not named is found', async () => {
  await buildScript('phone', `import { nanoid } from 'nanoid'; console.log(nanoid());`, {
    plugins: [notices()],
  });
  await buildScript('later', `import { set } from 'idb-keyval'; set('a', 1);`);
  expect(shippedIn(join(root, 'dist')).missing).toEqual(['idb-keyval']);
});

test('a comment that a package asks to keep is in the script, and missed where it is not', async () => {
  const source = `import { isValidElement } from 'react'; console.log(isValidElement(1));`;
  await buildScript('kept', source, { plugins: [notices()] });
  expect(shippedIn(join(root, 'dist')).stripped).toEqual([]);
  await buildScript('stripped', source, { legal: false });
  expect(shippedIn(join(root, 'dist')).stripped).toEqual([expect.stringMatching(/^assets\/stripped-/)]);
});

test('a script that does not tell what it is made of is refused', async () => {
  await buildScript('phone', 'console.log(1);', { plugins: [notices()] });
  writeFileSync(join(root, 'dist', 'other.js'), `console.log(${JSON.stringify('x'.repeat(2000))});`);
  expect(() => shippedIn(join(root, 'dist'))).toThrow('other.js has no source map');
});
