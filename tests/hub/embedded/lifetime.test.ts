import { afterEach, describe, expect, it } from 'vitest';
import type { HubLogEntry } from '#server/platform/hub/log-entry.ts';
import { closeCode, isMessage, isSystem, open, readRefusalStatus, request } from '../raw-client.ts';
import { createFakeClock } from '#tests/fake-clock.ts';
import { createGroup, startEmbeddedScene, waitUntil, type EmbeddedScene, type SdkClient } from '../scene.ts';

let scene: EmbeddedScene;
afterEach(() => scene.close());

const tickMs = 5;
const isGone = () => waitUntil(() => scene.server.hub.metrics().connections === 0, 'the hub noticed');

describe('embedded only: rows 9 and 10: 30 s of retention', () => {
  it('row 10: recoverable until the last millisecond, with a full period again after a return', async () => {
    const clock = createFakeClock();
    scene = await startEmbeddedScene({ now: clock.now, limits: { tickMs } });
    const group = createGroup();
    const opened = await scene.openRecoverable({ groups: [group] });
    const { recovery } = opened;
    let { client } = opened;
    for (const n of [1, 2]) {
      client.socket.terminate();
      await isGone();
      clock.advance(29_999);
      await scene.service.group(group).sendToAll({ n });
      client = await open(recovery);
      expect(await client.take(({ sequenceId }) => sequenceId === n)).toMatchObject({ data: { n } });
    }
    // The absences do not add up, and no timer of them is left.
    clock.advance(29_999);
    expect(scene.server.hub.metrics().sessions).toBe(1);
    client.socket.terminate();
    await isGone();
    clock.advance(30_000);
    expect(await closeCode(recovery)).toBe(1008);
    await waitUntil(() => scene.server.hub.metrics().sessions === 0, 'the session is forgotten');
    expect(scene.server.hub.metrics()).toEqual({
      connections: 0,
      sessions: 0,
      bufferedMessages: 0,
      bufferedBytes: 0,
      groups: 0,
      memberships: 0,
      largestGroup: 0,
    });
  });

  it('row 9: 30 s are 30 s, also between two rounds of cleaning up', async () => {
    const clock = createFakeClock();
    scene = await startEmbeddedScene({ now: clock.now, limits: { tickMs: 3_600_000 } });
    const { client, recovery } = await scene.openRecoverable();
    client.socket.terminate();
    await isGone();
    clock.advance(30_000);
    expect(await closeCode(recovery)).toBe(1008);
  });

  it('row 10: an expired message is not replayed', async () => {
    const clock = createFakeClock();
    scene = await startEmbeddedScene({ now: clock.now });
    const group = createGroup();
    const { client, recovery } = await scene.openRecoverable({ groups: [group] });
    client.socket.terminate();
    await isGone();
    await scene.service.group(group).sendToAll({ n: 1 }, { messageTtlSeconds: 5 });
    await scene.service.group(group).sendToAll({ n: 2 }, { messageTtlSeconds: 20 });
    clock.advance(10_000);
    const back = await open(recovery);
    expect(await back.take(isMessage)).toMatchObject({ data: { n: 2 } });
    back.socket.terminate();
  });

  it('row 10: a plain connection is not kept', async () => {
    scene = await startEmbeddedScene();
    const client = await scene.openRaw({}, 'json.webpubsub.azure.v1');
    await client.take(isSystem);
    expect(scene.server.hub.metrics().sessions).toBe(1);
    client.socket.terminate();
    await waitUntil(() => scene.server.hub.metrics().sessions === 0, 'the session is forgotten');
  });
});

describe('embedded only: row 12: liveness', () => {
  it('row 12: a paused peer is removed within 60 s and kept 30 s more; a responding one stays', async () => {
    const clock = createFakeClock();
    scene = await startEmbeddedScene({ now: clock.now, limits: { tickMs } });
    const proxy = await scene.proxy();
    const paused = await open(proxy.through(await scene.createAccessUrl()));
    const living = await scene.openRaw();
    await paused.take(isSystem);
    let pings = 0;
    living.socket.on('ping', () => (pings += 1));
    proxy.pause();
    for (const due of [1, 2]) {
      clock.advance(20_000);
      await waitUntil(() => pings === due, 'the next ping');
      expect(scene.server.hub.metrics().connections).toBe(2);
    }
    clock.advance(20_000);
    await waitUntil(() => scene.server.hub.metrics().connections === 1, 'the paused peer is disconnected');
    expect(scene.server.hub.metrics().sessions).toBe(2);
    clock.advance(30_000);
    await waitUntil(() => scene.server.hub.metrics().sessions === 1, 'its session is forgotten');
    expect(await request(living, { type: 'joinGroup', group: 'g', ackId: 1 })).toMatchObject({
      error: { name: 'Forbidden' },
    });
    paused.socket.terminate();
  });

  it('row 12: the SDK’s keep-alive depends on the pongs', async () => {
    const logged: HubLogEntry[] = [];
    scene = await startEmbeddedScene({ log: (entry) => logged.push(entry) });
    const options = { keepAliveIntervalInMs: 40, keepAliveTimeoutInMs: 600 };
    const pinging = await scene.startClient({}, options);
    const silent = await scene.startClient({}, { ...options, keepAliveIntervalInMs: 0 });
    const listCloseCodes = ({ connected }: SdkClient): number[] =>
      logged
        .filter(({ msg, connectionId }) => msg === 'socket closed' && connectionId === connected[0])
        .map(({ code }) => Number(code));
    // Without pings the same timeout makes the client close its socket without a code, and recover.
    await waitUntil(() => listCloseCodes(silent).length > 0, 'the client without pings left');
    expect(listCloseCodes(silent)[0]).toBe(1005);
    await waitUntil(() => scene.server.hub.metrics().connections === 2, 'it is back');
    expect({ pinging: listCloseCodes(pinging), again: silent.negotiations() }).toEqual({
      pinging: [],
      again: 1,
    });
  });
});

describe('embedded only: row 17: restart', () => {
  it('row 17: closes with 1012, refuses newcomers with 503, and frees everything', async () => {
    scene = await startEmbeddedScene();
    const { client, url } = await scene.openRecoverable();
    const closing = scene.server.hub.close();
    expect((await client.closed).code).toBe(1012);
    await closing;
    expect(await readRefusalStatus(url)).toBe(503);
    expect(scene.server.hub.metrics()).toMatchObject({ connections: 0, sessions: 0 });
  });

  it('row 17: close does not wait for a peer that does not answer', async () => {
    scene = await startEmbeddedScene({ limits: { closeTimeoutMs: 50 } });
    const proxy = await scene.proxy();
    const stuck = await open(proxy.through(await scene.createAccessUrl()));
    await stuck.take(isSystem);
    proxy.pause();
    await scene.server.hub.close();
    expect(scene.server.hub.metrics().connections).toBe(0);
    stuck.socket.terminate();
  });
});
