import { afterEach, describe, expect, it } from 'vitest';
import type { HubServerOptions } from '#server/platform/hub/hub-server.ts';
import { restaurantLimits, type HubLimits } from '#server/platform/hub/limits.ts';
import {
  isAck,
  isMessage,
  isSystem,
  open,
  plain,
  readRefusalStatus,
  request,
  type RawClient,
} from '../raw-client.ts';
import { createFakeClock } from '#tests/fake-clock.ts';
import {
  createGroup,
  createMemberRoles,
  createRecoveryUrl,
  startEmbeddedScene,
  waitUntil,
  type EmbeddedScene,
} from '../scene.ts';

let scene: EmbeddedScene;
afterEach(() => scene.close());

async function start(
  limits: Partial<HubLimits> = {},
  options: Partial<HubServerOptions> = {},
): Promise<void> {
  scene = await startEmbeddedScene({ limits, ...options });
}

async function canTalk(client: RawClient, group: string, ackId: number): Promise<boolean> {
  return (await request(client, { type: 'sendToGroup', group, ackId, data: ackId })).success === true;
}

describe('embedded only: row 11: buffer caps', () => {
  it('row 7, 11: acknowledging frees memory', async () => {
    await start();
    const group = createGroup();
    const client = await scene.openRaw({ groups: [group] });
    await client.take(isSystem);
    for (const n of [1, 2, 3]) await scene.service.group(group).sendToAll({ n });
    expect(scene.server.hub.metrics()).toMatchObject({ bufferedMessages: 3 });
    const { bufferedBytes } = scene.server.hub.metrics();
    client.send({ type: 'sequenceAck', sequenceId: 2 });
    await waitUntil(() => scene.server.hub.metrics().bufferedMessages === 1, 'two of three freed');
    expect(scene.server.hub.metrics().bufferedBytes).toBe(bufferedBytes / 3);
    client.send({ type: 'sequenceAck', sequenceId: 3 });
    await waitUntil(() => scene.server.hub.metrics().bufferedBytes === 0, 'all freed');
  });

  it('row 11: the 1001st unacknowledged message closes with 1008 and frees the session', async () => {
    await start({ frameBurst: 5000 });
    const group = createGroup();
    const client = await scene.openRaw({ groups: [group] });
    await client.take(isSystem);
    const sender = await scene.openRaw({ roles: createMemberRoles(group) });
    for (let n = 1; n < 1000; n += 1) sender.send({ type: 'sendToGroup', group, data: n });
    await canTalk(sender, group, 1000);
    expect(scene.server.hub.metrics()).toMatchObject({ bufferedMessages: 1000, sessions: 2 });
    await canTalk(sender, group, 1001);
    expect((await client.closed).code).toBe(1008);
    expect(client.frames.filter(isMessage)).toHaveLength(1000);
    expect(scene.server.hub.metrics()).toMatchObject({ bufferedMessages: 0, bufferedBytes: 0, sessions: 1 });
  });

  it('row 11: 16 MiB of unacknowledged messages close with 1008, also while the client is away', async () => {
    await start();
    const group = createGroup();
    const client = await scene.openRaw({ groups: [group] });
    await client.take(isSystem);
    client.socket.terminate();
    await client.closed;
    const payload = 'x'.repeat(1024 * 1024 - 200);
    for (let n = 1; n <= 16; n += 1) {
      await scene.service.group(group).sendToAll(payload, { contentType: 'text/plain' });
      expect(scene.server.hub.metrics()).toMatchObject({ bufferedMessages: n, sessions: 1 });
    }
    await scene.service.group(group).sendToAll(payload, { contentType: 'text/plain' });
    expect(scene.server.hub.metrics()).toMatchObject({ sessions: 0, bufferedBytes: 0, groups: 0 });
  });
});

describe('embedded only: row 6: the number of stored ack ids', () => {
  it('row 6: the newest 1000 successful ones', async () => {
    await start({ frameBurst: 5000 });
    const group = createGroup();
    const client = await scene.openRaw({ roles: createMemberRoles(group) });
    for (let ackId = 1; ackId <= 1000; ackId += 1)
      client.send({ type: 'sendToGroup', group, ackId, data: ackId });
    for (let ackId = 1; ackId <= 1000; ackId += 1) await client.take(isAck(ackId));
    expect(await canTalk(client, group, 1)).toBe(false);
    expect(await canTalk(client, group, 1001)).toBe(true);
    expect(await canTalk(client, group, 2)).toBe(false);
    // The oldest id is forgotten first, so the hub runs this frame.
    expect(await request(client, { type: 'leaveGroup', group, ackId: 1 })).toMatchObject({ success: true });
  });
});

