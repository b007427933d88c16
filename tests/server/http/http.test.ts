// @module-tag sqlite
import { mkdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { limits } from '#contract/limits.ts';
import { login, registerGuest } from '#contract/calls/member.ts';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import { fakeClock, serverOfTest, sharedServer } from '../server-under-test.ts';

const clock = fakeClock(1_763_640_000_000);
const server = sharedServer({ clock, logLevel: 'info' });
beforeAll(async () => {
  const dist = join(server.dataDir, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><html lang="en-US"><title>the phone</title>');
  writeFileSync(join(dist, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(dist, 'service-worker.js'), 'self.skipWaiting();');
  mkdirSync(join(dist, 'zh-tw'));
  for (const folder of ['', 'zh-tw']) writeFileSync(join(dist, folder, 'app.webmanifest'), '{}');
  writeFileSync(join(dist, '.build-hash'), 'hash');
});

const html = { headers: { accept: 'text/html,*/*' } };

/** A request under a host name that no resolver knows. */
async function under(host: string, path: string): Promise<{ status: number; body: string; csp: string }> {
  return await new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port: server.port, path, headers: { host, accept: 'text/html' } },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            body,
            csp: String(answer.headers['content-security-policy']),
          }),
        );
      },
    )
      .on('error', reject)
      .end();
  });
}

describe('refusals come in the envelope', () => {
  test('unknown call', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/member'],
      ['GET', '/api'],
    ] as const) {
      const answer = await fetch(server.address + path, { method, ...html });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ success: false, code: 404, data: null });
    }
  });

  test('body that is no JSON', async () => {
    expect(await server.call(login, { merchantId: '1001', body: '{"phone":' })).toMatchObject({
      status: 400,
      code: codes.badRequest,
      msg: 'body: is not valid JSON',
    });
    expect(await server.call(login, { merchantId: '1001', body: '{"__proto__":{"x":1}}' })).toMatchObject({
      status: 400,
    });
  });

  test('no body where one is needed', async () => {
    expect(await server.call(login, { merchantId: '1001' })).toMatchObject({
      status: 400,
      data: { path: 'body' },
    });
  });

  test('body too large', async () => {
    const body = { phone: 'x'.repeat(limits.bodyBytes) };
    expect(await server.call(login, { merchantId: '1001', body })).toMatchObject({
      status: 413,
      code: codes.tooLarge,
    });
  });

  test('body of another kind', async () => {
    const headers = { 'Content-Type': 'text/xml' };
    expect(await server.call(login, { merchantId: '1001', body: '<a/>', headers })).toMatchObject({
      status: 415,
      success: false,
    });
  });

  test('address that is none', async () => {
    const answer = await fetch(`${server.address}/%E0%A4%A`, html);
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 400 })]);
  });

  test('too many requests', async () => {
    const crowded = await serverOfTest();
    let last = await crowded.call(login, { address: '10.3.0.1' });
    for (let n = 0; n < 240; n += 1) last = await crowded.call(login, { address: '10.3.0.1' });
    expect(last).toMatchObject({ status: 429, code: codes.tooManyRequests });
    expect(last.headers.get('retry-after')).toBeTruthy();
    expect(await crowded.call(login, { address: '10.3.0.2' })).toMatchObject({ status: 400 });
  });

  test('a bug says nothing about the inside', async () => {
    const broken = await serverOfTest();
    await broken.db.schema.dropTable('inbox').execute();
    await broken.db.updateTable('merchants').set({ body: 'no json' }).execute();
    const answer = await broken.call(getTinyMerchant, { query: { id: '1001' } });
    expect(answer).toMatchObject({ status: 500, code: codes.failure, data: null });
    expect(JSON.stringify(answer.envelope)).not.toMatch(/json|SyntaxError|\.ts/i);
    expect(broken.logged.join('')).toContain('SyntaxError');
  });
});

// CX3
test('every answer says the time', async () => {
  const good = await server.call(getTinyMerchant, { query: { id: '1001' } });
  const bad = await server.call(getTinyMerchant, {});
  for (const answer of [good, bad]) expect(answer.headers.get('server-time')).toBe('1763640000000');
});

