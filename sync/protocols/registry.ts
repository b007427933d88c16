import { isSnapshotAnswer, type ServerAnswer, type ServerVersion } from '../ports/transport.ts';
import type { PhoneState, ServerKind } from '../state/phone-state.ts';
import { aware } from './event/event-server.ts';
import type { Dialect } from './protocol.ts';
import { plain } from './snapshot/snapshot-server.ts';
import { newestVersion } from './snapshot/cart-facts.ts';

/** By what the server has shown so far. Until it has shown something, it is treated as one that knows nothing (P1). */
export function dialectOf(kind: ServerKind): Dialect {
  return kind === 'aware' ? aware : plain;
}

/** By what it has just shown. */
export function dialectOfAnswer(answer: ServerAnswer): Dialect {
  return isSnapshotAnswer(answer) ? plain : aware;
}

/** D27: the version of the cart that this phone knows, as its server calls it. */
export function cartVersion({ server, knowledge }: PhoneState): ServerVersion {
  return server.kind === 'plain' ? server.serverVersion : { cartRowVersion: newestVersion(knowledge.log) };
}
