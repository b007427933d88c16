/** Starts a hub for a whole run of the conformance suite, in place of Azure Web PubSub. */
import type { TestProject } from 'vitest/node';
import { startHubServer } from '#server/platform/hub/hub-server.ts';
import { restaurantLimits } from '#server/platform/hub/limits.ts';

export default async function startHub(project: TestProject): Promise<() => Promise<void>> {
  const hub = await startHubServer({
    accessKey: 'a-test-key-of-more-than-thirty-two-bytes',
    path: '',
    // Azure has no limits of one diner or one table.
    limits: { maxConnections: restaurantLimits.maxConnections },
  });
  project.provide('hubConnectionString', hub.connectionString);
  return hub.close;
}
