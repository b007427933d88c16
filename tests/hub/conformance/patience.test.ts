/** How long the hub waits for a client that is gone, silent, or back without its session. */
import { describe, expect, it } from 'vitest';
import { createForTests } from '#tests/for-tests.ts';
import { closeCode, isSystem, open } from '../raw-client.ts';
import { createGroup, isLongRun, createMemberRoles, pause, startScene, waitUntil } from '../scene.ts';

const scene = createForTests(startScene, (each) => each.close());

describe('row 12: liveness', () => {
  it('row 12: a JSON ping is answered with a pong', async () => {
    const raw = await scene.openRaw();
    raw.send({ type: 'ping' });
    expect(await raw.take(({ type }) => type === 'pong')).toEqual({ type: 'pong' });
  });

  it('row 12: a client whose line is frozen notices by its keep-alive, and misses nothing', async () => {
    const group = createGroup();
    const proxy = await scene.proxy();
    const options = { keepAliveIntervalInMs: 50, keepAliveTimeoutInMs: 500 };
    const diner = await scene.startClient({ groups: [group] }, { ...options, via: proxy });
    await waitUntil(() => diner.connected.length === 1, 'connected');
    proxy.pause();
    await scene.service.group(group).sendToAll({ n: 1 });
    await pause(1_200);
    // The frozen connection never recovers, so the client needs another one.
    proxy.cut();
    proxy.resume();
    await waitUntil(() => diner.groupMessages.length === 1, 'messages of meanwhile');
    expect(diner.groupMessages).toMatchObject([{ data: { n: 1 }, sequenceId: 1 }]);
    expect({ negotiations: diner.negotiations(), connected: diner.connected.length }).toEqual({
      negotiations: 1,
      connected: 1,
    });
  });
});

describe('row 17: a lost session', () => {
  it('row 17: the SDK client negotiates within a second, joins its groups again and receives the next message', async () => {
    const [group, userId] = [createGroup(), `u-${createGroup()}`];
    const diner = await scene.startClient({ userId, roles: createMemberRoles(group) });
    await diner.client.joinGroup(group);
    await waitUntil(() => diner.connected.length === 1, 'connected');
    const closed = Date.now();
    await scene.service.closeUserConnections(userId, { reason: 'the hub restarts' });
    await waitUntil(() => diner.connected.length === 2, 'connected again');
    expect(Date.now() - closed).toBeLessThan(1_000);
    expect(new Set(diner.connected).size).toBe(2);
    await waitUntil(
      () =>
        scene.service
          .group(group)
          .sendToAll({ after: 1 })
          .then(() => diner.groupMessages.length > 0),
      'a message',
    );
    expect(diner.groupMessages[0]).toMatchObject({ group, data: { after: 1 } });
    expect(diner.negotiations()).toBe(2);
  });
});

if (isLongRun)
  describe('the hub’s own timeouts, in real time', () => {
    it('row 12: a peer that answers nothing is removed after 60 s and 30 s of retention', async () => {
      const userId = `u-${createGroup()}`;
      const proxy = await scene.proxy();
      const stuck = await open(proxy.through(await scene.createAccessUrl({ userId })));
      await stuck.take(isSystem);
      proxy.pause();
      await pause(100_000);
      expect(await scene.service.userExists(userId)).toBe(false);
      stuck.socket.terminate();
    }, 120_000);

    it('row 9, 10: a session exists after 25 s and is gone after 40', async () => {
      const { client, recovery } = await scene.openRecoverable();
      client.socket.terminate();
      await pause(25_000);
      const back = await open(recovery);
      back.send({ type: 'ping' });
      await back.take(({ type }) => type === 'pong');
      back.socket.terminate();
      await pause(40_000);
      expect(await closeCode(recovery)).toBe(1008);
    }, 90_000);
  });
