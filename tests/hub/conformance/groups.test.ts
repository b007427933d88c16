import { SendMessageError } from '@azure/web-pubsub-client';
import { describe, expect, it } from 'vitest';
import { createForTests } from '#tests/for-tests.ts';
import { isMessage, request } from '../raw-client.ts';
import { createGroup, createMemberRoles, startScene, waitUntil } from '../scene.ts';

const scene = createForTests(startScene, (each) => each.close());

const forbidden = { success: false, error: { name: 'Forbidden' } };

describe('row 3: roles per group', () => {
  it('row 3: a diner of one table can neither join nor send nor listen at another', async () => {
    const [mine, other] = [createGroup(), createGroup()];
    const diner = await scene.openRaw({ roles: createMemberRoles(mine) });
    const neighbour = await scene.openRaw({ groups: [other] });
    expect(await request(diner, { type: 'joinGroup', group: other, ackId: 1 })).toMatchObject(forbidden);
    expect(await request(diner, { type: 'leaveGroup', group: other, ackId: 2 })).toMatchObject(forbidden);
    const intrusion = { type: 'sendToGroup', group: other, ackId: 3, data: 'x' };
    expect(await request(diner, intrusion)).toMatchObject(forbidden);
    expect(await request(diner, { type: 'joinGroup', group: mine, ackId: 4 })).toMatchObject({
      success: true,
    });

    await scene.service.group(other).sendToAll({ for: 'other' });
    await scene.service.group(mine).sendToAll({ for: 'mine' });
    // Messages arrive in order, so the first one also shows which one did not arrive.
    expect(await diner.take(isMessage)).toMatchObject({ group: mine, data: { for: 'mine' } });
    expect(await neighbour.take(isMessage)).toMatchObject({ group: other, data: { for: 'other' } });
  });

  it('row 3: names are literal: "*" in a role means a group of that name', async () => {
    const group = createGroup();
    const diner = await scene.openRaw({ roles: createMemberRoles('*') });
    expect(await request(diner, { type: 'joinGroup', group, ackId: 1 })).toMatchObject(forbidden);
    expect(await request(diner, { type: 'joinGroup', group: '*', ackId: 2 })).toMatchObject({
      success: true,
    });
  });

  it('row 3: a role without a group means all of them; group names have case', async () => {
    const group = createGroup();
    const staff = await scene.openRaw({ roles: ['webpubsub.joinLeaveGroup'] });
    expect(await request(staff, { type: 'joinGroup', group, ackId: 1 })).toMatchObject({ success: true });
    expect(await request(staff, { type: 'sendToGroup', group, ackId: 2, data: 1 })).toMatchObject(forbidden);
    await scene.service.group(group.toUpperCase()).sendToAll({ for: 'other' });
    await scene.service.group(group).sendToAll({ for: 'mine' });
    expect(await staff.take(isMessage)).toMatchObject({ data: { for: 'mine' } });
  });

  it('row 3: the SDK client joins, sends and leaves; after leaving it receives nothing', async () => {
    const group = createGroup();
    const sender = await scene.startClient({ userId: 'd-1', roles: createMemberRoles(group) });
    const listener = await scene.startClient({ userId: 'd-2', roles: createMemberRoles(group) });
    await listener.client.joinGroup(group);
    await listener.client.joinGroup(group);
    await sender.client.sendToGroup(group, 'first', 'text');
    await waitUntil(() => listener.groupMessages.length === 1, 'the first message');
    await listener.client.leaveGroup(group);
    await sender.client.sendToGroup(group, 'second', 'text');
    await listener.client.joinGroup(group);
    await sender.client.sendToGroup(group, 'third', 'text');
    await waitUntil(() => listener.groupMessages.length === 2, 'the third message');
    expect(listener.groupMessages.map(({ data }) => data)).toEqual(['first', 'third']);
    // The sender does not have to be a member.
    expect(sender.groupMessages).toEqual([]);
  });

  it('row 3: a group of the token is joined without asking, on every new connection', async () => {
    const group = createGroup();
    const diner = await scene.openRaw({ groups: [group] });
    await scene.service.group(group).sendToAll('hi', { contentType: 'text/plain' });
    expect(await diner.take(isMessage)).toMatchObject({ data: 'hi', dataType: 'text' });
    expect(await request(diner, { type: 'leaveGroup', group, ackId: 1 })).toMatchObject(forbidden);
  });
});

