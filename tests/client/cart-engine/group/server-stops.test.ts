/** A phone whose server stops, behind a proxy with another server. */
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, expect, test } from 'vitest';
import { createReconnectingGroup } from '#client/group/reconnecting-group.ts';
import { createNodeEnvironment } from '#testing/phones/real-phone.ts';
import { createMemberRoles, startEmbeddedScene } from '#tests/hub/scene.ts';
import { startTcpProxy } from '#tests/hub/tcp-proxy.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

// CL17
test('is live at the other server within two seconds', async () => {
  // Both servers know each other's tokens.
  const servers = await Promise.all(
    [1, 2].map(async () => await startEmbeddedScene({ endpoint: 'http://hub.invalid/rt' })),
  );
  cleanUps.push(async () => void (await Promise.all(servers.map((each) => each.close()))));
  const [first, second] = servers.map(({ server }) => server);
  const proxy = await startTcpProxy(`http://127.0.0.1:${first!.port}`);
  cleanUps.push(proxy.close);
  const group = createReconnectingGroup({
    requestAccess: async () => {
      const url = await servers[0]!.createAccessUrl({ userId: 'u1', roles: createMemberRoles('t-1') });
      return { kind: 'granted', access: { url: proxy.through(url), group: 't-1' } };
    },
    browserId: () => 'b1',
    // The longest of the random pauses that spread a restaurant's phones.
    env: { ...createNodeEnvironment(), random: () => 1 },
  });
  cleanUps.push(async () => await group.close());
  await firstValueFrom(group.connected);
  // The negotiation is long ago, as it is after a minute of a dinner.
  await new Promise((resolve) => setTimeout(resolve, 1_000));

  const again = firstValueFrom(group.connected);
  proxy.redirect(`http://127.0.0.1:${second!.port}`);
  const start = performance.now();
  await first!.close();
  await again;
  expect(performance.now() - start).toBeLessThan(2_000);
  expect(second!.hub.metrics()).toMatchObject({ connections: 1, groups: 1 });
  expect(await firstValueFrom(group.live.pipe(filter(Boolean)))).toBe(true);
}, 20_000);
