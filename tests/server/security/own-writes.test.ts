// @module-tag slow
/** No page of another origin can act with the staff's cookie, even if the browser calls it the same site (CX10). */
import { describe, expect, test } from 'vitest';
import type { Call } from '#contract/http/call.ts';
import { getMenuFile, writeMenuFile } from '#contract/calls/menu-file.ts';
import { uploadPicture } from '#contract/calls/menu-picture.ts';
import { setSoldOut } from '#contract/calls/staff.ts';
import { aboutCalls } from '#server/platform/http/docs/about-calls.ts';
import { describedCalls } from '#server/platform/http/docs/named-schemas.ts';
import { staffPath } from '#server/platform/http/guard/foreign-writes.ts';
import { startSharedServer, type ServerUnderTest } from '../server-under-test.ts';
import { createCookie } from './somebody-of.ts';

const direct = startSharedServer();
const named = startSharedServer({ environment: { PUBLIC_URL: 'https://order.example' } });

const refusal = /^This was not sent by the staff page of this server/;
const isStaffs = ({ call: { path } }: { call: Call }) => path.startsWith(`${staffPath}/`);
const writes = describedCalls.filter(({ call }) => call.method !== 'GET');

const foreign: Readonly<Record<string, Record<string, string>>> = {
  'a page on another port': { 'Sec-Fetch-Site': 'same-site', Origin: 'http://127.0.0.1:1' },
  'a page of another site': { 'Sec-Fetch-Site': 'cross-site' },
  'a typed address': { 'Sec-Fetch-Site': 'none' },
  'an old browser, another port': { Origin: 'http://127.0.0.1:1' },
  'an old browser, a frame without an origin': { Origin: 'null' },
  'a foreign origin, whatever the other headers say': { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
}; // prettier-ignore

/** Sends a call as a page does. Most calls refuse the empty body, which is enough to see that the guard let them pass. */
async function send(server: ServerUnderTest, { method, path }: Call, headers: Record<string, string>) {
  const url = server.address + path.replaceAll(/:\w+/g, 'none');
  const answer = await fetch(url, { method, headers });
  const { msg } = (await answer.json()) as { msg: string };
  return { status: answer.status, msg };
}

describe('the list of calls', () => {
  test('has each staff call at a path that receives cookies, so that the guard protects it', () => {
    const outside = describedCalls.filter(
      (each) => aboutCalls[each.name]!.for === 'staff' && !isStaffs(each),
    );
    expect(outside).toEqual([]);
    expect(writes.filter(isStaffs).length).toBeGreaterThan(40);
  });

  test.each(Object.entries(foreign))('%s changes nothing', async (_who, headers) => {
    const cookie = await createCookie(direct, '1001');
    for (const { name, call } of writes.filter(isStaffs))
      for (const known of [headers, { ...headers, cookie }]) {
        const answer = await send(direct, call, known);
        expect(answer, name).toMatchObject({ status: 403, msg: expect.stringMatching(refusal) as string });
      }
    expect(await direct.call(getMenuFile, { headers: { cookie } })).toMatchObject({ success: true });
  });

  // CX10
  test('opens the calls of diners and payment pages to every origin', async () => {
    const cookie = await createCookie(direct, '1001');
    const open = writes.filter((each) => !isStaffs(each));
    expect(open.map(({ name }) => name)).toEqual(expect.arrayContaining(['takePaymentResult', 'placeOrder']));
    for (const { name, call } of open)
      for (const headers of Object.values(foreign))
        expect((await send(direct, call, { ...headers, cookie })).msg, name).not.toMatch(refusal);
    const back = await fetch(`${direct.address}/m/1001/q/1?payment=p1`, {
      headers: { ...foreign['a page of another site'], cookie, accept: 'text/html' },
    });
    expect(back.status).not.toBe(403);
  });
});

describe('our own page', () => {
  const change = { body: { productId: 'none', soldOut: true } };
  const requestSoldOut = async (server: ServerUnderTest, headers: Record<string, string>) =>
    (
      await server.call(setSoldOut, {
        ...change,
        headers: { cookie: await createCookie(server, '1001'), ...headers },
      })
    ).status;

  test('is recognised by its host, behind a proxy by the forwarded host or by PUBLIC_URL', async () => {
    const own = new URL(direct.address);
    const isOwn = { 'Sec-Fetch-Site': 'same-origin' };
    expect(await requestSoldOut(direct, { ...isOwn, Origin: own.origin })).not.toBe(403);
    expect(await requestSoldOut(direct, { Origin: own.origin })).not.toBe(403);
    expect(await requestSoldOut(direct, {})).not.toBe(403);
    // Behind a proxy that ends TLS, the server sees plain HTTP.
    const passed = { 'X-Forwarded-Host': 'order.example', 'X-Forwarded-For': '10.0.0.9' };
    expect(await requestSoldOut(direct, { ...isOwn, ...passed, Origin: 'https://order.example' })).not.toBe(403);
    expect(await requestSoldOut(direct, { 'X-Forwarded-Host': 'order.example:443', Origin: 'https://order.example' })).not.toBe(403);
    expect(await requestSoldOut(named, { ...isOwn, Origin: 'https://order.example' })).not.toBe(403);
    expect(await requestSoldOut(named, { Origin: 'https://1003.order.example' })).not.toBe(403);
    expect(await requestSoldOut(named, { Origin: new URL(named.address).origin })).not.toBe(403);
    expect(await requestSoldOut(named, { Origin: 'https://pay.order.example' })).toBe(403);
    expect(await requestSoldOut(named, { Origin: 'https://order.example:8443' })).toBe(403);
  }); // prettier-ignore

  test('is not needed by a system with a token, which may call from anywhere, but not with a cookie too', async () => {
    const { token } = await direct.till();
    const headers = foreign['a page of another site']!;
    expect(await direct.call(setSoldOut, { ...change, token, headers })).not.toMatchObject({ status: 403 });
    const cookie = await createCookie(direct, '1001');
    const both = { ...change, token, headers: { ...headers, cookie } };
    expect(await direct.call(setSoldOut, both)).toMatchObject({ status: 403 });
  });
});

test('must send a file with the type that its call requires; a form’s type or none is refused', async () => {
  const cookie = await createCookie(direct, '1001');
  const typeOf = async (call: Call, type: string | undefined) => {
    const headers = { cookie, ...(type !== undefined && { 'Content-Type': type }) };
    const body = new Uint8Array([1]);
    const answer = await fetch(`${direct.address}${call.path}?dishId=beef`, { method: 'POST', headers, body });
    return answer.status;
  };
  const formTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', undefined];
  for (const call of [writeMenuFile, uploadPicture] as Call[])
    for (const type of formTypes) expect(await typeOf(call, type), `${call.path}, ${type}`).toBe(415);
  expect(await typeOf(writeMenuFile as Call, 'image/png')).toBe(415);
  expect(await typeOf(uploadPicture as Call, 'application/json')).toBe(415);
  expect(await typeOf(writeMenuFile as Call, 'application/json; charset=utf-8')).not.toBe(415);
  for (const type of ['image/jpeg', 'image/avif', 'application/octet-stream'])
    expect(await typeOf(uploadPicture as Call, type)).toBe(400);
}); // prettier-ignore