describe('row 4: echo and sender', () => {
  it('row 4: echoes by default, not with noEcho; fromUserId is the token’s subject', async () => {
    const group = createGroup();
    const sender = await scene.startClient({ userId: 'd-1', roles: createMemberRoles(group) });
    const listener = await scene.startClient({ userId: 'd-2', roles: createMemberRoles(group) });
    await sender.client.joinGroup(group);
    await listener.client.joinGroup(group);
    await sender.client.sendToGroup(group, { n: 1 }, 'json', { noEcho: true });
    await sender.client.sendToGroup(group, { n: 2 }, 'json');
    await waitUntil(() => sender.groupMessages.length === 1, 'the echo');
    await waitUntil(() => listener.groupMessages.length === 2, 'both messages');
    expect(sender.groupMessages[0]).toMatchObject({ data: { n: 2 }, fromUserId: 'd-1', group });
    expect(listener.groupMessages).toMatchObject([
      { data: { n: 1 }, fromUserId: 'd-1' },
      { data: { n: 2 }, fromUserId: 'd-1' },
    ]);
  });

  it('row 4: a forged fromUserId is ignored, and so are other members of the hub’s own frames', async () => {
    const group = createGroup();
    const sender = await scene.openRaw({ userId: 'd-1', roles: createMemberRoles(group), groups: [group] });
    const forged = { fromUserId: 'd-2', from: 'server', sequenceId: 77 };
    sender.send({ type: 'sendToGroup', group, data: { n: 1 }, ...forged });
    expect(await sender.take(isMessage)).toEqual({
      type: 'message',
      from: 'group',
      group,
      fromUserId: 'd-1',
      dataType: 'json',
      data: { n: 1 },
      sequenceId: 1,
    });
  });
});

const bytes = Uint8Array.from({ length: 256 }, (_, index) => index).buffer;

describe('row 5: payloads', () => {
  it.each([
    ['json', { text: 'é 🥟 \u2028 "', nested: [1, 2.5, null, { a: [] }], '': false }],
    ['json', 'a bare string'],
    ['json', 0],
    ['json', false],
    ['text', 'é 🥟 \u0000 \\ "'],
    ['text', ''],
    ['binary', bytes],
    ['binary', new ArrayBuffer(0)],
  ] as const)(
    'row 5: %s goes from client to client and from REST to client unchanged: %j',
    async (type, data) => {
      const group = createGroup();
      const sender = await scene.startClient({ roles: createMemberRoles(group) });
      const listener = await scene.startClient({ groups: [group] });
      await sender.client.sendToGroup(group, data, type);
      await waitUntil(() => listener.groupMessages.length === 1, 'the client’s message');
      const rest = scene.service.group(group);
      if (type === 'text') await rest.sendToAll(data, { contentType: 'text/plain' });
      else await rest.sendToAll(data as ArrayBuffer);
      await waitUntil(() => listener.groupMessages.length === 2, 'the REST message');
      for (const message of listener.groupMessages) expect(message).toMatchObject({ dataType: type, data });
    },
  );
});

describe('row 6: ack ids', () => {
  it('row 6: name and text of the duplicate answer', async () => {
    const group = createGroup();
    const sender = await scene.openRaw({ roles: createMemberRoles(group) });
    const publication = { type: 'sendToGroup', group, ackId: 3, data: 1 };
    expect(await request(sender, publication)).toEqual({ type: 'ack', ackId: 3, success: true });
    expect(await request(sender, publication)).toEqual({
      type: 'ack',
      ackId: 3,
      success: false,
      error: { name: 'Duplicate', message: 'Message with ack-id: 3 has been processed' },
    });
  });

  it('row 6: a refused id is not remembered: Forbidden stays Forbidden, and works once permitted', async () => {
    const group = createGroup();
    const { client } = await scene.startClient({ userId: 'd-1' });
    const attempt = (): Promise<string | undefined> =>
      client.joinGroup(group, { ackId: 5 }).then(
        () => 'joined',
        (error: unknown) => (error instanceof SendMessageError ? error.errorDetail?.name : 'other'),
      );
    expect(await attempt()).toBe('Forbidden');
    expect(await attempt()).toBe('Forbidden');
    const { client: raw, connectionId } = await scene.openRecoverable();
    expect(await request(raw, { type: 'joinGroup', group, ackId: 5 })).toMatchObject(forbidden);
    await scene.service.grantPermission(connectionId, 'joinLeaveGroup', { targetName: group });
    expect(await request(raw, { type: 'joinGroup', group, ackId: 5 })).toMatchObject({ success: true });
  });
});
