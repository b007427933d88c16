// @module-tag slow
/** What a browser is told, and what a server on the open internet leaves out. */
import { describe, expect, test } from 'vitest';
import { getMember, sendPhoneCode } from '#contract/calls/member.ts';
import { getTinyMerchant } from '#contract/calls/merchant.ts';
import { serverOfTest, sharedServer } from '../server-under-test.ts';

const shop = 'https://shop.example';
const server = sharedServer({ environment: { CORS_ORIGINS: `${shop}/menu, https://club.example` } });

/** The headers of the answer, which is read to its end: a long one that is not would hold up the server's close. */
async function asked(headers: Record<string, string>, method = 'GET', path: string = getMember.path) {
  const answer = await fetch(server.address + path, { method, headers });
  await answer.arrayBuffer();
  return answer.headers;
}

describe('pages of other sites', () => {
  test('may call the API when they are on the list, with their headers, and never with cookies', async () => {
    for (const origin of [shop, 'https://club.example']) {
      const preflight = await asked({ origin }, 'OPTIONS');
      expect(preflight.get('access-control-allow-origin')).toBe(origin);
      expect(preflight.get('access-control-allow-headers')).toContain('Authorization');
      expect(preflight.get('vary')).toContain('Origin');
      const answer = await asked({ origin });
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
  ])('%s is none of them', async (origin) => {
    for (const method of ['GET', 'OPTIONS'])
      expect((await asked({ origin }, method)).get('access-control-allow-origin')).toBeNull();
  });

  test('are not let in by a star', async () => {
    expect((await asked({})).get('access-control-allow-origin')).toBeNull();
  });
});

describe('HTTPS', () => {
  const https = { 'x-forwarded-proto': 'https' };

  test('is asked for on every answer behind a trusted proxy that speaks it, and not over plain HTTP', async () => {
    for (const path of ['/', '/api/nothing', '/health', getMember.path]) {
      expect((await asked(https, 'GET', path)).get('strict-transport-security'), path).toBe(
        'max-age=15552000',
      );
      expect((await asked({}, 'GET', path)).get('strict-transport-security'), path).toBeNull();
    }
  });

  test('is not what a stranger says it is', async () => {
    const other = await serverOfTest({ environment: { TRUSTED_PROXIES: '10.0.0.0/8' } });
    const answer = await fetch(other.address, { headers: https });
    expect(answer.headers.get('strict-transport-security')).toBeNull();
  });
});

test('no answer allows a script that is not a file of this server', async () => {
  for (const path of ['/', '/staff', '/api/docs', '/api/nothing', '/demo/inbox', '/nowhere']) {
    const csp = (await asked({ accept: 'text/html' }, 'GET', path)).get('content-security-policy')!;
    const [scripts] = csp.split(';').filter((each) => each.startsWith('script-src '));
    expect(scripts, path).toBe("script-src 'self' 'wasm-unsafe-eval'");
    expect(csp, path).toContain("script-src-attr 'none'");
    expect(csp, path).toContain("object-src 'none'");
  }
});

test('the demonstration restaurants can be left out', async () => {
  const other = await serverOfTest({
    environment: {
      DEMO_RESTAURANTS: 'off',
      SMS_WEBHOOK_URL: 'https://sms.example/send',
      SMS_WEBHOOK_SECRET: 'a secret of the gateway and us',
      STAFF_PASSWORD: 'the-password-of-the-counter',
    },
  });
  expect(await other.db.selectFrom('merchants').select('id').execute()).toEqual([]);
  const query = { id: '1001' };
  expect(await other.call(getTinyMerchant, { query })).toMatchObject({ success: false, code: 404 });
  for (const path of ['/demo/inbox', '/demo/inbox.json'])
    expect((await fetch(other.address + path, { headers: { accept: 'application/json' } })).status).toBe(404);
});

// D36
test('where others can reach it no code is stored or printed for everybody, unless that was asked for', async () => {
  const other = await serverOfTest({ environment: { PUBLIC_URL: 'https://order.example' } });
  const asks = { merchantId: '1001', body: { phone: '2125550199' } };
  expect(await other.call(sendPhoneCode, asks)).toMatchObject({
    success: false,
    code: 500,
    msg: expect.stringContaining('cannot send messages'),
  });
  expect(await other.db.selectFrom('inbox').select('id').execute()).toEqual([]);
  expect(other.printed).toEqual([]);
  for (const path of ['/demo/inbox', '/demo/inbox.json'])
    expect((await fetch(other.address + path, { headers: { accept: 'application/json' } })).status).toBe(404);
});
