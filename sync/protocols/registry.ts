/**
 * Selects the protocol. Only code in `sync/protocols` reads `serverKind`; `tests/sync/seam.test.ts` checks that.
 *
 * Most phones never meet a snapshot server, so its protocol is loaded on demand. `step` is pure and cannot load it. The
 * transport, the opening of the log and the reader of tab messages call `provideSnapshotParts` before they need it.
 */
import { isPlain, type LogRecord, type Snapshot } from '#events/records/records.ts';
import type { StoredReplica } from '../ports/storage.ts';
import type { TabMessage } from '../ports/tab-message.ts';
import type { ServerAnswer } from '../ports/transport.ts';
import { isSnapshotAnswer } from './answer-kind.ts';
import type { PhoneState, ServerState } from '../state/phone-state.ts';
import { eventProtocol } from './event/event-server.ts';
import type { AnswerReader, Protocol } from './protocol.ts';
import type * as snapshotModule from './snapshot/snapshot-parts.ts';
import { unknownProtocol } from './unknown-server.ts';

export type SnapshotParts = typeof snapshotModule;
export type SnapshotSchemas = SnapshotParts['schemas'];

let parts: SnapshotParts | undefined;

/** Makes the snapshot protocol available. */
export function provideSnapshotParts(loaded: SnapshotParts): SnapshotParts {
  parts = loaded;
  return loaded;
}

/** The parts of the snapshot protocol, or undefined until the phone meets a snapshot server. */
export function getSnapshotParts(): SnapshotParts | undefined {
  return parts;
}

function needSnapshotParts(): SnapshotParts {
  if (!parts) throw new Error('the code for snapshot servers is not loaded');
  return parts;
}

/** Whether a phone needs the snapshot protocol to continue from this replica. Its rows need not be valid. */
export function isSnapshotNeeded({ records, state }: StoredReplica): boolean {
  const { placement, unanswered } = (state ?? {}) as Partial<StoredReplica['state']>;
  return (
    (Array.isArray(unanswered) && unanswered.length > 0) ||
    placement?.trace !== undefined ||
    (Array.isArray(records) && records.some(hasPlainSnapshot))
  );
}

/** Whether only a phone at a snapshot server sends or reads this message of a tab. It need not be valid. */
export function isOfSnapshotServer(message: TabMessage): boolean {
  const { kind, records } = (message ?? {}) as { kind?: unknown; records?: unknown };
  if (kind === 'learnt') return Array.isArray(records) && records.some(hasPlainSnapshot);
  return kind === 'ask' || kind === 'unread' || kind === 'unanswered';
}

function hasPlainSnapshot(record: unknown): boolean {
  const { snapshot } = (record ?? {}) as Partial<Extract<LogRecord, { snapshot: Snapshot }>>;
  return snapshot?.plain === true || (Array.isArray(snapshot?.userCarts) && isPlain(snapshot));
}

/** The protocol of the server, as far as its answers have shown it. */
export function chooseProtocol({ server }: Pick<PhoneState, 'server'>): Protocol {
  const { serverKind } = server;
  if (serverKind === 'unknown') return unknownProtocol;
  return serverKind === 'event' ? eventProtocol : needSnapshotParts().snapshotProtocol;
}

/** The reader for this answer. */
export function chooseReader(answer: ServerAnswer): AnswerReader {
  return isSnapshotAnswer(answer) ? needSnapshotParts().snapshotProtocol : eventProtocol;
}

/** The reader for a snapshot in the log. */
export function chooseSnapshotReader(snapshot: Snapshot): AnswerReader {
  return isPlain(snapshot) ? needSnapshotParts().snapshotProtocol : eventProtocol;
}

/** Before the first answer. */
export function createServerState(): ServerState {
  return {
    serverKind: 'unknown',
    isLoaded: false,
    reach: 'answered',
    serverVersion: {},
    cartAt: undefined,
    known: {},
    restoredAt: undefined,
    notifiedAt: new Map(),
  };
}
