/** The answer to a phone that knows a part of a session: a snapshot with the other events, and the rejected ids. */
import { parseEventId } from '#events/log/event-id.ts';
import { compareEntries, type Knowledge, type LogEntry } from '#events/records/log.ts';
import type { Rejected, Snapshot } from '#events/records/records.ts';
import { reach, type VersionVector } from '#events/log/version-vector.ts';
import type { CartView } from '#projections/merge/cart-view.ts';
import { registerFacts } from '#projections/merge/register-values.ts';
import type { Decision } from '../rules/arbiter.ts';
import { createFirstPage } from './pages.ts';
import type { Sync } from '#contract/calls/cart.ts';
import { limits } from '#contract/limits.ts';
import { hashView } from '#projections/merge/view-json.ts';

export interface Answered {
  readonly sessionId: string;
  readonly version: number;
  readonly knowledge: Knowledge;
  readonly view: CartView;
  /** The stable events. */
  readonly stable: VersionVector;
}

/** A snapshot names this many of the last clears. A phone shows older ones without the name of the diner. */
const namedClears = 16;

/**
 * Sums up the stable events, and holds every other event that `known` lacks. Orders and the last clears are held even if
 * they are stable: a phone shows who ordered or cleared, and the server finds reductions that came after an order.
 */
export function createSnapshot(
  { knowledge, version, view, stable }: Omit<Answered, 'sessionId'>,
  known: VersionVector,
): Snapshot {
  const clears: LogEntry[] = [];
  const lacking: LogEntry[] = [];
  for (const entry of knowledge.entries.values()) {
    const isNamed = isClear(entry, knowledge);
    if (isNamed) clears.push(entry);
    if (isBeyond(known, entry) && (isNamed || isOrder(entry) || isBeyond(stable, entry))) lacking.push(entry);
  }
  const unnamed = new Set(clears.toSorted(compareEntries).slice(0, -namedClears));
  const events = lacking
    .filter((entry) => !unnamed.has(entry) || isBeyond(stable, entry))
    .map(({ event }) => event);
  return {
    version,
    covers: { ...stable },
    userCarts: [],
    events,
    ...registerFacts(knowledge, view),
  };
}

/** The rejected ids that are neither stable nor known to the phone. */
export function listRejected(
  { knowledge, stable }: Pick<Answered, 'knowledge' | 'stable'>,
  known: VersionVector,
): { ids: string[]; code: Rejected['code'] }[] {
  const codeOf = new Map<string, Rejected['code']>();
  for (const [id, code] of knowledge.rejected) {
    const parts = parseEventId(id);
    if (parts && isBeyond(known, parts) && isBeyond(stable, parts)) codeOf.set(id, code);
  }
  return groupByCode(codeOf);
}

/** Adds the events that this request's decision rejected. */
function addOwn(
  rejected: readonly Rejected[],
  decision: Decision | undefined,
): { ids: string[]; code: Rejected['code'] }[] {
  const codeOf = new Map(rejected.flatMap(({ ids, code }) => ids.map((id) => [id, code] as const)));
  for (const { event, code } of [...(decision?.rejected ?? []), ...(decision?.refused ?? [])])
    codeOf.set(event.id, code);
  return groupByCode(codeOf);
}

function groupByCode(
  codeOf: ReadonlyMap<string, Rejected['code']>,
): { ids: string[]; code: Rejected['code'] }[] {
  const idsByCode = new Map<Rejected['code'], string[]>();
  for (const [id, code] of codeOf) {
    const ids = idsByCode.get(code);
    if (ids) ids.push(id);
    else idsByCode.set(code, [id]);
  }
  return [...idsByCode].map(([code, ids]) => ({ ids, code }));
}

function isOrder({ upcast }: LogEntry): boolean {
  return upcast?.type === 'orderPlaced';
}

function isClear({ event, upcast }: LogEntry, { rejected }: Knowledge): boolean {
  return upcast?.type === 'cartCleared' && !rejected.has(event.id);
}

function isBeyond(known: VersionVector, { replicaId, seq }: { replicaId: string; seq: number }): boolean {
  return seq > reach(known, replicaId);
}

export interface SyncRequest {
  readonly known: VersionVector;
  readonly decision?: Decision;
  /** The server's wall clock, ms. */
  readonly now: number;
  readonly pageBytes?: number;
}

/** A page of the events that an event-aware phone lacks, and the decision about the events that it sent. */
export function syncOf(
  log: Answered,
  { known, decision, now, pageBytes = limits.pageBytes }: SyncRequest,
): Sync {
  const { view, version } = log;
  const accepted = decision ? [...decision.confirmed, ...decision.accepted.map(({ id }) => id)] : [];
  const lacks = { snapshot: createSnapshot(log, known), rejected: listRejected(log, known) };
  const { snapshot, rejected: paged, more } = createFirstPage(lacks, known, pageBytes);
  const rejected = addOwn(paged, decision);
  const isMissing = decision && Object.keys(decision.missing).length > 0;
  return {
    sessionId: log.sessionId,
    version,
    serverTime: now,
    ...(accepted.length > 0 && { accepted: { ids: accepted, version } }),
    ...(rejected.length > 0 && { rejected }),
    ...(isMissing && { missing: { ...decision.missing } }),
    snapshot,
    ...(more && { more }),
    known: { ...view.known },
    digest: hashView(view),
  };
}
