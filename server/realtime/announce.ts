import type { TableMessage } from '#contract/messages.ts';
import { readSession } from '#server/cart/session-log.ts';
import type { Deps } from '#server/deps.ts';
import type { VersionVector } from '#events/version-vector.ts';
import { tableGroup } from './table-group.ts';

type HubDeps = Pick<Deps, 'hubClient' | 'log'>;

/** Sender of the server's own messages; no browser has this id. */
const serverSender = 'server';

/**
 * D16: tells the session's group that the cart has changed, so that a phone that dies between its request and its
 * message leaves nobody behind. Never rejects: a lost message is made good by the next one.
 */
export async function announceCartChanged(
  { hubClient, log }: HubDeps,
  sessionId: string,
  version: number,
  known: VersionVector,
): Promise<void> {
  const message: TableMessage = {
    fromBrowserId: serverSender,
    messageType: 'cartChanged',
    data: { version, known: { ...known }, sessionId },
  };
  try {
    await hubClient.group(tableGroup(sessionId)).sendToAll(message);
  } catch (error) {
    log.warn({ err: error, sessionId }, 'cartChanged could not be announced');
  }
}

/** Tells every table of the merchant that its menu changed, so that the phones ask for it. Never rejects. */
export async function announceMenuChanged(
  { db, hubClient, log }: HubDeps & Pick<Deps, 'db'>,
  merchantId: string,
): Promise<void> {
  const sessions = await db
    .selectFrom('table_sessions')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('closed_at', 'is', null)
    .where('table_id', 'is not', null)
    .execute();
  const tell = async (sessionId: string) => {
    const message: TableMessage = {
      fromBrowserId: serverSender,
      messageType: 'menuChanged',
      data: { sessionId },
    };
    try {
      await hubClient.group(tableGroup(sessionId)).sendToAll(message);
    } catch (error) {
      log.warn({ err: error, sessionId }, 'menuChanged could not be announced');
    }
  };
  await Promise.all(sessions.map(({ id }) => tell(id)));
}

/** `announce` of the server's dependencies: says the session's newest committed state. */
export function createAnnounce(deps: HubDeps & Pick<Deps, 'db'>): Deps['announce'] {
  return async (sessionId) => {
    try {
      const { log } = await readSession(deps.db, sessionId);
      await announceCartChanged(deps, sessionId, log.version, log.view.known);
    } catch (error) {
      deps.log.warn({ err: error, sessionId }, 'cartChanged could not be announced');
    }
  };
}
