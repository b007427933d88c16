/** Faults of the hub while a phone rejoins its group. The hub is a fake, because the real one has no such faults. */
import type { AddressInfo } from 'node:net';
import { firstValueFrom } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { createReconnectingGroup } from '#client/group/reconnecting-group.ts';
import { createNodeEnvironment } from '#testing/phones/real-phone.ts';
import { sleep } from '#client/environment/environment.ts';

type Answer =
  | { readonly success: true }
  | { readonly success: false; readonly error: { readonly name: string } };

const env = { ...createNodeEnvironment(), random: () => 0 };

let hub: WebSocketServer | undefined;

afterEach(() => {
  for (const socket of hub?.clients ?? []) socket.terminate();
  hub?.close();
});

/** The nth connection gets the nth answer to its join, and later ones the last answer. */
async function startHub(joins: readonly Answer[]): Promise<{ url: string; sockets: WebSocket[] }> {
  const sockets: WebSocket[] = [];
  const server = new WebSocketServer({ port: 0, handleProtocols: ([first]) => first ?? false });
  hub = server;
  server.on('connection', (socket) => {
    const answer = joins[Math.min(sockets.length, joins.length - 1)]!;
    const send = (frame: object) => socket.send(JSON.stringify(frame));
    sockets.push(socket);
    send({
      type: 'system',
      event: 'connected',
      userId: 'u1',
      connectionId: `c${sockets.length}`,
      reconnectionToken: 'token',
    });
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { type: string; ackId: number };
      if (frame.type === 'joinGroup') send({ type: 'ack', ackId: frame.ackId, ...answer });
    });
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return { url: `ws://localhost:${(server.address() as AddressInfo).port}/client/hubs/t`, sockets };
}

// CL17
test('a phone that is disconnected while it rejoins the group asks again, and joins', async () => {
  const broken = { success: false, error: { name: 'InternalServerError' } } as const;
  const { url, sockets } = await startHub([{ success: true }, broken, { success: true }]);
  let asked = 0;
  const group = createReconnectingGroup({
    requestAccess: () => {
      asked += 1;
      return Promise.resolve({ kind: 'granted', access: { url, group: 't' } });
    },
    browserId: () => 'b1',
    env,
  });
  await firstValueFrom(group.connected);
  // After this code the phone cannot recover the connection, so it connects and joins again.
  sockets[0]!.close(1008, 'gone');
  await expect.poll(() => sockets.length, { timeout: 15_000 }).toBe(3);
  const received = firstValueFrom(group.messages);
  await expect
    .poll(
      () => {
        const data = { fromBrowserId: 'server', messageType: 'menuChanged', data: {} };
        const message = { type: 'message', from: 'group', group: 't', dataType: 'json', data, sequenceId: 1 };
        sockets[2]!.send(JSON.stringify(message));
        return Promise.race([received.then(() => true), sleep(env, 50).then(() => false)]);
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  expect(asked).toBe(3);
  await group.close();
}, 40_000);

// S1, S2
test('after a refused connection the phone asks the server why, and connects no more', async () => {
  let asked = 0;
  const group = createReconnectingGroup({
    requestAccess: () => {
      asked += 1;
      return Promise.resolve({ kind: 'denied', reason: 'another session' });
    },
    browserId: () => 'b1',
    env,
  });
  await firstValueFrom(group.connected);
  await sleep(env, 1_500);
  expect(asked).toBe(1);
  await group.close();
});
