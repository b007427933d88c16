import { describe, expect, it } from 'vitest';
import { createForTests } from '#tests/for-tests.ts';
import { isMessage, request, type RawClient } from '../raw-client.ts';
import { callRest } from '../rest-call.ts';
import {
  createGroup,
  hubName,
  createMemberRoles,
  createService,
  startScene,
  waitUntil,
  type Grant,
} from '../scene.ts';

const scene = createForTests(startScene, (each) => each.close());

async function openKnown(grant?: Grant): Promise<RawClient & { connectionId: string }> {
  const { client, connectionId } = await scene.openRecoverable(grant);
  return { ...client, connectionId };
}

const call = (method: string, path: string, options?: Parameters<typeof callRest>[3]): Promise<Response> =>
  callRest(scene, method, path, options);

const send = `/api/hubs/${hubName}/:send?api-version=2024-12-01`;
const json = 'application/json';

describe('row 14: authorisation', () => {
  it('row 14: the audience is the URL as sent, with or without its query', async () => {
    const bare = `${scene.endpoint}/api/hubs/${hubName}/:send`;
    const body = '{}';
    for (const [audience, status] of [
      [`${scene.endpoint}${send}`, 202],
      [bare, 202],
      [`${bare}?api-version=2024-12-01&excluded=c`, 401],
      [`${scene.endpoint}/api/hubs/${hubName}/groups/g/:send`, 401],
      [`${scene.endpoint}/client/hubs/${hubName}`, 401],
    ] as const)
      expect((await call('POST', send, { body, contentType: json, audience })).status, audience).toBe(status);
    expect((await fetch(`${scene.endpoint}${send}`, { method: 'POST', body })).status).toBe(401);
  });

  it('row 14: the health of the hub is open to all', async () => {
    expect((await fetch(`${scene.endpoint}/api/health`, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('row 14: existence, membership, permissions', () => {
  it('row 14: exists or not: connection, user, group', async () => {
    const group = createGroup();
    const userId = `u ${group}/é`;
    const { connectionId } = await openKnown({ userId, groups: [group] });
    expect(await scene.service.connectionExists(connectionId)).toBe(true);
    expect(await scene.service.userExists(userId)).toBe(true);
    expect(await scene.service.groupExists(group)).toBe(true);
    expect(await scene.service.connectionExists(`${connectionId}x`)).toBe(false);
    expect(await scene.service.userExists(`${userId}x`)).toBe(false);
    expect(await scene.service.groupExists(`${group}x`)).toBe(false);
  });

  it('row 14: adds and removes connections and users, with names that need encoding', async () => {
    const group = `${createGroup()} table 7/é%2F:send`;
    const userId = `u-${createGroup()}`;
    const rest = scene.service.group(group);
    const one = await openKnown({ userId });
    const two = await openKnown({ userId });
    await rest.addConnection(one.connectionId);
    expect(await scene.service.groupExists(group)).toBe(true);
    await rest.removeConnection(one.connectionId);
    expect(await scene.service.groupExists(group)).toBe(false);
    await rest.addUser(userId);
    await rest.sendToAll({ to: 'both' });
    expect(await one.take(isMessage)).toMatchObject({ group, data: { to: 'both' } });
    expect(await two.take(isMessage)).toMatchObject({ group, data: { to: 'both' } });
    await rest.removeUser(userId);
    expect(await scene.service.groupExists(group)).toBe(false);
    await rest.addUser(userId);
    await scene.service.removeConnectionFromAllGroups(one.connectionId);
    expect(await scene.service.groupExists(group)).toBe(true);
    await scene.service.removeUserFromAllGroups(userId);
    expect(await scene.service.groupExists(group)).toBe(false);
    await expect(rest.addConnection('nobody')).rejects.toMatchObject({ statusCode: 404 });
  });

  it('row 14: lists a group, also page by page and only the top', async () => {
    const group = createGroup();
    const userId = `u-${group}`;
    const members = [];
    for (let n = 0; n < 5; n += 1) members.push((await openKnown({ userId, groups: [group] })).connectionId);
    members.sort();
    const rest = scene.service.group(group);
    const listPages = async (options: { maxPageSize?: number; top?: number }): Promise<string[][]> => {
      const pages: string[][] = [];
      const listed = await rest.listConnections(options);
      for await (const page of listed.byPage())
        pages.push(page.map(({ connectionId }) => connectionId).sort());
      return pages;
    };
    expect((await listPages({})).flat()).toEqual(members);
    const paged = await listPages({ maxPageSize: 2 });
    expect(paged.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(paged.flat().sort()).toEqual(members);
    expect((await listPages({ maxPageSize: 2, top: 3 })).map((page) => page.length)).toEqual([2, 1]);
    const users = [];
    for await (const member of await rest.listConnections()) users.push(member.userId);
    expect(users).toEqual(members.map(() => userId));
  });

  it('row 14: grants, checks and revokes permissions', async () => {
    const group = createGroup();
    const client = await openKnown();
    const target = { targetName: group };
    const { connectionId } = client;
    const has = (): Promise<boolean> => scene.service.hasPermission(connectionId, 'sendToGroup', target);
    let ackId = 0;
    const publish = async (): Promise<unknown> => {
      ackId += 1;
      return (await request(client, { type: 'sendToGroup', group, ackId, data: 1 })).success;
    };
    expect([await has(), await publish()]).toEqual([false, false]);
    await scene.service.grantPermission(connectionId, 'sendToGroup', target);
    expect([await has(), await publish()]).toEqual([true, true]);
    expect(await scene.service.hasPermission(connectionId, 'joinLeaveGroup', target)).toBe(false);
    expect(await scene.service.hasPermission(connectionId, 'sendToGroup')).toBe(false);
    await scene.service.revokePermission(connectionId, 'sendToGroup', target);
    expect([await has(), await publish()]).toEqual([false, false]);
    expect(await scene.service.hasPermission('nobody', 'sendToGroup')).toBe(false);
  });
});

describe('row 15: the origin that a message names', () => {
  it('row 15: to a group: a group message without a user', async () => {
    const group = createGroup();
    const diner = await scene.startClient({ userId: 'd-1', groups: [group] });
    await waitUntil(() => diner.connected.length === 1, 'connected');
    await scene.service.group(group).sendToAll({ cart: 7 });
    await waitUntil(() => diner.groupMessages.length === 1, 'the message');
    const [message] = diner.groupMessages;
    expect(message).toMatchObject({ kind: 'groupData', group, data: { cart: 7 } });
    expect(message?.fromUserId ?? null).toBeNull();
    expect(diner.serverMessages).toEqual([]);
  });

  it('row 15: to a user, a connection or everyone: a server message', async () => {
    const userId = `u-${createGroup()}`;
    const diner = await scene.startClient({ userId });
    await waitUntil(() => diner.connected.length === 1, 'connected');
    await scene.service.sendToUser(userId, { n: 1 });
    await scene.service.sendToConnection(diner.connected[0] ?? '', 'n2', { contentType: 'text/plain' });
    await scene.service.sendToAll({ n: 3 });
    await waitUntil(() => diner.serverMessages.length === 3, 'three messages');
    expect(diner.serverMessages).toMatchObject([
      { kind: 'serverData', data: { n: 1 }, sequenceId: 1 },
      { kind: 'serverData', data: 'n2', sequenceId: 2 },
      { kind: 'serverData', data: { n: 3 }, sequenceId: 3 },
    ]);
    expect(diner.groupMessages).toEqual([]);
  });

  it('row 14: excluded connections are left out; sending to nobody is accepted', async () => {
    const group = createGroup();
    const one = await openKnown({ groups: [group] });
    const two = await openKnown({ groups: [group] });
    const rest = scene.service.group(group);
    await rest.sendToAll({ n: 1 }, { excludedConnections: [one.connectionId, 'nobody'] });
    await rest.sendToAll({ n: 2 });
    expect(await one.take(isMessage)).toMatchObject({ data: { n: 2 }, sequenceId: 1 });
    expect(await two.take(isMessage)).toMatchObject({ data: { n: 1 }, sequenceId: 1 });
    await scene.service.sendToUser('nobody', { n: 3 });
    await scene.service.sendToConnection('nobody', { n: 3 });
    await scene.service.group(createGroup()).sendToAll({ n: 3 });
    await rest.sendToAll({ n: 4 });
    expect(await two.take(({ sequenceId }) => sequenceId === 3)).toMatchObject({ data: { n: 4 } });
  });
});

describe('row 16: closing from the server', () => {
  it('row 16: the frame, then 1000 with the reason; the session is gone', async () => {
    const client = await openKnown({ userId: 'd-1' });
    const reason = `table settled ${'é'.repeat(100)}`;
    await scene.service.closeConnection(client.connectionId, { reason });
    const closed = await client.closed;
    expect(client.frames.at(-1)).toEqual({ type: 'system', event: 'disconnected', message: reason });
    expect(closed.code).toBe(1000);
    expect(closed.reason).not.toBe('');
    // A close frame has room for 123 bytes of reason, and truncation must not split a character.
    expect(reason.startsWith(closed.reason)).toBe(true);
    expect(await scene.service.connectionExists(client.connectionId)).toBe(false);
  });

  it('row 16: the SDK client sees the text, and stays away when it is no longer admitted', async () => {
    const userId = `u-${createGroup()}`;
    let isWelcome = true;
    const createWelcomeUrl = async (): Promise<string> => {
      if (!isWelcome) throw new Error('gone');
      return scene.createAccessUrl({ userId });
    };
    const reconnectRetryOptions = { maxRetries: 1, retryDelayInMs: 10 };
    const diner = await scene.startClient({}, { createWelcomeUrl, reconnectRetryOptions });
    let stopped = 0;
    diner.client.on('stopped', () => (stopped += 1));
    await waitUntil(() => diner.connected.length === 1, 'connected');
    isWelcome = false;
    await scene.service.closeUserConnections(userId, { reason: 'table settled' });
    await waitUntil(() => stopped === 1, 'stopped');
    expect(diner.disconnected).toEqual(['table settled']);
    expect(await scene.service.userExists(userId)).toBe(false);
  });

  it('row 16: a whole group, with its reason', async () => {
    const group = createGroup();
    const members = [await openKnown({ groups: [group] }), await openKnown({ groups: [group] })];
    const other = await openKnown({ groups: [createGroup()] });
    await scene.service.group(group).closeAllConnections({ reason: 'closing time' });
    for (const { closed } of members) expect(await closed).toEqual({ code: 1000, reason: 'closing time' });
    expect(await scene.service.connectionExists(other.connectionId)).toBe(true);
  });
});

describe('row 14: refusals', () => {
  it('row 14: a body that is no JSON is 400, an unknown type is no success', async () => {
    expect((await call('POST', send, { body: '{"a":', contentType: json })).status).toBe(400);
    expect((await call('POST', send, { body: '', contentType: json })).status).toBe(400);
    const foreign = await call('POST', send, { body: '<a/>', contentType: 'application/xml' });
    expect(foreign.status).toBeGreaterThanOrEqual(400);
    const ttl = await call('POST', `${send}&messageTtlSeconds=301`, { body: '{}', contentType: json });
    expect(ttl.status).toBe(400);
  });

  it('row 14: a wrong key is 401, an unknown operation 404', async () => {
    const intruder = createService(`Endpoint=${scene.endpoint};AccessKey=${'x'.repeat(40)};Version=1.0;`);
    await expect(intruder.sendToAll({ n: 1 })).rejects.toMatchObject({ name: 'RestError', statusCode: 401 });
    expect((await call('GET', `/api/hubs/${hubName}/tables`)).status).toBe(404);
  });
});

describe('row 5: payloads that the SDK cannot send', () => {
  it('row 5: REST JSON keeps every digit', async () => {
    const group = createGroup();
    const client = await scene.openRaw({ roles: createMemberRoles(group), groups: [group] });
    const raw = new Promise<string>((resolve) => {
      client.socket.on('message', (data: Buffer) => {
        if (data.includes('"message"')) resolve(data.toString());
      });
    });
    const path = `/api/hubs/${hubName}/groups/${group}/:send?api-version=2024-12-01`;
    await call('POST', path, { body: '{"n":12345678901234567890.10}', contentType: json });
    expect(await raw).toContain('12345678901234567890.10');
  });
});
