/**
 * The log of a session and the cart that follows from it, as an immutable value. The merge rules are those of the phones,
 * so server and phones show the same cart once they know the same events.
 */
import { clockStart, compareStamps, type Stamp } from '#events/log/clock.ts';
import { parseEventId, serverReplica } from '#events/log/event-id.ts';
import { append, emptyLog as nothingKnown, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { mergeNews, mergeAll, type CartView, type Merged } from '#projections/merge/cart-view.ts';
import { findStablePrefixAfter } from '#projections/merge/stable-prefix.ts';
import { nothingOpen, countOpen, addOpen, type OpenEvents } from '../rules/open-events.ts';
import { readRecords, type EventRow } from './decision-rows.ts';

/** A session as of a version. */
export interface SessionLog {
  readonly sessionId: string;
  /** The number of decisions so far. */
  readonly version: number;
  /** All decisions, or a checkpoint's snapshot and the decisions after it. */
  readonly knowledge: Log;
  /** All decisions. Set once a decision needed more than `knowledge`; checkpoints do not drop it. */
  readonly whole?: WholeLog | undefined;
  /** Replica id → the user for whom it writes. */
  readonly owners: ReadonlyMap<string, string>;
  /** The last decided event of each replica. */
  readonly known: VersionVector;
  /** The latest stamp of an accepted event. */
  readonly clock: Stamp;
  /** Intermediate results of the merge, from which the next log's view is computed. */
  readonly merged: Merged;
  /** The cart of all accepted events. */
  readonly view: CartView;
  /**
   * The stable events. They depend on the decisions only, not on the checkpoint, and never become fewer. So each server
   * process answers the same, also after a restart (`findStablePrefix` says why).
   */
  readonly stable: VersionVector;
  readonly open: OpenEvents;
  /** Estimated memory, `whole` included. */
  readonly bytes: number;
}

interface WholeLog {
  readonly knowledge: Log;
  readonly bytes: number;
}

export function createEmptyLog(sessionId: string): SessionLog {
  return createSessionLog({
    sessionId,
    version: 0,
    knowledge: nothingKnown,
    merged: mergeAll(nothingKnown),
    owners: new Map(),
    clock: clockStart,
    stable: {},
    open: nothingOpen,
    bytes: emptyLogBytes,
  });
}

/** The log with the decisions of further rows, in order of their versions. */
export function extendLog(before: SessionLog, rows: readonly EventRow[]): SessionLog {
  const records = readRecords(before.sessionId, rows);
  const { log: knowledge, news } = append(before.knowledge, records);
  const bytes = measureRows(rows);
  const whole = before.whole && extendWhole(before.whole, before.sessionId, rows);
  const owners = new Map(before.owners);
  for (const { id, user_id: userId } of rows) {
    const { replicaId } = parseEventId(id)!;
    if (replicaId !== serverReplica) owners.set(replicaId, userId);
  }
  const stable = findStablePrefixAfter(before.stable, knowledge, news);
  return createSessionLog({
    sessionId: before.sessionId,
    version: rows.at(-1)?.version ?? before.version,
    knowledge,
    whole,
    merged: mergeNews(before.merged, knowledge, news),
    owners,
    clock: news.entries.reduce((last, { event: { at } }) => chooseLater(last, at), before.clock),
    stable,
    open: stable === before.stable ? addOpen(before.open, news.entries) : countOpen(knowledge, stable),
    bytes: before.bytes + (whole ? 2 : 1) * bytes,
  });
}

export const emptyWhole: WholeLog = { knowledge: nothingKnown, bytes: 0 };

export function extendWhole(
  { knowledge, bytes }: WholeLog,
  sessionId: string,
  rows: readonly EventRow[],
): WholeLog {
  return { knowledge: append(knowledge, readRecords(sessionId, rows)).log, bytes: bytes + measureRows(rows) };
}

/** The log with `whole`. @param below the log of all stored versions */
export function attachWhole(log: SessionLog, below: WholeLog): SessionLog & { readonly whole: WholeLog } {
  const { entries, rejected } = log.knowledge;
  const above: LogRecord[] = [
    ...[...entries.values()].map(({ event }): LogRecord => ({ t: 0, from: 'server', event })),
    ...[...rejected].map(([id, code]): LogRecord => ({
      t: 0,
      from: 'server',
      rejected: { ids: [id], code },
    })),
  ];
  const whole = { ...below, knowledge: append(below.knowledge, above).log };
  return { ...log, whole, bytes: log.bytes + below.bytes };
}

/** Only the id of a rejected event stays in memory. */
function measureRows(rows: readonly EventRow[]): number {
  let letters = 0;
  for (const { id, rejected, body } of rows) letters += (rejected === null ? body : id).length;
  return bytesPerLetter * letters;
}

/** Adds events that the checkpoint covers. They can be looked up, but do not change the cart. */
export function addCovered({ knowledge, sessionId }: SessionLog, rows: readonly EventRow[]): Log {
  return append(knowledge, readRecords(sessionId, rows)).log;
}

/** Estimated memory of a session without events, bytes. */
export const emptyLogBytes = 4 * 1024;

/** Estimated memory of an event with its part of the merged cart, bytes per letter of its JSON. 2.4 to 3.4 were measured. */
export const bytesPerLetter = 3.5;

function chooseLater(a: Stamp, b: Stamp): Stamp {
  return compareStamps(a, b) < 0 ? b : a;
}

export function createSessionLog(fields: Omit<SessionLog, 'view' | 'known'>): SessionLog {
  const { view } = fields.merged;
  return { ...fields, view, known: view.known };
}
