// @module-tag slow
import { WebPubSubClient } from '@azure/web-pubsub-client';
import { decodeJwt } from 'jose';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { messageSchema, type TableMessage } from '#contract/messages.ts';
import { negotiate } from '#contract/calls/table.ts';
import { createCartHints } from '#server/ordering/realtime/announce.ts';
import { emptyView } from '#projections/merge/cart-view.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { findPublicAccessUrl } from '#server/ordering/realtime/public-access.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { createTableGroup } from '#server/ordering/realtime/table-group.ts';
import { expectData, startSharedServer, type DinerAtTable } from '#tests/server/server-under-test.ts';
import { listDishes, createItem, createTablePhone } from '#testing/phones/table-phone.ts';

const server = startSharedServer();
const clients: WebPubSubClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.stop();
});

async function requestAccess(diner: DinerAtTable, headers: Record<string, string> = {}) {
  const query = { userId: diner.userId, tableId: diner.tableId };
  const answer = await server.call(negotiate, { ...diner, headers, query });
  return { url: expectData(answer), group: answer.envelope['group'] as string };
}

/** Joins the table's group and collects its messages. */
async function joinAndCollect(diner: DinerAtTable) {
  const { url, group } = await requestAccess(diner);
  const client = new WebPubSubClient(url, { autoReconnect: false, messageRetryOptions: { maxRetries: 0 } });
  clients.push(client);
  const got: TableMessage[] = [];
  client.on('group-message', ({ message }) => void got.push(messageSchema.parse(message.data)));
  await client.start();
  await client.joinGroup(group);
  return { got };
}

describe('negotiate', () => {
  // CA24, CX7
  test('CX7: the group is the session’s; the token is valid for it alone and for five minutes', async () => {
    const ann = await server.seat(await server.guest(), '1');
    const { url, group } = await requestAccess(ann);
    expect(group).toBe(`t-${ann.sessionId}`);
    const { hostname, port, protocol, searchParams } = new URL(url);
    expect([protocol, hostname, port]).toEqual(['ws:', '127.0.0.1', String(server.port)]);
    const claims = decodeJwt(searchParams.get('access_token')!);
    expect(claims.sub).toBe(ann.userId);
    expect(claims['role']).toEqual([
      `webpubsub.joinLeaveGroup.${group}`,
      `webpubsub.sendToGroup.${group}`,
      `hub.alias.${group}.${ann.tableId}`,
    ]);
    expect(claims.exp! - claims.iat!).toBe(300);
    expect(claims['webpubsub.group']).toBeUndefined();
  });

  test('behind an HTTPS proxy the address is wss', async () => {
    const ann = await server.seat(await server.guest(), '1');
    const { url } = await requestAccess(ann, { 'X-Forwarded-Proto': 'https' });
    expect(new URL(url).protocol).toBe('wss:');
  });
});

describe('the address that the browser can reach', () => {
  const hub = 'ws://127.0.0.1:41234/rt/client/hubs/tables?access_token=a.b.c';
  const by = { host: 'shop.test:8443', forwardedProto: undefined, hasTls: false, publicUrl: undefined };
  test.each([
    [by, 'ws://shop.test:8443'],
    [{ ...by, hasTls: true }, 'wss://shop.test:8443'],
    [{ ...by, forwardedProto: 'https, http' }, 'wss://shop.test:8443'],
    [{ ...by, forwardedProto: 'http', hasTls: true }, 'ws://shop.test:8443'],
    [{ ...by, publicUrl: 'https://order.test' }, 'wss://order.test'],
    [{ ...by, host: undefined }, 'ws://127.0.0.1:41234'],
    [{ ...by, host: 'not a host' }, 'ws://127.0.0.1:41234'],
  ])('%o', (reached, origin) => {
    expect(findPublicAccessUrl(hub, reached)).toBe(`${origin}/rt/client/hubs/tables?access_token=a.b.c`);
  });

  test('a session whose id is no valid group name gets no group', () => {
    for (const id of ['a.b', '*', 'x'.repeat(63)]) expect(() => createTableGroup(id)).toThrow(RangeError);
  });
});

describe('CX8: cartChanged', () => {
  // CX8
  test('reaches the table after each change, with version and known, and no other table', async () => {
    const seated = await server.seat(await server.guest(), '4');
    const mate = await joinAndCollect(await server.seat(await server.guest(), '4'));
    const stranger = await joinAndCollect(await server.seat(await server.guest(), '5'));
    const phone = createTablePhone(server, seated, 'ra');
    const { simple } = await listDishes(server);
    await phone.send(phone.add(createItem(simple[0]!)));
    await vi.waitFor(() => expect(mate.got).toHaveLength(1));
    expect(mate.got[0]).toEqual({
      fromBrowserId: 'server',
      messageType: 'cartChanged',
      data: {
        version: 1,
        known: { ra: 1 },
        digest: expect.stringMatching(/^[0-9a-f]{16}$/),
        sessionId: seated.sessionId,
      },
    });
    expect(stranger.got).toEqual([]);
    // These two calls change nothing, so the server announces nothing.
    await phone.send();
    await phone.refresh();
    await phone.sendClear(phone.clear());
    await vi.waitFor(() => expect(mate.got).toHaveLength(2));
    expect(mate.got[1]!.data).toMatchObject({ version: 2, known: { ra: 2 } });
  });

  test('does not query the database for a session that was just decided here', async () => {
    const seated = await server.seat(await server.guest(), '6');
    const mate = await joinAndCollect(await server.seat(await server.guest(), '6'));
    const phone = createTablePhone(server, seated, 'rk');
    const { simple } = await listDishes(server);
    const asked = vi.spyOn(server.db.getExecutor(), 'executeQuery');
    await phone.send(phone.add(createItem(simple[0]!)));
    await phone.send(phone.add(createItem(simple[0]!)));
    await vi.waitFor(() => expect(mate.got.at(-1)?.data).toMatchObject({ version: 2, known: { rk: 2 } }));
    const texts = asked.mock.calls.map(([query]) => query.sql);
    expect(texts.filter((text) => /ended_logins/.test(text))).not.toEqual([]);
    expect(texts.filter((text) => text.startsWith('select * from "table_sessions"'))).toEqual([]);
    asked.mockRestore();
  });

  test('names everything that changed since the last hint that the hub accepted', async () => {
    const sent: unknown[] = [];
    let isDown = false;
    const send = (_group: string, message: TableMessage) => {
      if (isDown) return Promise.reject(new Error('no hub'));
      sent.push(message.data.known);
      return Promise.resolve();
    };
    const warn = vi.fn();
    const announced = vi.fn();
    const deps = { hub: { send }, log: { warn }, metrics: { announced } };
    const createVersionedView = (version: number, known: VersionVector) => ({
      version,
      view: { ...emptyView, known },
    });
    const hint = createCartHints(deps as unknown as HubDeps);
    await hint('s', createVersionedView(1, { ra: 1, rb: 3 }));
    await hint('s', createVersionedView(2, { ra: 2, rb: 3 }));
    await hint('t', createVersionedView(1, { ra: 2 }));
    expect(sent).toEqual([{ ra: 1, rb: 3 }, { ra: 2 }, { ra: 2 }]);
    // A failed hint is logged, and the next one repeats its replicas.
    isDown = true;
    await expect(hint('s', createVersionedView(3, { ra: 3, rb: 3 }))).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
    expect(announced).toHaveBeenLastCalledWith(expect.any(Number), false);
    isDown = false;
    await hint('s', createVersionedView(4, { ra: 3, rb: 4 }));
    expect(sent.at(-1)).toEqual({ ra: 3, rb: 4 });
  });
});
