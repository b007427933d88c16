import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { HubLogEntry } from '#server/platform/hub/log-entry.ts';
import { closeCode, isMessage, isSystem, open, readRefusalStatus, request } from '../raw-client.ts';
import { callRest } from '../rest-call.ts';
import {
  createGroup,
  createMemberRoles,
  startEmbeddedScene,
  waitUntil,
  type EmbeddedScene,
} from '../scene.ts';

let scene: EmbeddedScene;
let logged: HubLogEntry[];
/** A public server next to the hub's own. It also serves other sockets. */
let front: Server;
let foreign: WebSocketServer;
let frontPort: number;

beforeEach(async () => {
  logged = [];
  scene = await startEmbeddedScene({ log: (entry) => logged.push(entry) });
  foreign = new WebSocketServer({ noServer: true });
  front = createServer((request, response) => {
    if (!scene.server.hub.handleRequest(request, response)) response.end('the menu');
  });
  front.on('upgrade', (request, socket, head) => {
    if (scene.server.hub.handleUpgrade(request, socket, head)) return;
    foreign.handleUpgrade(request, socket, head, (webSocket) => webSocket.send(`foreign ${request.url}`));
  });
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve);
  });
  frontPort = (front.address() as AddressInfo).port;
});

afterEach(async () => {
  for (const socket of foreign.clients) socket.terminate();
  const closed = new Promise((resolve) => {
    front.close(resolve);
  });
  await scene.close();
  await closed;
});

/** The same URL at the host that the browser uses, as in a negotiate answer. */
function toFrontUrl(url: string): string {
  const moved = new URL(url);
  moved.host = `localhost:${frontPort}`;
  return moved.toString();
}

describe('embedded only: row 19: next to other sockets of one server', () => {
  it('row 19: clients connect to the public port, REST to the hub’s own', async () => {
    const group = createGroup();
    const client = await open(toFrontUrl(await scene.createAccessUrl({ groups: [group] })));
    await client.take(isSystem);
    await scene.service.group(group).sendToAll({ n: 1 });
    expect(await client.take(isMessage)).toMatchObject({ data: { n: 1 } });
    client.socket.terminate();
  });

  it.each(['/', '/hmr', '/client/hubs/tables', '/rt', '/rt/clientele', '/rt/hub/client/hubs/tables'])(
    'row 19: does not handle %s',
    async (path) => {
      const socket = new WebSocket(`ws://127.0.0.1:${frontPort}${path}`);
      const greeting = await new Promise((resolve, reject) => {
        socket.on('message', (data: Buffer) => resolve(data.toString()));
        socket.on('error', reject);
      });
      expect(greeting).toBe(`foreign ${path}`);
      socket.terminate();
    },
  );

  it.each(['/', '/api/hubs/tables/:send', '/rt/api', '/rt/api/tables', '/rt/api/healthy'])(
    'row 19: does not handle the request %s',
    async (path) => {
      expect(await (await fetch(`http://127.0.0.1:${frontPort}${path}`)).text()).toBe('the menu');
    },
  );

  it('row 1: a request’s Host header does not make its audience valid', async () => {
    const host = `localhost:${frontPort}`;
    const response = await fetch(`http://${host}/rt/api/hubs/tables/:send`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
  });
});

describe('embedded only: row 14: unimplemented operations are refused', () => {
  it('row 14: bulk operations and filters answer 501 in JSON', async () => {
    const { service } = scene;
    const notImplemented = { statusCode: 501, code: 'NotImplemented' };
    await expect(service.addConnectionsToGroups(['g'], "userId eq 'u'")).rejects.toMatchObject(
      notImplemented,
    );
    await expect(service.removeConnectionsFromGroups(['g'], '')).rejects.toMatchObject(notImplemented);
    const client = await scene.openRaw({ groups: ['g'] });
    const filtered = service.group('g').sendToAll({ n: 1 }, { filter: "userId ne 'u'" });
    await expect(filtered).rejects.toMatchObject(notImplemented);
    await service.group('g').sendToAll({ n: 2 });
    expect(await client.take(isMessage)).toMatchObject({ data: { n: 2 } });
  });

  it('row 14: a method that the path does not support is 405', async () => {
    expect((await callRest(scene, 'PUT', '/api/hubs/tables/:send', { body: '{}' })).status).toBe(405);
    expect((await fetch(`${scene.endpoint}/api/health`, { method: 'POST' })).status).toBe(405);
  });

  it('row 14: an unknown content type is 415', async () => {
    const options = { body: '<a/>', contentType: 'application/xml' };
    expect((await callRest(scene, 'POST', '/api/hubs/tables/:send', options)).status).toBe(415);
  });
});

describe('embedded only: row 20: the log', () => {
  it('row 20: the log names the events and contains no token', async () => {
    const group = createGroup();
    const grant = { userId: 'd-1', roles: createMemberRoles(group) };
    const { client, url, recovery } = await scene.openRecoverable(grant);
    await request(client, { type: 'joinGroup', group, ackId: 1 });
    client.socket.terminate();
    const back = await open(recovery);
    back.send('{');
    await back.closed;
    await closeCode(recovery);
    expect(await readRefusalStatus(url.slice(0, -3))).toBe(401);
    await fetch(`${scene.endpoint}/api/hubs/tables/:send`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${new URL(url).searchParams.get('access_token')}` },
    });
    await waitUntil(() => logged.some(({ msg }) => msg === 'REST call refused'), 'the last entry');
    const messages = new Set(logged.map(({ msg }) => msg));
    const happened = [
      'session opened',
      'socket closed',
      'session ended',
      'upgrade refused',
      'recovery refused',
    ];
    expect([...messages]).toEqual(expect.arrayContaining(happened));
    const text = JSON.stringify(logged);
    // Every JWT starts with the base64url of '{"'.
    expect(text).not.toContain('eyJ');
    expect(text).not.toContain(new URL(url).searchParams.get('access_token')?.split('.')[2]);
    expect(text).not.toContain('access_token');
  });
});
