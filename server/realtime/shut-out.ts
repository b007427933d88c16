/** A token of the hub is checked only when a phone connects: whoever is sent away may hold one that is still good. */
import type { HubDeps } from './publish.ts';

/** After how many ms the connections of somebody who was sent away are cut again. */
const cutsAgain = [1_000, 5_000, 15_000, 60_000, 180_000, 360_000, 660_000] as const;
/** Longer than a token is good for, its hub's tolerance included. */
export const lastCutMs = cutsAgain.at(-1)!;

/** Cuts the connections of a user, now and until their tokens are over. Never rejects. */
export async function shutOut(deps: HubDeps, group: string, userId: string): Promise<void> {
  const cut = async () =>
    await deps.hubs
      .of(group)
      .client.closeUserConnections(userId)
      .catch((error: unknown) => {
        deps.log.warn({ err: error }, 'connections could not be closed after a removal');
      });
  for (const ms of cutsAgain) setTimeout(() => void cut(), ms).unref();
  await cut();
}
