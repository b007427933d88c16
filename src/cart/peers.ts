import type { MessageType } from '#contract/messages.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import { isReserved, parseEventId } from '#events/event-id.ts';
import type { LogRecord } from '#events/records.ts';
import { includes, type VersionVector } from '#events/version-vector.ts';
import type { Environment } from './environment.ts';
import type { Journal } from './journal.ts';
import type { ServerKind } from './outbox.ts';
import { heardOfPlain } from './plain-server.ts';
import type { Incoming } from './realtime/table-group.ts';
import type { TableNotice } from './table-cart.ts';
import { noticesOf } from './table-messages.ts';

/** A peer's own message usually arrives right after the server's hint: wait so long before asking, ms. */
const hintMs = 200;

/** What the server alone may say, and what is no news of the cart. */
const notOfPeers: readonly string[] = [
  'cartChanged',
  'menuChanged',
  'orderChanged',
  'tableClosed',
  'staffNews',
  'presence',
] satisfies MessageType[];

export interface PeersOptions {
  readonly journal: Journal;
  readonly env: Environment;
  readonly sessionId: string;
  readonly browserId: () => string;
  readonly serverKind: () => ServerKind;
  readonly ask: () => void;
  /** D16 */
  readonly hint: (known: VersionVector) => void;
  readonly tell: (notice: TableNotice) => void;
}

/** Takes one message of the table group in; never rejects. */
export type HearPeer = (incoming: Incoming) => Promise<void>;

export function createPeers(options: PeersOptions): HearPeer {
  const { journal, env, sessionId, browserId, serverKind, ask, hint, tell } = options;

  const ownerOf = (replicaId: string): string | undefined => {
    for (const entry of journal.knowledge.entries.values())
      if (entry.replicaId === replicaId) return entry.event.userId;
    return undefined;
  };

  // E5: a replica that is known to write for somebody else is not the sender's.
  const mayWrite = (id: string, userId: string): boolean => {
    const replicaId = parseEventId(id)?.replicaId;
    if (!replicaId || isReserved(replicaId) || replicaId === journal.replicaId) return false;
    return (ownerOf(replicaId) ?? userId) === userId;
  };

  // E5: a rejection counts for the peer's own events; of a replica that is not known yet the server will tell.
  const mayReject = (id: string, userId: string): boolean =>
    ownerOf(parseEventId(id)?.replicaId ?? '') === userId && !journal.knowledge.rejected.has(id);

  /** Whose sender can't tell that a message arrived sends it again: what it says is told once. */
  const heard = new Set<string>();
  const isRepeat = (events: readonly AnyEvent[] = []): boolean => {
    const isKnown = events.length > 0 && events.every(({ id }) => heard.has(id));
    for (const { id } of events) heard.add(id);
    return isKnown;
  };

  /** Not waited for: the peer's message that it announces stands behind it in the queue. */
  const hearHint = (known: VersionVector) => {
    if (!includes(journal.view.value.known, known)) void env.after(hintMs).then(() => hint(known));
  };

  const recordsOf = ({ message: { data } }: Incoming, userId: string): LogRecord[] => {
    const t = env.now();
    const events = (data.events ?? []).filter(
      (event) =>
        !journal.knowledge.entries.has(event.id) &&
        // P2: without a version nobody could tell which cart of a plain server has it.
        (data.version !== undefined || serverKind() !== 'plain') &&
        mayWrite(event.id, userId) &&
        // An event-aware server mints orders itself.
        (event.type !== 'orderPlaced' || serverKind() === 'plain'),
    );
    const records: LogRecord[] = events.map((event) => ({ t, from: 'peer', event }));
    // P2: which of a plain server's snapshots covers them hangs on the version that they came with.
    if (serverKind() === 'plain' && data.version !== undefined && events.length > 0)
      records.push({ t, from: 'peer', accepted: { ids: events.map(({ id }) => id), version: data.version } });
    for (const rejected of data.rejected ?? []) {
      const ids = rejected.ids.filter((id) => mayReject(id, userId));
      if (ids.length > 0) records.push({ t, from: 'peer', rejected: { ids, code: rejected.code } });
    }
    return serverKind() === 'plain' ? heardOfPlain(records, journal.knowledge, true) : records;
  };

  return async (incoming) => {
    const { message, fromUserId } = incoming;
    const { messageType, data, fromBrowserId } = message;
    if (data.sessionId !== undefined && data.sessionId !== sessionId) return;
    // Only the server gives hints (D16), and nothing else comes from it.
    if (fromUserId === undefined) {
      if (messageType === 'menuChanged') tell({ kind: 'menuChanged' });
      if (messageType === 'orderChanged') tell({ kind: 'orderChanged', orderId: data.orderId ?? '' });
      // The answer says that the session has ended.
      if (messageType === 'tableClosed') ask();
      return messageType === 'cartChanged' ? hearHint(data.known ?? {}) : undefined;
    }
    if (notOfPeers.includes(messageType)) return;
    journal.learn(recordsOf(incoming, fromUserId));
    if (!data.events || serverKind() === 'plain' || journal.view.value.waiting.length > 0) ask();
    // Messages sent by this same browser are ignored; their events are not: another tab is another replica.
    const notices = fromBrowserId === browserId() || isRepeat(data.events) ? [] : noticesOf(message);
    for (const notice of notices) tell(notice);
  };
}
