/** The admin's commands on the command line. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runProgram } from '#tests/programs.ts';
import { createFolderForTests } from '#tests/for-tests.ts';

// Each command is a process that compiles its sources if there is no bundle.
vi.setConfig({ testTimeout: 60_000 });

const folder = createFolderForTests();

const run = (tool: string, args: readonly string[], environment: Record<string, string> = {}) =>
  runProgram(`tools/${tool}.ts`, args, {
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), ...environment },
  });

const getPathInFolder = (name: string) => join(folder, name);

test('from a menu to printed codes, and a backup', async () => {
  const first = await run('import-menu', ['examples/menu.yaml']);
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(first.stdout).toMatch(/^merchant 2001 \(Corner Noodles\):\n {2}\+ merchant[^]*\n10 added, 0 changed, 0 removed\n$/);
  const sheet = await run('qr-sheet', ['2001', '--out', getPathInFolder('qr.svg')], { PUBLIC_URL: 'https://order.example' });
  expect(sheet.stdout).toMatch(/^3 tables, from https:\/\/order\.example\/m\/2001\/q\/\d{12}: .*qr\.svg\n$/);
  expect(readFileSync(getPathInFolder('qr.svg'), 'utf8')).toContain('>https://order.example/m/2001/q/730518264101</text>');
  const backup = await run('backup', [getPathInFolder('copy.db')]);
  expect(backup.stdout).toMatch(/copy\.db: \d+ KiB, checked\nPictures are not in it: copy the folder .*pictures too\.\n$/);
  const restored = await run('restore', [getPathInFolder('copy.db')], { DATA_DIR: getPathInFolder('other') });
  expect(restored.stdout).toBe(`${getPathInFolder('copy.db')} is the database of ${getPathInFolder('other')} now\n`);
}); // prettier-ignore

test('tables are created before the first start, and again without effect', async () => {
  const data = { DATA_DIR: getPathInFolder('migrated') };
  const expected = { status: 0, stdout: 'the database has the tables of this release\n', stderr: '' };
  expect(await run('migrate', [], data)).toEqual(expected);
  expect(await run('migrate', [], data)).toEqual(expected);
  expect((await run('staff-code', [], data)).stdout).toContain('http');
  expect(await run('migrate', ['now'], data)).toMatchObject({ status: 2, stdout: '' });
});

// CX19
test('import and sheet warn of a code that can be guessed', async () => {
  const text = readFileSync('examples/menu.yaml', 'utf8').replace('730518264097', '7');
  const [name, data] = [getPathInFolder('short.yaml'), { DATA_DIR: getPathInFolder('short') }];
  writeFileSync(name, text.replaceAll(/^ *(picture|logo): .*\n/gm, ''));
  const warned = /^warning: the QR codes of these tables have fewer than 12 digits and can be guessed: 2\. /;
  const imported = await run('import-menu', [name], data);
  expect(imported.status).toBe(0);
  expect(imported.stderr).toMatch(warned);
  const where = ['--out', getPathInFolder('short.svg'), '--base-url', 'https://order.example'];
  const sheet = await run('qr-sheet', ['2001', ...where], data);
  expect(sheet.stderr).toMatch(warned);
}, 60_000);

test.each<[what: string, tool: string, args: string[], environment: Record<string, string>, status: number, stderr: string | RegExp]>([
  ['no file', 'import-menu', [], {}, 2, /^FILE is missing\nusage: npm run import-menu/],
  ['a wrong environment', 'backup', ['x.db'], { PORT: 'http' }, 1, 'PORT: must be a port number, 0 to 65535\n'],
  ['no address', 'qr-sheet', ['1001'], {}, 2, /^where do phones reach the server\? Give --base-url https:\/\/…, or set PUBLIC_URL\n/],
  ['PostgreSQL', 'backup', ['x.dump'], { DATABASE_URL: 'postgres://a:secret@b/c' }, 1,
    `DATABASE_URL is set: PostgreSQL has its own command, run\n  pg_dump --format=custom --no-owner --file='${resolve('x.dump')}' "$DATABASE_URL"\n`],
])('%s: one line, and a status', async (_, tool, args, environment, status, stderr) => {
  const said = await run(tool, args, environment);
  expect({ status: said.status, stdout: said.stdout }).toEqual({ status, stdout: '' });
  if (typeof stderr === 'string') expect(said.stderr).toBe(stderr);
  else expect(said.stderr).toMatch(stderr);
}); // prettier-ignore

test('mistakes are counted, and nothing is stored', async () => {
  const text = readFileSync('examples/menu.yaml', 'utf8').replace('12.50', '$12').replace('8.00', 'eight');
  const name = getPathInFolder('wrong.yaml');
  writeFileSync(name, text.replaceAll(/^ *(picture|logo): .*\n/gm, ''));
  const said = await run('import-menu', [name], { DATA_DIR: getPathInFolder('empty') });
  expect(said).toMatchObject({ status: 1, stdout: '' });
  expect(said.stderr).toMatch(/^[^\n]+:\d+:\d+: categories\[0\]\.products\[0\]\.price: [^\n]+\n[^\n]+products\[1\]\.price: [^\n]+\n2 mistakes: nothing was imported\n$/);
  expect(existsSync(join(getPathInFolder('empty'), 'lazy-susan.db'))).toBe(false);
}); // prettier-ignore

// CX28
test('a single-use address: for another restaurant, and for the owner of one', async () => {
  const data = { DATA_DIR: getPathInFolder('codes'), DEMO_RESTAURANTS: 'off', PUBLIC_URL: 'https://order.example' };
  await run('import-menu', ['examples/menu.yaml'], data);
  const another = await run('staff-code', [], data);
  expect(another).toMatchObject({ status: 0, stderr: '' });
  expect(another.stdout).toMatch(/^This link works once, within a day: https:\/\/order\.example\/staff\/set-up#([2-9A-Z]{4}-){3}[2-9A-Z]{4}\n$/);
  const owner = await run('staff-code', ['2001'], data);
  expect(owner.stdout).toMatch(/^This link works once, within a day: https:\/\/order\.example\/staff#([2-9A-Z]{4}-){3}[2-9A-Z]{4}\n$/);
  expect(await run('staff-code', ['2002'], data)).toMatchObject({ status: 1, stderr: 'there is no merchant 2002: there are 2001\n' });
}, 60_000); // prettier-ignore
