import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createForTests } from '#tests/for-tests.ts';
import {
  closeCode,
  isMessage,
  isSystem,
  open,
  plain,
  readRefusalStatus,
  request,
  type RawClient,
} from '../raw-client.ts';
import { createGroup, createMemberRoles, createRecoveryUrl, startScene, waitUntil } from '../scene.ts';

const scene = createForTests(startScene, (each) => each.close());

const listSequenceIds = (frames: readonly { readonly sequenceId?: unknown }[]): unknown[] =>
  frames.map(({ sequenceId }) => sequenceId);

/** A member of a fresh group on a raw socket. */
async function openMember() {
  const group = createGroup();
  const grant = { userId: 'd-1', roles: createMemberRoles(group), groups: [group] };
  return { group, ...(await scene.openRecoverable(grant)) };
}

async function takeMessages(client: RawClient, count: number): Promise<unknown[]> {
  const data: unknown[] = [];
  while (data.length < count) data.push((await client.take(isMessage)).data);
  return data;
}

describe('row 7: sequence ids', () => {
  it('row 7: from 1 and without a gap on each connection, none on acks and system frames', async () => {
    const { client, group } = await openMember();
    const { client: late, connectionId } = await scene.openRecoverable();
    for (const n of [1, 2, 3]) await request(client, { type: 'sendToGroup', group, ackId: n, data: n });
    await scene.service.group(group).addConnection(connectionId);
    await scene.service.group(group).sendToAll({ n: 4 });
    await takeMessages(client, 4);
    await takeMessages(late, 1);
    expect(listSequenceIds(client.frames.filter(isMessage))).toEqual([1, 2, 3, 4]);
    expect(listSequenceIds(late.frames.filter(isMessage))).toEqual([1]);
    expect(client.frames.filter((frame) => !isMessage(frame) && 'sequenceId' in frame)).toEqual([]);
  });

  it('row 7: an acknowledgement is cumulative: only later messages are replayed', async () => {
    const { client, group, recovery } = await openMember();
    for (const n of [1, 2, 3, 4]) await request(client, { type: 'sendToGroup', group, ackId: n, data: n });
    client.send({ type: 'sequenceAck', sequenceId: 3 });
    client.send({ type: 'ping' });
    await client.take(({ type }) => type === 'pong');
    client.socket.terminate();
    const back = await open(recovery);
    expect(await takeMessages(back, 1)).toEqual([4]);
    back.socket.terminate();
  });
});

describe('row 8: recovery', () => {
  it('row 8: replays in order before anything new, keeps groups and ack ids, ignores the access token', async () => {
    const { client, group, recovery } = await openMember();
    await request(client, { type: 'sendToGroup', group, ackId: 1, data: 'acked by the hub' });
    client.socket.terminate();
    await client.closed;
    await scene.service.group(group).sendToAll('while away', { contentType: 'text/plain' });
    const withoutToken = new URL(recovery);
    withoutToken.searchParams.set('access_token', 'long.expired.token');
    const back = await open(withoutToken.toString());
    const again = { type: 'sendToGroup', group, ackId: 1, data: 'acked by the hub' };
    expect(await request(back, again)).toMatchObject({ error: { name: 'Duplicate' } });
    await request(back, { type: 'sendToGroup', group, ackId: 2, data: 'new' });
    expect(await takeMessages(back, 3)).toEqual(['acked by the hub', 'while away', 'new']);
    expect(listSequenceIds(back.frames.filter(isMessage))).toEqual([1, 2, 3]);
    expect(back.frames[0]).toMatchObject({ type: 'message', sequenceId: 1 });
    back.socket.terminate();
  });

  it('row 8: displaces a socket that is still open', async () => {
    const { client, group, recovery } = await openMember();
    const back = await open(recovery);
    await client.closed;
    await scene.service.group(group).sendToAll('hello', { contentType: 'text/plain' });
    expect(await takeMessages(back, 1)).toEqual(['hello']);
    expect(client.frames.filter(isMessage)).toEqual([]);
    // The end of the old socket has not detached the new one.
    expect(await request(back, { type: 'joinGroup', group, ackId: 7 })).toMatchObject({ success: true });
    back.socket.terminate();
  });

  it('row 8: 500 messages over 10 broken connections arrive exactly once, in order, with one negotiation', async () => {
    const group = createGroup();
    const proxy = await scene.proxy();
    const listener = await scene.startClient({ roles: createMemberRoles(group) }, { via: proxy });
    const sender = await scene.startClient({ roles: createMemberRoles(group) });
    await listener.client.joinGroup(group);
    const expected = Array.from({ length: 500 }, (_, index) => index);
    let breaks = 0;
    for (const n of expected) {
      await sender.client.sendToGroup(group, n, 'json');
      if (n % 50 === 25) {
        await waitUntil(() => proxy.count() > 0, 'the listener is back');
        proxy.cut();
        breaks += 1;
      }
    }
    await waitUntil(() => listener.groupMessages.length >= 500, 'all messages', 15_000);
    expect(breaks).toBe(10);
    expect(listener.groupMessages.map(({ data }) => data)).toEqual(expected);
    expect(listener.negotiations()).toBe(1);
    expect(listener.connected).toHaveLength(1);
    expect(listener.disconnected).toEqual([]);
  });

  it('row 8: a publication whose ack was lost with the socket is a duplicate when repeated', async () => {
    const group = createGroup();
    const proxy = await scene.proxy();
    const listener = await scene.startClient({ groups: [group] });
    const options = { via: proxy, messageRetryOptions: { maxRetries: 3, retryDelayInMs: 50 } };
    const sender = await scene.startClient({ roles: createMemberRoles(group) }, options);
    await waitUntil(() => sender.connected.length === 1, 'connected');
    proxy.pauseAnswers();
    const sending = sender.client.sendToGroup(group, 'once', 'text', { ackId: 8_000_001 });
    await waitUntil(() => listener.groupMessages.length === 1, 'the publication');
    proxy.resume();
    proxy.cut();
    expect(await sending).toMatchObject({ isDuplicated: true });
    await sender.client.sendToGroup(group, 'marker', 'text');
    await waitUntil(() => listener.groupMessages.length >= 2, 'the marker');
    expect(listener.groupMessages.map(({ data }) => data)).toEqual(['once', 'marker']);
    expect(sender.negotiations()).toBe(1);
  });
});

