// @module-tag slow
/** Security headers for browsers, and demo features that a public server leaves out. */
import { describe, expect, test } from 'vitest';
import { getMember, sendPhoneCode } from '#contract/calls/member.ts';
import { startTestServer, startSharedServer } from '../server-under-test.ts';

const shop = 'https://shop.example';
const server = startSharedServer({ environment: { CORS_ORIGINS: `${shop}/menu, https://club.example` } });

/** The headers of an answer. Its body is read too, because an unread one delays the server's shutdown. */
async function fetchHeaders(headers: Record<string, string>, method = 'GET', path: string = getMember.path) {
  const answer = await fetch(server.address + path, { method, headers });
  await answer.arrayBuffer();
  return answer.headers;
}

describe('pages of other sites', () => {
  test('may call the API if they are on the list, with their headers, and never with cookies', async () => {
    for (const origin of [shop, 'https://club.example']) {
      const preflight = await fetchHeaders({ origin }, 'OPTIONS');
      expect(preflight.get('access-control-allow-origin')).toBe(origin);
      expect(preflight.get('access-control-allow-headers')).toContain('Authorization');
      expect(preflight.get('vary')).toContain('Origin');
      const answer = await fetchHeaders({ origin });
      expect(answer.get('access-control-allow-origin')).toBe(origin);
      expect(answer.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test.each([
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://sub.shop.example',
    'null',
    undefined,
  ])('do not include %s', async (origin) => {
    for (const method of ['GET', 'OPTIONS'])
      expect(
        (await fetchHeaders({ ...(origin && { origin }) }, method)).get('access-control-allow-origin'),
      ).toBeNull();
  });
});

describe('HTTPS', () => {
  const https = { 'x-forwarded-proto': 'https' };

  test('is required on every answer behind a trusted proxy that uses it, and not over plain HTTP', async () => {
    for (const path of ['/', '/api/nothing', '/health', getMember.path]) {
      expect((await fetchHeaders(https, 'GET', path)).get('strict-transport-security'), path).toBe(
        'max-age=15552000',
      );
      expect((await fetchHeaders({}, 'GET', path)).get('strict-transport-security'), path).toBeNull();
    }
  });

  test('is not assumed because a stranger claims it', async () => {
    const other = await startTestServer({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
    const answer = await fetch(other.address, { headers: https });
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });
});

test('no answer allows a script that is not a file of this server', async () => {
  for (const path of ['/', '/staff', '/api/docs', '/api/nothing', '/demo/inbox', '/nowhere']) {
    const csp = (await fetchHeaders({ accept: 'text/html' }, 'GET', path)).get('content-security-policy')!;
    const [scripts] = csp.split(';').filter((each) => each.startsWith('script-src '));
    expect(scripts, path).toBe("script-src 'self' 'wasm-unsafe-eval'");
    expect(csp, path).toContain("script-src-attr 'none'");
    expect(csp, path).toContain("object-src 'none'");
    expect(csp, path).not.toContain('upgrade-insecure-requests');
  }
});

// CE23
test('on a public server no code is stored or printed for everybody, unless it is configured', async () => {
  const other = await startTestServer({ environment: { PUBLIC_URL: 'https://order.example' } });
  const asks = { merchantId: '1001', body: { phone: '2125550199' } };
  const refused = { code: 500, msg: expect.stringContaining('cannot send messages') as string };
  expect(await other.call(sendPhoneCode, asks)).toMatchObject(refused);
  expect(await other.db.selectFrom('inbox').select('id').execute()).toEqual([]);
  expect(other.printed).toEqual([]);
  for (const path of ['/demo/inbox', '/demo/inbox.json'])
    expect((await fetch(other.address + path, { headers: { accept: 'application/json' } })).status).toBe(404);
});
