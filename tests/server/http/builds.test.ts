// @module-tag slow
/** Servers with different builds of the phone share a database, and each serves the other's files. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeClock, startServer, testDatabaseUrl, type ServerUnderTest } from '../server-under-test.ts';

const day = 24 * 60 * 60 * 1000;
const answersPlace = '<script id="first-answers" type="application/json"></script>';
const createScript = (name: string) => `export const build = '${name}';`.padEnd(2_000, ' ');
const clock = fakeClock(1_763_640_000_000);
let folder: string;
const running = new Set<ServerUnderTest>();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'builds-'));
  mkdirSync(join(folder, 'data'));
});
afterEach(async () => {
  const [first, ...others] = running;
  for (const server of others) await server.close();
  // All servers use the folder and the database of the first.
  await first?.dispose();
  running.clear();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a build: a page, a compressed script, an uncompressed style and a source map. */
function build(name: string, into = name): void {
  const dist = join(folder, into);
  mkdirSync(join(dist, 'assets'), { recursive: true });
  mkdirSync(join(dist, 'builds'), { recursive: true });
  const write = (path: string, content: string | Buffer) => writeFileSync(join(dist, path), content);
  write(`assets/main-${name}.js`, createScript(name));
  write(`assets/main-${name}.js.br`, brotliCompressSync(createScript(name)));
  write(`assets/main-${name}.js.map`, '{}');
  write(`assets/main-${name}.css`, `.${name} {}`);
  write('assets/same.js', createScript('same'));
  write('index.html', `<title>${name}</title><script>retry()</script>${answersPlace}`);
  write('builds/latest.json', JSON.stringify({ id: name }));
}

async function start(name: string): Promise<ServerUnderTest> {
  const appDir = join(folder, name);
  const server = await startServer({ dataDir: join(folder, 'data'), appDir, clock, logLevel: 'warn' });
  running.add(server);
  return server;
}

async function stop(server: ServerUnderTest): Promise<void> {
  running.delete(server);
  await server.close();
}

const get = async (server: ServerUnderTest, path: string, accept = 'br') =>
  await fetch(server.address + path, { headers: { accept: 'text/html,*/*', 'accept-encoding': accept } });
const readScript = async (server: ServerUnderTest, name: string) =>
  (await get(server, `/assets/main-${name}.js`)).text();
const titleOf = async (server: ServerUnderTest) =>
  /<title>(.*)<\/title>/.exec(await (await get(server, '/home')).text())?.[1];

test('after an upgrade phones of the previous build find their files, compressed or not, and no source map', async () => {
  build('first');
  build('second');
  await stop(await start('first'));
  const server = await start('second');
  for (const accept of ['br', 'identity']) {
    const answer = await get(server, '/assets/main-first.js', accept);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/javascript/);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(answer.headers.get('content-encoding')).toBe(accept === 'br' ? 'br' : null);
    expect(await answer.text()).toBe(createScript('first'));
  }
  const style = await get(server, '/assets/main-first.css');
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(await style.text()).toBe('.first {}');
  for (const path of ['main-first.js.map', 'main-other.js', '..%2fmain-first.js', 'x'.repeat(300)])
    expect((await get(server, `/assets/${path}`)).status, path).toBe(404);
  expect(await titleOf(server)).toBe('second');
});

const ofSecond = ['main-second.css', 'main-second.js', 'same.js'];

/** Stored files of these builds. The prepared data of the test run holds files of other builds. */
async function readStoredFiles({ db }: ServerUnderTest): Promise<string[]> {
  const rows = await db.selectFrom('build_files').select('path').orderBy('path').execute();
  return rows
    .map(({ path }) => path.slice('assets/'.length))
    .filter((name) => /^(?:main-(?:first|second)|same)\./.test(name));
}

test('files that no server has used for seven days are deleted, those of builds in use never', async () => {
  build('first');
  build('second');
  await stop(await start('first'));
  const newer = await start('second');
  expect(await readStoredFiles(newer)).toEqual(['main-first.css', 'main-first.js', ...ofSecond]);
  await stop(newer);
  clock.advance(7 * day + 1);
  const server = await start('second');
  expect((await get(server, '/assets/main-first.js')).status).toBe(404);
  expect(await readStoredFiles(server)).toEqual(ofSecond);
});

