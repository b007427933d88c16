/** One table session as the server keeps it: every state stays readable, so that an old one can be answered. */
import type { AnyEvent } from '#events/catalogue.ts';
import { entryOf, type Knowledge } from '#events/log.ts';
import type { Rejected } from '#events/records.ts';
import { parseEventId } from '#events/event-id.ts';
import { cartView, type CartView } from '#projections/cart-view.ts';
import { settledPrefix } from '#projections/settled.ts';
import type { VersionVector } from '#events/version-vector.ts';
import type { SessionLog } from '#server/cart/session-log.ts';

/** One event with what became of it; `code` null: accepted. */
export interface Decided {
  readonly event: AnyEvent;
  readonly userId: string;
  readonly code: Rejected['code'] | null;
}

export function emptySession(sessionId: string): SessionLog {
  const knowledge: Knowledge = {
    snapshot: undefined,
    entries: new Map(),
    rejected: new Map(),
    accepted: new Map(),
    local: new Set(),
  };
  return sessionLog({ sessionId, version: 0, knowledge, owners: new Map() });
}

/** The session after these decisions, each a version more; the one before is left as it was. */
export function extended(log: SessionLog, decided: readonly Decided[]): SessionLog {
  if (decided.length === 0) return log;
  const entries = new Map(log.knowledge.entries);
  const rejected = new Map(log.knowledge.rejected);
  const accepted = new Map(log.knowledge.accepted);
  const owners = new Map(log.owners);
  let { version } = log;
  for (const { event, userId, code } of decided) {
    version += 1;
    const replicaId = parseEventId(event.id)!.replicaId;
    if (replicaId !== 'server') owners.set(replicaId, userId);
    if (code !== null) rejected.set(event.id, code);
    else {
      entries.set(event.id, entryOf(event)!);
      accepted.set(event.id, version);
    }
  }
  const knowledge: Knowledge = { snapshot: undefined, entries, rejected, accepted, local: new Set() };
  return sessionLog({ sessionId: log.sessionId, version, knowledge, owners });
}

function sessionLog(fields: Omit<SessionLog, 'view' | 'settled'>): SessionLog {
  let view: CartView | undefined;
  let settled: VersionVector | undefined;
  return {
    ...fields,
    get view() {
      return (view ??= cartView(fields.knowledge));
    },
    get settled() {
      return (settled ??= settledPrefix(fields.knowledge));
    },
  };
}