describe('embedded only: row 13: limits', () => {
  it('row 13: a frame of 1 MiB is accepted, a byte more is 1009', async () => {
    await start();
    const group = createGroup();
    const client = await scene.openRaw({ roles: createMemberRoles(group), groups: [group] });
    const createFrame = (length: number): string =>
      `{"type":"sendToGroup","group":"${group}","data":"${'x'.repeat(length)}"}`;
    const room = 1024 * 1024 - createFrame(0).length;
    client.send(createFrame(room));
    expect(await client.take(isMessage)).toMatchObject({ sequenceId: 1 });
    client.send(createFrame(room + 1));
    expect((await client.closed).code).toBe(1009);
  });

  it('row 13: more than 1 MiB by REST is 413', async () => {
    await start();
    const tooLong = 'x'.repeat(1024 * 1024 + 1);
    const sending = scene.service.sendToAll(tooLong, { contentType: 'text/plain' });
    await expect(sending).rejects.toMatchObject({ statusCode: 413 });
  });

  it('row 13: the frame rate of one connection: above its burst 1008, refilled with time', async () => {
    const clock = createFakeClock();
    await start({ frameBurst: 10, framesPerSecond: 5 }, { now: clock.now });
    const group = createGroup();
    const offender = await scene.openRaw({ roles: createMemberRoles(group) });
    const other = await scene.openRaw({ roles: createMemberRoles(group) });
    for (let ackId = 1; ackId <= 10; ackId += 1) await canTalk(offender, group, ackId);
    clock.advance(1000);
    for (let ackId = 11; ackId <= 15; ackId += 1) await canTalk(offender, group, ackId);
    offender.send({ type: 'ping' });
    expect((await offender.closed).code).toBe(1008);
    expect(await canTalk(other, group, 1)).toBe(true);
  });

  it('row 13: large frames and WebSocket pings count against the rate too', async () => {
    const clock = createFakeClock();
    await start({ frameBurst: 10 }, { now: clock.now });
    const group = createGroup();
    const large = await scene.openRaw({ roles: createMemberRoles(group) });
    large.send({ type: 'sendToGroup', group, data: 'x'.repeat(11 * 16 * 1024) });
    expect((await large.closed).code).toBe(1008);
    const pinging = await scene.openRaw();
    for (let n = 0; n < 11; n += 1) pinging.socket.ping();
    expect((await pinging.closed).code).toBe(1008);
  });

  it('row 13: a peer that does not read is disconnected at the socket’s limit', async () => {
    await start({ maxSocketBufferedBytes: 1024 * 1024, closeTimeoutMs: 50 });
    const group = createGroup();
    const proxy = await scene.proxy();
    const stuck = await open(proxy.through(await scene.createAccessUrl({ groups: [group] })), plain);
    const reading = await scene.openRaw({ groups: [group] }, plain);
    await stuck.take(isSystem);
    proxy.pause();
    const payload = 'x'.repeat(1024 * 1024 - 200);
    let sent = 0;
    // The buffers of the operating system fill first.
    while (scene.server.hub.metrics().sessions === 2 && sent < 64) {
      await scene.service.group(group).sendToAll(payload, { contentType: 'text/plain' });
      sent += 1;
    }
    expect(sent).toBeLessThan(64);
    await waitUntil(() => reading.frames.filter(isMessage).length === sent, 'the other one got everything');
    await waitUntil(() => scene.server.hub.metrics().connections === 1, 'the stuck socket is destroyed');
    stuck.socket.terminate();
  });

  it('row 13: too many connections: HTTP 503 before the upgrade, also for a crowd at once', async () => {
    await start({ maxConnections: 3 });
    const url = await scene.createAccessUrl();
    const results = await Promise.all(
      Array.from({ length: 10 }, () =>
        open(url).then(
          (client) => client,
          (error: unknown) => String(error),
        ),
      ),
    );
    const opened = results.filter((result) => typeof result !== 'string');
    const refused = results.filter((result) => typeof result === 'string');
    expect(opened).toHaveLength(3);
    expect(refused).toEqual(refused.map(() => 'Error: refused with HTTP 503'));
    // A recovered session needs no new place.
    const recovery = createRecoveryUrl(url, (await opened[0]?.take(isSystem)) ?? {});
    opened[0]?.socket.terminate();
    const back = await open(recovery);
    expect(await readRefusalStatus(url)).toBe(503);
    back.socket.close(1000);
    await waitUntil(() => scene.server.hub.metrics().sessions === 2, 'a place is free');
    opened.push(await open(url));
    for (const client of opened) client.socket.terminate();
  });

  it('stricter limits of a restaurant’s hub: connections of one user, of the restaurant, size and rate of messages', async () => {
    await start({ ...restaurantLimits, maxConnections: 10 }, { now: createFakeClock().now });
    const group = createGroup();
    const access = { userId: 'eve', roles: createMemberRoles(group) };
    const eve = await Promise.all(Array.from({ length: 8 }, () => scene.openRaw(access)));
    expect(await readRefusalStatus(await scene.createAccessUrl(access))).toBe(503);
    const [ann] = await Promise.all([scene.openRaw({ userId: 'ann', roles: createMemberRoles(group) }), scene.openRaw({ userId: 'mei' })]);
    expect(await readRefusalStatus(await scene.createAccessUrl({ userId: 'cy' }))).toBe(503);
    // The token of a staff screen names its groups.
    const counter = await scene.openRaw({ userId: 'counter', groups: ['s-1'] });
    expect(scene.server.hub.metrics().sessions).toBe(11);

    eve[0]!.send({ type: 'sendToGroup', group, data: 'x'.repeat(64 * 1024) });
    expect((await eve[0]!.closed).code).toBe(1009);
    for (let n = 0; n <= restaurantLimits.messageBurst; n += 1)
      eve[1]!.send({ type: 'sendToGroup', group, data: n });
    expect((await eve[1]!.closed).code).toBe(1008);
    expect(await canTalk(ann, group, 1)).toBe(true);
    for (const client of [...eve, ann, counter]) client.socket.terminate();
  }); // prettier-ignore

  it('a restaurant’s hub counts messages of a user over all connections, and a new connection continues the count', async () => {
    const clock = createFakeClock();
    await start({ ...restaurantLimits, messageByteBurst: 100_000 }, { now: clock.now });
    const group = createGroup();
    const access = await scene.createAccessUrl({ userId: 'eve', roles: createMemberRoles(group) });
    const says = { type: 'sendToGroup', group, data: 'x'.repeat(30_000) };
    const [one, two] = [await open(access), await open(access)];
    for (const [ackId, client] of [one, two, one].entries()) await request(client, { ...says, ackId });
    two.send(says);
    expect((await two.closed).code).toBe(1008);
    const reopened = await open(access);
    reopened.send(says);
    expect((await reopened.closed).code).toBe(1008);
    const ann = await scene.openRaw({ userId: 'ann', roles: createMemberRoles(group) });
    expect(await request(ann, { ...says, ackId: 1 })).toMatchObject({ success: true });
    clock.advance(1_000);
    expect(await request(one, { ...says, ackId: 7 })).toMatchObject({ success: true });
    for (const client of [one, ann]) client.socket.terminate();
  });

  it('a restaurant’s hub limits how often a client may connect', async () => {
    const clock = createFakeClock();
    await start({ ...restaurantLimits, connectBurst: 2 }, { now: clock.now });
    const group = createGroup();
    const access = await scene.createAccessUrl({ userId: 'eve', roles: createMemberRoles(group) });
    for (let n = 0; n < 2; n += 1) (await open(access)).socket.terminate();
    expect(await readRefusalStatus(access)).toBe(503);
    const ann = await scene.openRaw({ userId: 'ann', roles: createMemberRoles(group) });
    clock.advance(1_000);
    const eve = await open(access);
    for (const client of [ann, eve]) client.socket.terminate();
  });

  it('a page that is reloaded repeatedly always gets a connection', async () => {
    await start(restaurantLimits);
    const access = await scene.createAccessUrl({ userId: 'ann', roles: createMemberRoles(createGroup()) });
    for (let n = 0; n < 2 * restaurantLimits.maxConnectionsPerUser; n += 1) {
      const page = await open(access);
      await page.take(isSystem);
      page.socket.terminate();
      await waitUntil(() => scene.server.hub.metrics().connections === 0, 'its socket is gone');
    }
    expect(scene.server.hub.metrics().sessions).toBe(restaurantLimits.maxConnectionsPerUser);
  });

  it('a restaurant’s hub reserves connections for other tables, whatever names a client uses at one', async () => {
    await start({ ...restaurantLimits, maxConnectionsPerTable: 3 });
    const group = createGroup();
    const createMemberUrl = async (userId: string, table = group) =>
      await scene.createAccessUrl({ userId, roles: createMemberRoles(table) });
    const eve = [
      await open(await createMemberUrl('eve')),
      await open(await createMemberUrl('eva')),
      await open(await createMemberUrl('evi')),
    ];
    expect(await readRefusalStatus(await createMemberUrl('evo'))).toBe(503);
    const ann = await open(await createMemberUrl('ann', createGroup()));
    eve[0]!.socket.close(1000);
    await waitUntil(() => scene.server.hub.metrics().sessions === 3, 'a place is free');
    const evo = await open(await createMemberUrl('evo'));
    for (const client of [...eve, ann, evo]) client.socket.terminate();
  });

  it('row 13: groups per connection: by frame, by token, by REST', async () => {
    await start({ maxGroupsPerConnection: 2 });
    const grant = { roles: ['webpubsub.joinLeaveGroup'], groups: ['t-1'] };
    const { client, connectionId } = await scene.openRecoverable(grant);
    const join = async (group: string, ackId: number): Promise<unknown> =>
      (await request(client, { type: 'joinGroup', group, ackId })).success;
    expect([await join('t-2', 1), await join('t-3', 2), await join('t-2', 3)]).toEqual([true, false, true]);
    await expect(scene.service.group('t-3').addConnection(connectionId)).rejects.toMatchObject({
      statusCode: 400,
    });
    expect(scene.server.hub.metrics().groups).toBe(2);
    expect(await readRefusalStatus(await scene.createAccessUrl({ groups: ['a', 'b', 'c'] }))).toBe(400);
  });
});
