import { WebPubSubClient } from '@azure/web-pubsub-client';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createForTests } from '#tests/for-tests.ts';
import { isSystem, open, plain, readRefusalStatus, reliable } from '../raw-client.ts';
import { hubName, startScene } from '../scene.ts';

const scene = createForTests(startScene, (each) => each.close());

/** An access URL with a hand-made token. With the defaults it is valid. */
async function forgeUrl({
  audience = `${scene.endpoint}/client/hubs/${hubName}`,
  key = scene.accessKey,
  alg = 'HS256',
  expiresIn = 300,
  claims = {},
}: {
  audience?: string;
  key?: string;
  alg?: string;
  expiresIn?: number;
  claims?: Record<string, unknown>;
}): Promise<string> {
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg, typ: 'JWT' })
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1000) + expiresIn)
    .sign(new TextEncoder().encode(key));
  return createTokenUrl(token);
}

function createTokenUrl(token: string): string {
  return `${scene.endpoint.replace(/^http/, 'ws')}/client/hubs/${hubName}?access_token=${token}`;
}

describe('row 1: tokens are checked before the upgrade', () => {
  it('accepts a valid hand-made token, so that the refusals below have one cause each', async () => {
    const client = await open(await forgeUrl({}));
    expect(await client.take(isSystem)).toMatchObject({ event: 'connected' });
    client.socket.close();
  });

  it('accepts a token that expired within the clock skew', async () => {
    const client = await open(await forgeUrl({ expiresIn: -200 }));
    client.socket.close();
    expect((await client.closed).code).toBe(1005);
  });

  it.each<[flaw: string, url: () => string | Promise<string>]>([
    ['wrong key', () => forgeUrl({ key: 'another-key-of-more-than-thirty-two-bytes' })],
    ['wrong hub', () => forgeUrl({ audience: `${scene.endpoint}/client/hubs/kitchen` })],
    ['wrong endpoint', () => forgeUrl({ audience: `http://elsewhere/client/hubs/${hubName}` })],
    ['another algorithm with the right key', () => forgeUrl({ alg: 'HS512' })],
    ['expired', () => forgeUrl({ expiresIn: -3600 })],
    ['REST token', () => forgeUrl({ audience: `${scene.endpoint}/api/hubs/${hubName}/:send` })],
    ['no token', () => createTokenUrl('').replace(/\?.*/, '')],
    ['empty token', () => createTokenUrl('')],
    ['not a token', () => createTokenUrl('a.b.c')],
    [
      'alg none',
      () => {
        const token = new UnsecuredJWT({}).setAudience(`${scene.endpoint}/client/hubs/${hubName}`);
        return createTokenUrl(token.setExpirationTime('5m').encode());
      },
    ],
  ])('row 1: refuses with HTTP 401: %s', async (_flaw, url) => {
    expect(await readRefusalStatus(await url())).toBe(401);
  });

  it('row 1: one negotiation for each attempt, and the socket never opens', async () => {
    let negotiations = 0;
    const client = new WebPubSubClient({
      getClientAccessUrl: () => {
        negotiations += 1;
        return forgeUrl({ key: 'another-key-of-more-than-thirty-two-bytes' });
      },
    });
    let connected = 0;
    client.on('connected', () => (connected += 1));
    await expect(client.start()).rejects.toThrow(/401/);
    await expect(client.start()).rejects.toThrow(/401/);
    expect({ negotiations, connected }).toEqual({ negotiations: 2, connected: 0 });
  });

  it('row 1: accepts the token from the Authorization header too', async () => {
    const url = await scene.createAccessUrl();
    const token = new URL(url).searchParams.get('access_token') ?? '';
    const bare = url.replace(/\?.*/, '');
    expect(await readRefusalStatus(bare, reliable, { authorization: `Basic ${token}` })).toBe(401);
    const client = await open(bare, reliable, { authorization: `Bearer ${token}` });
    expect(await client.take(isSystem)).toMatchObject({ event: 'connected' });
    client.socket.close();
  });

  it('an invalid hub name is HTTP 400', async () => {
    const url = await scene.createAccessUrl();
    expect(await readRefusalStatus(url.replace(`/hubs/${hubName}`, '/hubs/no%20hub'))).toBe(400);
  });
});

describe('row 2: subprotocols and the first frame', () => {
  it('row 2: reliable: echoed; connected comes first, with user, connection and reconnection token', async () => {
    const client = await scene.openRaw({ userId: 'd-42' });
    const first = await client.take(() => true);
    expect(client.socket.protocol).toBe(reliable);
    expect(first).toEqual({
      type: 'system',
      event: 'connected',
      userId: 'd-42',
      connectionId: expect.stringMatching(/./),
      reconnectionToken: expect.stringMatching(/./),
    });
  });

  it('row 2: plain: echoed; no reconnection token and no sequence ids', async () => {
    const client = await scene.openRaw({ userId: 'd-42', groups: ['t-plain'] }, plain);
    const first = await client.take(() => true);
    expect(client.socket.protocol).toBe(plain);
    expect(first).toMatchObject({ type: 'system', event: 'connected', userId: 'd-42' });
    expect(first).not.toHaveProperty('reconnectionToken');
    await scene.service.group('t-plain').sendToAll({ n: 1 });
    const message = await client.take(({ type }) => type === 'message');
    expect(message).toMatchObject({ data: { n: 1 } });
    expect(message).not.toHaveProperty('sequenceId');
  });

  it('row 2: the reliable one wins when both are offered', async () => {
    const client = await open(await scene.createAccessUrl(), [plain, reliable]);
    expect(client.socket.protocol).toBe(reliable);
    client.socket.close();
  });

  it('row 2: the hub may be named in the query', async () => {
    const url = new URL(await scene.createAccessUrl());
    url.pathname = url.pathname.replace(`/hubs/${hubName}`, '');
    url.searchParams.set('hub', hubName.toUpperCase());
    const client = await open(url.toString());
    expect(await client.take(isSystem)).toMatchObject({ event: 'connected' });
    client.socket.close();
  });
});
