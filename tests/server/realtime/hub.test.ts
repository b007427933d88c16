import { WebPubSubServiceClient } from '@azure/web-pubsub';
import { jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { connectToHub } from '#server/ordering/realtime/hub.ts';

const key = 'a-test-key-of-more-than-thirty-two-bytes==';

test.each([
  `Endpoint=https://name.webpubsub.azure.com;AccessKey=${key};Version=1.0;`,
  `Endpoint=http://localhost:3100/rt;AccessKey=${key};Version=1.0;`,
  `endpoint=http://localhost;accesskey=${key};port=8080`,
])('reads a connection string like the client itself: %s', async (text) => {
  const { client: own } = connectToHub(text);
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
