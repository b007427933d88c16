// @module-tag sqlite
import { mkdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { login } from '#contract/calls/member.ts';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import { fakeClock, startTestServer, startSharedServer } from '../server-under-test.ts';

const clock = fakeClock(1_763_640_000_000);
const server = startSharedServer({ clock });
beforeAll(async () => {
  const dist = join(server.dataDir, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><html lang="en-US"><title>the phone</title>');
  writeFileSync(join(dist, 'staff.html'), '<!doctype html><html lang="en-US"><title>the counter</title>');
  writeFileSync(join(dist, 'assets', 'main-abc123.js'), 'export {};');
  for (const name of ['service-worker.js', 'staff-worker.js'])
    writeFileSync(join(dist, name), 'self.skipWaiting();');
  mkdirSync(join(dist, 'zh-tw'));
  for (const folder of ['', 'zh-tw'])
    for (const name of ['app', 'staff']) writeFileSync(join(dist, folder, `${name}.webmanifest`), '{}');
  writeFileSync(join(dist, '.build-sources.json'), '{}');
});

const html = { headers: { accept: 'text/html,*/*' } };
const pageIn = (language: string, title = 'the phone') =>
  expect.stringContaining(`<html lang="${language}"><title>${title}</title>`) as string;

/** A request whose headers fetch would change. The body of the answer stays compressed. */
async function fetchRaw(path: string, headers: Record<string, string>) {
  return await new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      request({ host: '127.0.0.1', port: server.port, path, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces) }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
}
/** A request with another host name. */
async function fetchUnderHost(host: string, path: string) {
  const { status, headers, body } = await fetchRaw(path, { host, accept: 'text/html' });
  return { status, body: body.toString(), csp: String(headers['content-security-policy']) };
}

describe('refusals come in the envelope', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['POST', '/api/member'],
    ['GET', '/api'],
  ])('unknown call: %s %s', async (method, path) => {
    const answer = await fetch(server.address + path, { method, ...html });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false, code: 404, data: null });
  });

  test.each<[what: string, body: string | undefined, refusal: object, headers?: Record<string, string>]>([
    ['that is not JSON', '{"phone":', { status: 400, msg: 'body: is not valid JSON' }],
    ['with a forbidden name', '{"__proto__":{"x":1}}', { status: 400 }],
    ['that is missing', undefined, { status: 400, data: { path: 'body' } }],
    ['of another kind', '<a/>', { status: 415 }, { 'Content-Type': 'text/xml' }],
  ])('body %s', async (_what, body, refusal, headers = {}) => {
    const answer = await server.call(login, { merchantId: '1001', body, headers });
    expect(answer).toMatchObject({ success: false, ...refusal });
  });

  test('invalid address', async () => {
    const answer = await fetch(`${server.address}/%E0%A4%A`, html);
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 400 })]);
  });

  test('too many requests', async () => {
    const crowded = await startTestServer();
    let last = await crowded.call(login, { address: '10.3.0.1' });
    for (let n = 0; n < 240; n += 1) last = await crowded.call(login, { address: '10.3.0.1' });
    expect(last).toMatchObject({ status: 429, code: codes.tooManyRequests });
    expect(last.headers.get('retry-after')).toBeTruthy();
    expect(await crowded.call(login, { address: '10.3.0.2' })).toMatchObject({ status: 400 });
  });

  test('an internal error reveals nothing internal', async () => {
    const broken = await startTestServer();
    await broken.db.schema.dropTable('inbox').execute();
    await broken.db.updateTable('merchants').set({ body: 'no json' }).execute();
    const answer = await broken.call(getTinyMerchant, { query: { id: '1001' } });
    expect(answer).toMatchObject({ status: 500, code: codes.failure, data: null });
    expect(JSON.stringify(answer.envelope)).not.toMatch(/json|SyntaxError|\.ts/i);
    expect(broken.logged.join('')).toContain('SyntaxError');
  });
});

// CX3
test('every answer contains the time', async () => {
  const good = await server.call(getTinyMerchant, { query: { id: '1001' } });
  const bad = await server.call(getTinyMerchant, {});
  for (const answer of [good, bad]) expect(answer.headers.get('server-time')).toBe('1763640000000');
});

