import { WebPubSubServiceClient } from '@azure/web-pubsub';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { createHubs } from '#server/ordering/realtime/hubs.ts';

const key = 'a-test-key-of-more-than-thirty-two-bytes==';

test.each([
  `Endpoint=https://name.webpubsub.azure.com;AccessKey=${key};Version=1.0;`,
  `Endpoint=http://localhost:3100/rt;AccessKey=${key};Version=1.0;`,
  `endpoint=http://localhost;accesskey=${key};port=8080`,
])('reads a connection string like the client itself: %s', async (text) => {
  const { client: own } = createHubs([{ connectionString: text, publicUrl: undefined }]).all[0]!;
  const theirs = new WebPubSubServiceClient(text, 'tables', { allowInsecureConnection: true });
  expect(own.endpoint).toBe(theirs.endpoint);
  expect(own.hubName).toBe(theirs.hubName);
  const [ofOwn, ofTheirs] = await Promise.all(
    [own, theirs].map((client) => client.getClientAccessToken({ userId: 'u1', roles: ['r'] })),
  );
  expect(ofOwn!.baseUrl).toBe(ofTheirs!.baseUrl);
  const { payload } = await jwtVerify(ofOwn!.token, Buffer.from(key));
  expect(payload).toMatchObject({ sub: 'u1', aud: ofTheirs!.baseUrl.replace(/^ws/, 'http') });
});

test.each([
  ['https://name.webpubsub.azure.com', false],
  ['https://NAME.webpubsub.azure.cn', false],
  ['http://localhost:3100/rt', true],
  ['https://hub.restaurant.example', true],
])('the tokens of %s may contain other names of a group: %s', (endpoint, knowsAliases) => {
  const connectionString = `Endpoint=${endpoint};AccessKey=${key};Version=1.0;`;
  expect(createHubs([{ connectionString, publicUrl: undefined }]).all[0]).toMatchObject({ knowsAliases });
});

test('every server chooses the same hub for a group; a new hub takes over some groups, and no group moves between the others', () => {
  const place = (n: number) => ({
    connectionString: `Endpoint=http://hub${n}:3100;AccessKey=${key};Version=1.0;`,
    publicUrl: `https://hub${n}.example`,
  });
  const groups = Array.from({ length: 300 }, (_, n) => `t-session${n}`);
  const [two, turned, three] = [
    [1, 2],
    [2, 1],
    [1, 2, 3],
  ].map((hubs) => createHubs(hubs.map(place)));
  const getUrl = (hubs: typeof two, group: string) => hubs!.of(group).publicUrl;
  const counts = new Map<string | undefined, number>();
  for (const group of groups) {
    expect(getUrl(turned, group)).toBe(getUrl(two, group));
    const now = getUrl(three, group);
    expect([getUrl(two, group), 'https://hub3.example']).toContain(now);
    counts.set(now, (counts.get(now) ?? 0) + 1);
  }
  expect([...counts.values()].every((count) => count > 60)).toBe(true);
  expect(counts.size).toBe(3);
});
