/** Starts the hub as a process for a whole run of the conformance suite. */
import type { TestProject } from 'vitest/node';
import { startHubProcess } from './hub-process.ts';

export default async function startHub(project: TestProject): Promise<() => Promise<unknown>> {
  const hub = await startHubProcess({ HUB_LIMITS: 'service' });
  project.provide('hubConnectionString', hub.connectionString);
  return hub.stop;
}
