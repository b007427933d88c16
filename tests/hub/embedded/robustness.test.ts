import { connect, type Socket } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGroupMessage, readClientFrame } from '#server/platform/hub/client/frames.ts';
import { createHub } from '#server/platform/hub/hub.ts';
import { startHubServer } from '#server/platform/hub/hub-server.ts';
import { createForTests } from '#tests/for-tests.ts';
import { isMessage, open, request } from '../raw-client.ts';
import { createGroup, createMemberRoles, startEmbeddedScene, testKey } from '../scene.ts';
import { forAll } from '#tests/properties/for-all.ts';

const scene = createForTests(startEmbeddedScene, (each) => each.close());

const knownTypes = ['joinGroup', 'leaveGroup', 'sendToGroup', 'sequenceAck', 'ping'];

/** JSON that resembles a frame. */
const almostFrame = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...knownTypes), fc.string()),
    group: fc.oneof(fc.string(), fc.jsonValue()),
    ackId: fc.oneof(fc.nat(), fc.double(), fc.jsonValue()),
    sequenceId: fc.oneof(fc.nat(), fc.integer(), fc.jsonValue()),
    noEcho: fc.oneof(fc.boolean(), fc.jsonValue()),
    dataType: fc.oneof(fc.constantFrom('json', 'text', 'binary', 'protobuf'), fc.jsonValue()),
    data: fc.oneof(fc.string(), fc.jsonValue()),
  },
  { requiredKeys: ['type'] },
);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  almostFrame.map((frame) => JSON.stringify(frame)),
  fc.json(),
);

async function isServing(): Promise<boolean> {
  const group = createGroup();
  const client = await open(
    await scene.createAccessUrl({ roles: createMemberRoles(group), groups: [group] }),
  );
  await request(client, { type: 'sendToGroup', group, ackId: 1, data: 'alive' });
  const message = await client.take(isMessage);
  client.socket.terminate();
  return message.data === 'alive';
}

const upgrade = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
  'Sec-WebSocket-Protocol: json.webpubsub.azure.v1\r\n\r\n';

describe('row 18: fuzz', () => {
  it('row 18: any text is either a known frame or an error value', () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        const read = readClientFrame(text);
        if (!read.ok) return ['not-json', 'shape', 'payload'].includes(read.error.kind);
        accepted += 1;
        return JSON.parse(text).type !== undefined;
      }),
      { numRuns: 3000 },
    );
    // Without accepted frames the property would say nothing about them.
    expect(accepted).toBeGreaterThan(100);
  });

  it('row 5: any JSON payload is delivered unchanged', () => {
    forAll(fc.jsonValue(), fc.string({ minLength: 1, maxLength: 100 }), fc.nat(), (data, group, id) => {
      fc.pre(data !== null);
      const read = readClientFrame(JSON.stringify({ type: 'sendToGroup', group, data }));
      if (!read.ok || read.frame.type !== 'sendToGroup') return false;
      const message = createGroupMessage(group, 'd-1', read.frame.payload)({ getGroupName: (name) => name });
      const numbered = JSON.parse(message.withSequenceId(id)) as Record<string, unknown>;
      const bare = JSON.parse(message.withoutSequenceId()) as Record<string, unknown>;
      expect(JSON.stringify(numbered.data)).toBe(JSON.stringify(data));
      expect(numbered).toMatchObject({ group, sequenceId: id, fromUserId: 'd-1' });
      expect({ ...bare, sequenceId: id }).toEqual(numbered);
      return true;
    });
  });

  it('row 18: a hub that receives garbage keeps working', async () => {
    const url = await scene.createAccessUrl({ roles: ['webpubsub.joinLeaveGroup', 'webpubsub.sendToGroup'] });
    const ends = { open: 0, 1007: 0 };
    let client = await open(url);
    for (const text of fc.sample(anyText, 500)) {
      client.send(text);
      client.send({ type: 'ping' });
      const pong = client.take(({ type }) => type === 'pong').then(() => 'open' as const);
      const end = await Promise.race([pong, client.closed.then(({ code }) => code)]).catch(() => 1007);
      expect([1007, 'open']).toContain(end);
      ends[end as 1007 | 'open'] += 1;
      if (end !== 'open') client = await open(url);
    }
    client.socket.terminate();
    expect(ends.open).toBeGreaterThan(10);
    expect(ends[1007]).toBeGreaterThan(100);
    expect(await isServing()).toBe(true);
  });

  it('row 18: broken HTTP and broken WebSocket bytes do not crash the hub', async () => {
    const { port } = scene.server;
    const good = new URL(await scene.createAccessUrl());
    const answers: string[] = [];
    const garbageFrame = `${upgrade(good.pathname + good.search)}\xff\xff\xff\xff garbage`;
    for (const bytes of [
      upgrade('/rt/client/hubs/%E0%A4%A'),
      upgrade('/rt/client/hubs/tables?access_token=%00&awps_connection_id=%FF'),
      upgrade('//[bad/rt/client/hubs/tables'),
      upgrade('/rt/client/hubs/tables?access_token=x').replace('Sec-WebSocket-Key', 'X-Nothing'),
      garbageFrame,
      'POST /rt/api/hubs/%/:send HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n',
      '\x00\x01\x02',
    ]) {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      socket.write(bytes, 'latin1');
      // The hub must close the connection with the broken frame itself.
      if (bytes !== garbageFrame) socket.end();
      await new Promise((resolve) => socket.on('close', resolve));
      answers.push(answer.split('\r\n')[0] ?? '');
    }
    expect(answers.slice(0, 2)).toEqual(['HTTP/1.1 400 Bad Request', 'HTTP/1.1 401 Unauthorized']);
    expect(answers[4]).toBe('HTTP/1.1 101 Switching Protocols');
    expect(await isServing()).toBe(true);
  });

  it('row 18: a socket that closes while its token is checked causes no error', async () => {
    const { pathname, search } = new URL(await scene.createAccessUrl());
    for (let n = 0; n < 20; n += 1) {
      const socket = connect(scene.server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(upgrade(pathname + search), () => socket.resetAndDestroy());
      await new Promise((resolve) => socket.on('close', resolve));
    }
    expect(await isServing()).toBe(true);
  });
});

describe('keys', () => {
  it('a key that HS256 must not be used with is refused before the hub listens', async () => {
    const endpoint = 'http://127.0.0.1:1/rt';
    expect(() => createHub({ endpoint, accessKey: 'short' })).toThrow(RangeError);
    await expect(startHubServer({ accessKey: 'short' })).rejects.toThrow(RangeError);
    await expect(startHubServer({ accessKey: `${testKey};` })).rejects.toThrow(RangeError);
  });
});

describe('compression', () => {
  it('the hub negotiates none, and a frame that would decompress past every limit is refused unread', async () => {
    const client = await open(await scene.createAccessUrl());
    // `ws` offers `permessage-deflate`, as browsers do.
    expect(client.socket.extensions).toBe('');
    const bomb = deflateRawSync(Buffer.alloc(10_000_000, ' '));
    const head = Buffer.alloc(8);
    head.writeUInt16BE(0xc1fe);
    head.writeUInt16BE(bomb.length, 2);
    // The mask is 0.
    (client.socket as unknown as { _socket: Socket })._socket.write(Buffer.concat([head, bomb]));
    expect((await client.closed).code).toBe(1002);
    expect(await isServing()).toBe(true);
  });
});
