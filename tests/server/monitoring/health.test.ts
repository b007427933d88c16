// @module-tag slow
import { beforeAll, describe, expect, test } from 'vitest';
import { startHubServer, type HubServer } from '#server/platform/hub/hub-server.ts';
import { testKey, waitUntil } from '#tests/hub/scene.ts';
import { startTestServer, startSharedServer } from '../server-under-test.ts';

let hub: HubServer;
beforeAll(async () => {
  hub = await startHubServer({ accessKey: testKey });
  return async () => await hub.close();
});
const server = startSharedServer(() => ({
  environment: { WEB_PUBSUB_CONNECTION_STRING: hub.connectionString },
}));

async function fetchPath(path: string): Promise<[number, unknown]> {
  const answer = await fetch(server.address + path);
  return [answer.status, await answer.json()];
}

describe('health', () => {
  test('ready while database and hub can be reached, and names those that cannot', async () => {
    expect(await fetchPath('/ready')).toEqual([200, { status: 'ready', database: true, hub: true }]);
    await hub.close();
    await waitUntil(async () => (await fetchPath('/ready'))[0] === 503, 'the hub is missed', 10_000);
    expect(await fetchPath('/ready')).toEqual([503, { status: 'not ready', database: true, hub: false }]);
    // The process itself is healthy, so no supervisor restarts it.
    expect(await fetchPath('/health')).toEqual([200, { status: 'ok' }]);
    hub = await startHubServer({ accessKey: testKey, port: hub.port });
    await waitUntil(async () => (await fetchPath('/ready'))[0] === 200, 'the hub is back', 10_000);
  });

  test('a hub with another key is not ready', async () => {
    const other = await startTestServer({
      environment: {
        WEB_PUBSUB_CONNECTION_STRING: `Endpoint=${hub.endpoint};AccessKey=${'x'.repeat(40)};Version=1.0;`,
      },
    });
    expect((await fetch(`${other.address}/ready`)).status).toBe(503);
  });
});
