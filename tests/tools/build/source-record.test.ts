/** `npm start` builds again when a file of the build has changed, and only then. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBuildCurrent } from '#tools/build/built-sources.mjs';

const root = mkdtempSync(join(tmpdir(), 'source-record-'));
const dist = join(root, 'dist');
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const formatModulePath = (path: string) => JSON.stringify(resolve(path));
const sources = {
  'index.html': '<script type="module" src="/main.js"></script>',
  'main.js': "import './shared.js'; import './look.css'; import('./later.js');",
  'shared.js': 'console.log(1);',
  'look.css': 'a { color: red; }',
  'later.js': 'console.log(2);',
  'extra.js': "import './only-extra.js'; console.log(3);",
  'only-extra.js': 'console.log(4);',
  'public/icon.svg': '<svg/>',
  'option.mjs': 'export default {};',
  'package.json': '{}',
  'package-lock.json': '{}',
  'tsconfig.json': '{}',
};

const runBuild = (outDir = 'dist') =>
  build({
    root,
    configFile: join(root, 'vite.config.mjs'),
    configLoader: 'runner',
    logLevel: 'silent',
    build: { outDir },
  });

beforeAll(async () => {
  for (const [path, text] of Object.entries(sources)) write(path, text);
  write('no-part.js', 'console.log(5);');
  write(
    'vite.config.mjs',
    `import { createSourceRecord } from ${formatModulePath('tools/build/source-record.ts')};
    import { createExtraBuild } from ${formatModulePath('tools/build/extra-build.ts')};
    import option from './option.mjs';
    const sources = createSourceRecord();
    const extra = { rolldownOptions: { input: 'extra.js' } };
    export default { ...option, plugins: [
      sources.collect, createExtraBuild('extra', { plugins: [sources.collect] }, { build: extra }), sources.write,
    ] };`,
  );
  await runBuild();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a fresh build is current', () => {
  expect(isBuildCurrent(root, dist)).toBe(true);
});

test('a build in a folder with an absolute path is current, too', async () => {
  const elsewhere = join(root, 'elsewhere');
  await runBuild(elsewhere);
  expect(isBuildCurrent(root, elsewhere)).toBe(true);
});

test.each([...Object.keys(sources), 'vite.config.mjs'])('a change of %s makes it outdated', (path) => {
  const before = readFileSync(join(root, path), 'utf8');
  write(path, `${before} `);
  expect(isBuildCurrent(root, dist)).toBe(false);
  write(path, before);
  expect(isBuildCurrent(root, dist)).toBe(true);
});

test('a deleted source makes it outdated', () => {
  rmSync(join(root, 'later.js'));
  expect(isBuildCurrent(root, dist)).toBe(false);
  write('later.js', sources['later.js']);
});

test('a new file in the copied folder makes it outdated', () => {
  write('public/new.svg', '<svg/>');
  expect(isBuildCurrent(root, dist)).toBe(false);
  rmSync(join(root, 'public/new.svg'));
});

test('a change of a file that the build does not contain leaves it current', () => {
  write('no-part.js', 'changed');
  write('new.js', 'console.log(6);');
  expect(isBuildCurrent(root, dist)).toBe(true);
});

test('an interrupted build is not current', async () => {
  write('shared.js', 'not a program (');
  await expect(runBuild()).rejects.toThrow();
  write('shared.js', sources['shared.js']);
  expect(isBuildCurrent(root, dist)).toBe(false);
  await runBuild();
  expect(isBuildCurrent(root, dist)).toBe(true);
});
