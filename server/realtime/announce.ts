import type { MessageData, MessageType, TableMessage } from '#contract/messages.ts';
import { readSession } from '#server/cart/session-log.ts';
import type { Deps } from '#server/deps.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { inTurns } from './in-turns.ts';
import { staffGroup, tableGroup } from './table-group.ts';

export type HubDeps = Pick<Deps, 'hubClient' | 'log' | 'metrics'>;

/** Sender of the server's own messages; no browser has this id. */
const serverSender = 'server';

/** Sends a message of the server's own to a group. Never rejects: a lost one is made good by the next question. */
export async function publish(
  { hubClient, log, metrics }: HubDeps,
  group: string,
  messageType: MessageType,
  data: MessageData,
): Promise<void> {
  const message: TableMessage = { fromBrowserId: serverSender, messageType, data };
  const start = performance.now();
  const seconds = (): number => (performance.now() - start) / 1000;
  try {
    await hubClient.group(group).sendToAll(message);
    metrics.announced(seconds(), true);
  } catch (error) {
    metrics.announced(seconds(), false);
    log.warn({ err: error, group }, `${messageType} could not be announced`);
  }
}

/**
 * D16: tells the session's group that the cart has changed, so that a phone that dies between its request and its
 * message leaves nobody behind. Never rejects.
 */
export async function announceCartChanged(
  deps: HubDeps,
  sessionId: string,
  version: number,
  known: VersionVector,
): Promise<void> {
  await publish(deps, tableGroup(sessionId), 'cartChanged', { version, known: { ...known }, sessionId });
}

/** Tells every table of the merchant that its menu changed, so that the phones ask for it. Never rejects. */
export async function announceMenuChanged(
  deps: HubDeps & Pick<Deps, 'db'>,
  merchantId: string,
): Promise<void> {
  const sessions = await deps.db
    .selectFrom('table_sessions')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('closed_at', 'is', null)
    .where('table_id', 'is not', null)
    .execute();
  await Promise.all(
    sessions.map(({ id: sessionId }) => publish(deps, tableGroup(sessionId), 'menuChanged', { sessionId })),
  );
}

/** The staff's screens ask for everything anew at each news: one for all that happens in this time, ms. */
const staffPauseMs = 200;

/**
 * A change is told by the phone that made it, at once; the server's word is for those whom that did not reach. A table
 * where many tap gets it so often, ms.
 */
const tablePauseMs = 200;

/**
 * `announce` of the server's dependencies: says the session's newest committed state to its table, and to the staff that
 * there are news. What changes while a message is under way goes in the next one.
 */
export function createAnnounce(deps: HubDeps & Pick<Deps, 'db'>): Deps['announce'] {
  const tellStaff = inTurns(staffPauseMs, async (merchantId) => {
    await publish(deps, staffGroup(merchantId), 'staffNews', {});
  });
  return inTurns(tablePauseMs, async (sessionId) => {
    try {
      const { log, row } = await readSession(deps.db, sessionId);
      void tellStaff(row.merchant_id);
      await announceCartChanged(deps, sessionId, log.version, log.view.known);
    } catch (error) {
      deps.log.warn({ err: error, sessionId }, 'cartChanged could not be announced');
    }
  });
}