describe('pages', () => {
  test.each([
    ['/', 'en-US'],
    ['/m/1001/q/1', 'en-US'],
    ['/merchant/1001/order?table=1', 'en-US'],
    ['/zh-tw', 'zh-TW'],
    ['/zh-tw/merchant/1001/select-guests', 'zh-TW'],
  ])('%s is the diners’ app, in %s', async (path, language) => {
    const answer = await fetch(server.address + path, html);
    expect([answer.status, await answer.text()]).toEqual([200, pageIn(language)]);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    ['/staff', 200, 'en-US'],
    ['/staff/numbers?part=closing', 200, 'en-US'],
    ['/zh-tw/staff', 200, 'zh-TW'],
    ['/zh-tw/staff/nothing', 404, 'zh-TW'],
  ])('%s is the restaurant’s app, with status %d, in %s', async (path, status, language) => {
    const answer = await fetch(server.address + path, html);
    expect([answer.status, await answer.text()]).toEqual([status, pageIn(language, 'the counter')]);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  // CN7
  test.each([
    '/notFound',
    '/zh-tw/notFound',
    '/merchant/999999/order',
    '/zh-tw/merchant/999999/order',
    '/nowhere',
    '/merchant/1001/order-preview',
    '/m/x/q/1',
    '/index.html',
    '/staff.html',
  ])('%s is the diners’ app with status 404', async (path) => {
    const answer = await fetch(server.address + path, html);
    const language = path.startsWith('/zh-tw/') ? 'zh-TW' : 'en-US';
    expect([answer.status, await answer.text()]).toEqual([404, pageIn(language)]);
  });

  test.each(['/assets/old-chunk.js', '/pictures/none.webp', '/rt/client/hubs/tables', '/demo/nothing'])(
    '%s is not found and returns no page',
    async (path) => {
      const answer = await fetch(server.address + path, html);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('the phone');
    },
  );

  test('only a request for a page gets a page', async () => {
    const answer = await fetch(`${server.address}/favicon.ico`, { headers: { accept: 'image/*' } });
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found\n']);
  });

  test.each([
    ['diners', '/service-worker.js'],
    ['restaurant', '/staff-worker.js'],
  ])('the service worker of the %s’ app is at the root and is revalidated each time', async (_app, path) => {
    const answer = await fetch(server.address + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
    expect(answer.headers.get('content-security-policy')).toContain("worker-src 'self'");
  });

  test.each(['/app.webmanifest', '/zh-tw/app.webmanifest', '/staff.webmanifest', '/zh-tw/staff.webmanifest'])(
    '%s makes the app installable',
    async (path) => {
      const answer = await fetch(server.address + path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toContain('application/manifest+json');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test('hidden files are not served', async () => {
    for (const path of ['/.build-sources.json', '/assets/../.build-hash', '/assets/..%2f..%2flazy-susan.db'])
      expect([403, 404]).toContain((await fetch(server.address + path)).status);
  });
});

describe('compressed answers', () => {
  const fetchPacked = async (path: string, accept: string) =>
    await fetchRaw(path, { 'accept-encoding': accept });
  const script = `export const dishes = ${JSON.stringify(Array.from({ length: 400 }, (_, n) => `dish ${n}`))};`;

  beforeAll(() => {
    const assets = join(server.dataDir, 'dist', 'assets');
    writeFileSync(join(assets, 'large-abc123.js'), script);
    writeFileSync(join(assets, 'large-abc123.js.br'), brotliCompressSync(script));
    writeFileSync(join(assets, 'large-abc123.js.gz'), gzipSync(script));
    writeFileSync(join(assets, 'alone-abc123.js'), script);
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('a client that accepts %s gets a built file as %s', async (accept, encoding, unpack) => {
    const answer = await fetchPacked('/assets/large-abc123.js', accept);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringMatching(/javascript/),
      'cache-control': expect.stringContaining('immutable'),
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(unpack(answer.body).toString()).toBe(script);
    expect(answer.body.length).toBeLessThan(script.length / 2);
    const etag = String(answer.headers.etag);
    const again = await fetchRaw('/assets/large-abc123.js', {
      'accept-encoding': accept,
      'if-none-match': etag,
    });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const other = await fetchPacked('/assets/large-abc123.js', 'identity');
    expect(other.headers.etag).not.toBe(etag);
  });

  test('a client that accepts none gets the plain file; a file without a compressed form is compressed at once', async () => {
    const plain = await fetchPacked('/assets/large-abc123.js', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
    const alone = await fetchPacked('/assets/alone-abc123.js', 'br');
    expect(alone.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(brotliDecompressSync(alone.body).toString()).toBe(script);
  });

  test('the menu is compressed, a small answer and a refusal are not', async () => {
    const menu = '/api/member/merchant/products-by-categories?merchantId=1001';
    const headers = { 'merchant-id': '1001' };
    const answer = await fetchRaw(menu, { ...headers, 'accept-encoding': 'gzip, br' });
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    const whole = await fetchRaw(menu, { ...headers, 'accept-encoding': 'identity' });
    expect(brotliDecompressSync(answer.body)).toEqual(whole.body);
    expect(answer.body.length).toBeLessThan(whole.body.length / 4);
    const small = await fetchPacked('/api/nothing', 'br');
    expect([small.status, small.headers['content-encoding']]).toEqual([404, undefined]);
  });

  test('a compressed request body is refused', async () => {
    const body = gzipSync(JSON.stringify({ phone: '4155550100' }));
    const answer = await fetch(`${server.address}/api/member/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

describe('headers', () => {
  test('a merchant’s own host name serves the same app and API, and each may call the other', async () => {
    const host = `1003.localhost:${server.port}`;
    expect(await fetchUnderHost(host, '/m/1003/q/1')).toMatchObject({
      status: 200,
      body: expect.stringContaining('phone'),
    });
    expect((await fetchUnderHost(host, '/api/merchant/tiny-merchant?id=1003')).body).toContain(
      '"serverMode":1',
    );
    const { csp } = await fetchUnderHost(`localhost:${server.port}`, '/');
    expect(csp).toContain(`http://*.localhost:${server.port} ws://*.localhost:${server.port}`);

    const headers = { origin: `http://1003.localhost:${server.port}`, host };
    const allowed = await fetch(`${server.address.replace('127.0.0.1', 'localhost')}/api/member`, {
      method: 'OPTIONS',
      headers,
    });
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(headers.origin);
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Table-Session');
  });

  test('pages of other sites may not', async () => {
    for (const origin of [`http://localhost.evil:${server.port}`, 'null', 'http://localhost:1']) {
      const answer = await fetch(`${server.address}/api/merchant/tiny-merchant?id=1001`, {
        headers: { origin },
      });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('an invalid host is copied into no header', async () => {
    const { csp } = await fetchUnderHost("x'; script-src *", '/');
    expect(csp).not.toContain('script-src *');
  });
});