test('during a new build a running server keeps serving the old files, then the new build', async () => {
  build('first', 'dist');
  const server = await start('dist');
  expect(await titleOf(server)).toBe('first');
  // While it builds, the folder is empty or holds half of the next build.
  const dist = join(folder, 'dist');
  renameSync(dist, join(folder, 'away'));
  for (const half of [false, true]) {
    if (half) {
      mkdirSync(dist);
      writeFileSync(join(dist, 'index.html'), '<title>half of it</title>');
    }
    expect([await titleOf(server), await readScript(server, 'first')]).toEqual([
      'first',
      createScript('first'),
    ]);
    expect(await (await get(server, '/builds/latest.json')).json()).toEqual({ id: 'first' });
  }
  build('second', 'dist');
  expect(await titleOf(server)).toBe('second');
  for (const name of ['first', 'second']) expect(await readScript(server, name)).toBe(createScript(name));
  expect(server.logged).toEqual([]);
});

test('a phone that was built under a running server requests the menu itself', async () => {
  const hasAnswers = async (server: ServerUnderTest) => {
    const html = await (await get(server, '/merchant/1001/order')).text();
    expect(html).toContain('first-answers');
    return !html.includes(answersPlace);
  };
  build('first', 'dist');
  const server = await start('dist');
  expect(await hasAnswers(server)).toBe(true);
  build('second', 'dist');
  expect(await hasAnswers(server)).toBe(false);
  await stop(server);
  expect(await hasAnswers(await start('dist'))).toBe(true);
});

test('D69: a menu that cannot be rendered leaves the page as it was, and the log says why', async () => {
  const page = async (server: ServerUnderTest) => (await get(server, '/merchant/1001/order')).text();
  const [room, drawn] = ['<!--first-menu--><!--/first-menu-->', join(folder, 'dist', '.vite')];
  build('first', 'dist');
  writeFileSync(join(folder, 'dist', 'index.html'), room + answersPlace);
  mkdirSync(drawn);
  const writeDrawScript = (code: string) => writeFileSync(join(drawn, 'draw-menu.cjs'), code);

  writeDrawScript('exports.drawMenu = ({ merchant }) => `<b>${merchant.shortName}</b>`;');
  const good = await start('dist');
  expect(await page(good)).toContain('<!--first-menu--><b>Lantern Alley Kitchen</b><!--/first-menu-->');
  await stop(good);
  for (const broken of ['exports.drawMenu = () => nowhere();', 'nowhere();', 'no code']) {
    writeDrawScript(broken);
    const server = await start('dist');
    expect(await page(server), broken).toContain(room);
    expect(server.logged.join(' '), broken).toContain('could not be drawn');
    await stop(server);
  }
});

test('only the document may run its own script', async () => {
  build('first');
  const server = await start('first');
  const readScriptSources = async (path: string) =>
    /script-src ([^;]*)/.exec((await get(server, path)).headers.get('content-security-policy')!)![1];
  const usual = "'self' 'wasm-unsafe-eval'";
  expect(await readScriptSources('/home')).toMatch(/^'sha256-[\w+/]{43}=' 'self' 'wasm-unsafe-eval'$/);
  expect(await readScriptSources('/nowhere')).toBe(await readScriptSources('/home'));
  for (const path of ['/api/docs', '/api/nothing', '/assets/main-first.js'])
    expect(await readScriptSources(path), path).toBe(usual);
});

test('two servers with two builds: the files of either page are found on both at once', async () => {
  build('first');
  build('second');
  const older = await start('first');
  // SQLite allows only one server.
  if (testDatabaseUrl === undefined) await stop(older);
  const newer = await start('second');
  for (const server of running)
    for (const name of ['first', 'second']) expect(await readScript(server, name)).toBe(createScript(name));
  expect(await titleOf(newer)).toBe('second');
});