describe('pages', () => {
  test.each([
    '/',
    '/home',
    '/m/1001/q/1',
    '/merchant/1001',
    '/merchant/1001/order',
    '/merchant/1001/order-detail/o-1',
    '/merchant/1001/account/profile',
    '/merchant/1001/coupon-used',
    '/scan',
    '/scan/result',
    '/test',
    '/zh-tw',
    '/zh-tw/',
    '/zh-tw/m/1001/q/1',
    '/zh-tw/merchant/1001/select-guests',
    '/merchant/1001/order?table=1',
  ])('%s is the phone', async (path) => {
    // prettier-ignore
    const answer = await fetch(server.address + path, html);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('the phone')]);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  // CN7, D13
  test.each([
    '/notFound',
    '/zh-tw/notFound',
    '/merchant/999999/order',
    '/zh-tw/merchant/999999/order',
    '/nowhere',
    '/merchant',
    '/merchant/1001/nothing',
    '/merchant/1001/order-preview',
    '/m/x/q/1',
    '/m/1001/q/',
    '/zh-tw/nowhere',
    '/index.html',
    '/zh-twm/1001',
  ])('%s is the phone with status 404', async (path) => {
    // prettier-ignore
    const answer = await fetch(server.address + path, html);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('the phone')]);
  });

  test.each([
    ['/zh-tw/merchant/1001/order', 'zh-TW'],
    ['/zh-tw', 'zh-TW'],
    ['/zh-tw/nowhere', 'zh-TW'],
    ['/merchant/1001/order', 'en-US'],
  ])('%s is in %s', async (path, language) => {
    const answer = await fetch(server.address + path, html);
    expect(await answer.text()).toContain(`<html lang="${language}">`);
  });

  test.each(['/assets/old-chunk.js', '/pictures/none.webp', '/rt/client/hubs/tables', '/demo/nothing'])(
    '%s is not found and no page',
    async (path) => {
      const answer = await fetch(server.address + path, html);
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain('the phone');
    },
  );

  test('only who asks for a page gets one', async () => {
    const answer = await fetch(`${server.address}/favicon.ico`, { headers: { accept: 'image/*' } });
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found\n']);
  });

  test('the service worker stands at the root and is asked for anew each time', async () => {
    const answer = await fetch(`${server.address}/service-worker.js`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/);
    expect(answer.headers.get('content-security-policy')).toContain("worker-src 'self'");
  });

  test.each(['/app.webmanifest', '/zh-tw/app.webmanifest'])('%s makes the app installable', async (path) => {
    const answer = await fetch(server.address + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('application/manifest+json');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test('hashed files are kept for ever, hidden ones are not served', async () => {
    const answer = await fetch(`${server.address}/assets/main-abc123.js`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    for (const path of ['/.build-hash', '/assets/../.build-hash', '/assets/..%2f..%2flazy-susan.db'])
      expect([403, 404]).toContain((await fetch(server.address + path)).status);
  });
});

describe('compressed answers', () => {
  /** Without a client that unpacks by itself. */
  const packed = async (path: string, accept: string, more: Record<string, string> = {}) =>
    await new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const headers = { 'accept-encoding': accept, ...more };
      request({ host: '127.0.0.1', port: server.port, path, headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces) }),
        );
      })
        .on('error', reject)
        .end();
    });
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
  ])('a built file for who takes %s goes as %s', async (accept, encoding, unpack) => {
    const answer = await packed('/assets/large-abc123.js', accept);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': expect.stringMatching(/javascript/),
      'cache-control': expect.stringContaining('immutable'),
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(unpack(answer.body).toString()).toBe(script);
    expect(answer.body.length).toBeLessThan(script.length / 2);
    const etag = String(answer.headers.etag);
    const again = await packed('/assets/large-abc123.js', accept, { 'if-none-match': etag });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const other = await packed('/assets/large-abc123.js', 'identity');
    expect(other.headers.etag).not.toBe(etag);
  });

  test('who takes none gets it as it is; one without a compressed form is compressed at once', async () => {
    const plain = await packed('/assets/large-abc123.js', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(script);
    const alone = await packed('/assets/alone-abc123.js', 'br');
    expect(alone.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(brotliDecompressSync(alone.body).toString()).toBe(script);
  });

  test('the menu travels compressed, a small answer and a refusal do not', async () => {
    const menu = '/api/member/merchant/products-by-categories?merchantId=1001';
    const headers = { 'merchant-id': '1001' };
    const answer = await packed(menu, 'gzip, br', headers);
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    const whole = await packed(menu, 'identity', headers);
    expect(brotliDecompressSync(answer.body)).toEqual(whole.body);
    expect(answer.body.length).toBeLessThan(whole.body.length / 4);
    const small = await packed('/api/nothing', 'br');
    expect([small.status, small.headers['content-encoding']]).toEqual([404, undefined]);
  });

  test('nothing compressed is unfolded', async () => {
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
  test('nothing asks for HTTPS over plain HTTP', async () => {
    const answer = await fetch(server.address, html);
    const csp = answer.headers.get('content-security-policy')!;
    expect(csp).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(csp).not.toContain('upgrade-insecure-requests');
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });

  test("a merchant's own host name reaches the same app and API, and each may call the other", async () => {
    const host = `1003.localhost:${server.port}`;
    expect(await under(host, '/m/1003/q/1')).toMatchObject({
      status: 200,
      body: expect.stringContaining('phone'),
    });
    expect((await under(host, '/api/merchant/tiny-merchant?id=1003')).body).toContain('"serverMode":1');
    const { csp } = await under(`localhost:${server.port}`, '/');
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

  test('pages of others may not', async () => {
    for (const origin of [
      'http://evil.example',
      `http://localhost.evil:${server.port}`,
      'null',
      'http://localhost:1',
    ]) {
      const answer = await fetch(`${server.address}/api/merchant/tiny-merchant?id=1001`, {
        headers: { origin },
      });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('a host that is none gets into no header', async () => {
    const { csp } = await under("x'; script-src *", '/');
    expect(csp).not.toContain('script-src *');
  });
});

test('no token is logged', async () => {
  const { token } = await server.ask(registerGuest, { merchantId: '1001' });
  await fetch(`${server.address}/rt/client/hubs/tables?access_token=${token}`);
  await server.call(registerGuest, { merchantId: '1001', token });
  const log = server.logged.join('\n');
  expect(log).toContain('access_token=[redacted]');
  expect(log).not.toContain(token);
  expect(log).not.toContain(token!.split('.')[2]);
});
