/** Selects the protocol. Only code in `sync/protocols` reads `serverKind`; `tests/sync/seam.test.ts` checks that. */
import { isPlain, type Snapshot } from '#events/records/records.ts';
import type { ServerAnswer } from '../ports/transport.ts';
import type { PhoneState, ServerKind, ServerState } from '../state/phone-state.ts';
import { eventProtocol } from './event/event-server.ts';
import type { Protocol } from './protocol.ts';
import { isSnapshotAnswer } from './snapshot/snapshot-answer.ts';
import { snapshotProtocol } from './snapshot/snapshot-server.ts';
import { unknownProtocol } from './unknown-server.ts';

const protocols: Readonly<Record<ServerKind, Protocol>> = {
  unknown: unknownProtocol,
  event: eventProtocol,
  snapshot: snapshotProtocol,
};

/** The protocol of the server, as far as its answers have shown it. */
export function protocolOf({ server }: Pick<PhoneState, 'server'>): Protocol {
  return protocols[server.serverKind];
}

/** The protocol in which this answer is written. */
export function protocolOfAnswer(answer: ServerAnswer): Protocol {
  return isSnapshotAnswer(answer) ? snapshotProtocol : eventProtocol;
}

/** The protocol of the server from which a snapshot in the log comes. */
export function protocolOfSnapshot(snapshot: Snapshot): Protocol {
  return isPlain(snapshot) ? snapshotProtocol : eventProtocol;
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
    toldAt: new Map(),
  };
}
