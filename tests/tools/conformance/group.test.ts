/** `npm run conformance` at a foreign server with a hub: two phones in the group of the table's id. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHubServer, type HubServer } from '#server/platform/hub/hub-server.ts';
import { playAtForeignServer } from './evening.ts';

let hub: HubServer;
beforeAll(async () => {
  hub = await startHubServer({ accessKey: 'a-test-key-of-more-than-thirty-two-bytes' });
});
afterAll(() => hub.close());

const play = (switches: readonly string[]) =>
  playAtForeignServer(switches, {}, { webPubSubConnectionString: hub.connectionString });

test.each(['messageTypes=camel', 'messageTypes=kebab', 'messageForm=jsonText', 'negotiateRight=all', 'negotiateRight=joined', 'groupSent=phonesOnly'])(
  'two phones receive each other’s messages with %s',
  async (assignment) => {
    const { text, isGood } = await play([assignment]);
    expect(text).toContain('two phones receive each other’s messages: in the group 1805000000000002001');
    expect(text).not.toContain('changes of other diners appear within 10 seconds');
    expect(isGood).toBe(true);
  },
); // prettier-ignore

test.each([
  ['negotiateAnswer=url', 'scan-order-negotiate: cannot be read: data is an object'],
  [
    'messageTypes=number',
    'the phone knows the server’s messages to the group: messageType "" is not in the contract',
  ],
])('without real time: %s', async (assignment, words) => {
  const { text, isGood } = await play([assignment]);
  expect(text).toContain(words);
  expect(text).toContain('changes of other diners appear within 10 seconds');
  expect(isGood).toBe(true);
});