describe('row 9: an impossible recovery is answered with 101 and then 1008', () => {
  it('row 9: a wrong, another’s or a missing reconnection token, or an access token in its place', async () => {
    const [mine, other] = [await openMember(), await openMember()];
    const ownMake = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setAudience(mine.connectionId)
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(scene.accessKey));
    const foreign = new URL(other.recovery).searchParams.get('awps_reconnection_token')!;
    const access = new URL(mine.url).searchParams.get('access_token')!;
    for (const token of [foreign, access, '', ownMake]) {
      const swapped = new URL(mine.recovery);
      swapped.searchParams.set('awps_reconnection_token', token);
      expect(await closeCode(swapped.toString())).toBe(1008);
    }
    // The session still works after these attempts.
    expect(await request(mine.client, { type: 'joinGroup', group: mine.group, ackId: 1 })).toMatchObject({
      success: true,
    });
  });

  it('row 9: a session of another hub, and a plain connection', async () => {
    const mine = await openMember();
    expect(await closeCode(mine.recovery.replace('/hubs/tables', '/hubs/kitchen'))).toBe(1008);
    expect(await closeCode(mine.recovery, plain)).toBe(1008);
    const url = await scene.createAccessUrl();
    const client = await open(url, plain);
    const connected = await client.take(isSystem);
    expect(await closeCode(createRecoveryUrl(url, connected), plain)).toBe(1008);
    client.socket.close();
  });

  it('row 9: a reconnection token is no access token', async () => {
    const { recovery } = await openMember();
    const { searchParams } = new URL(recovery);
    const url = new URL(await scene.createAccessUrl());
    url.searchParams.set('access_token', searchParams.get('awps_reconnection_token') ?? '');
    expect(await readRefusalStatus(url.toString())).toBe(401);
  });
});

describe('row 10: the effect of a client’s close on its session', () => {
  it.each([
    ['1001', 1001],
    ['1005 (none given)', undefined],
    ['4000', 4000],
    ['1006 (no close frame)', 'cut'],
  ] as const)('row 10: %s keeps it', async (_name, code) => {
    const { client, group, recovery } = await openMember();
    if (code === 'cut') client.socket.terminate();
    else client.socket.close(code);
    await client.closed;
    await scene.service.group(group).sendToAll('kept', { contentType: 'text/plain' });
    const back = await open(recovery);
    expect(await takeMessages(back, 1)).toEqual(['kept']);
    back.socket.terminate();
  });

  it('row 10: 1000 ends it at once', async () => {
    const { client, group, recovery } = await openMember();
    client.socket.close(1000);
    await client.closed;
    await waitUntil(async () => !(await scene.service.groupExists(group)), 'the group is empty');
    expect(await closeCode(recovery)).toBe(1008);
  });
});
