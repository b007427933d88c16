/**
 * Disconnects a diner whom staff removed. The hub checks a token only when a phone connects, and the removed phone may
 * have one that is still valid. Its connections are therefore closed repeatedly, until every token has expired.
 */
import type { Db } from '#server/platform/store/transactions.ts';
import type { HubDeps } from './publish.ts';

/** When connections are closed again after the removal, ms. */
const cutsAgain = [1_000, 5_000, 15_000, 60_000, 180_000, 360_000, 660_000] as const;
/** Longer than the life of a token and the hub's tolerance. */
export const lastCutMs = cutsAgain.at(-1)!;

interface Seat {
  readonly sessionId: string;
  readonly userId: string;
}

/** Closes the diner's connections now and at the times above, unless staff readmit them. Never rejects. */
export async function disconnectDiner(deps: HubDeps & { readonly db: Db }, seat: Seat): Promise<void> {
  const cut = async () =>
    await cutOff(deps, seat).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'connections could not be closed after a removal');
    });
  for (const ms of cutsAgain) setTimeout(() => void cut(), ms).unref();
  await cut();
}

async function cutOff(
  { db, hub }: HubDeps & { readonly db: Db },
  { sessionId, userId }: Seat,
): Promise<void> {
  const out = await db
    .selectFrom('session_members')
    .select('user_id')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is not', null)
    .executeTakeFirst();
  if (out) await hub.client.closeUserConnections(userId);
}
