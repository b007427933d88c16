/** What the server knows of one table session: a value, folded by the same rules as a phone's. */
import { clockStart, compareStamps, type Stamp } from '#events/log/clock.ts';
import { parseEventId, serverReplica } from '#events/log/event-id.ts';
import { append, emptyLog as nothingKnown, type Log } from '#events/records/log.ts';
import type { LogRecord } from '#events/records/records.ts';
import type { VersionVector } from '#events/log/version-vector.ts';
import { mergeNews, mergeAll, type CartView, type Merged } from '#projections/merge/cart-view.ts';
import { stablePrefixAfter } from '#projections/merge/stable-prefix.ts';
import { nothingOpen, openIn, withOpen, type OpenEvents } from '../rules/open-events.ts';
import { recordsOf, type EventRow } from './decision-rows.ts';

/** A session's knowledge as of a version; never changed, only followed by a newer one. */
export interface SessionLog {
  readonly sessionId: string;
  /** F1 */
  readonly version: number;
  /** Everything accepted and rejected, or a checkpoint's snapshot and what came after it. */
  readonly knowledge: Log;
  /** O1, O3: everything, since deciding first needed more than `knowledge`; checkpoints leave it. */
  readonly whole?: WholeLog | undefined;
  /** T1, E5: replica id → the user for whom it writes. */
  readonly owners: ReadonlyMap<string, string>;
  /** V1: of each replica the last event that was decided. */
  readonly known: VersionVector;
  /** T3: the latest stamp that an accepted event bore. */
  readonly clock: Stamp;
  /** G1: what the next log's view goes on from. */
  readonly merged: Merged;
  /** V6 of everything accepted. */
  readonly view: CartView;
  /**
   * F4. A function of the decisions up to this version that only grows with them, with or without a checkpoint below:
   * `settledPrefix` says why. So no process, before or after a restart, answers less at a higher version.
   */
  readonly settled: VersionVector;
  readonly open: OpenEvents;
  /** In memory, `whole` included. */
  readonly bytes: number;
}

interface WholeLog {
  readonly knowledge: Log;
  readonly bytes: number;
}

export function emptyLog(sessionId: string): SessionLog {
  return sessionLog({
    sessionId,
    version: 0,
    knowledge: nothingKnown,
    merged: mergeAll(nothingKnown),
    owners: new Map(),
    clock: clockStart,
    settled: {},
    open: nothingOpen,
    bytes: bare,
  });
}

/** The log with what was decided since, in order of versions. */
export function extended(before: SessionLog, rows: readonly EventRow[]): SessionLog {
  const records = recordsOf(before.sessionId, rows);
  const { log: knowledge, news } = append(before.knowledge, records);
  const bytes = bytesOf(rows);
  const whole = before.whole && wholeWith(before.whole, before.sessionId, rows);
  const owners = new Map(before.owners);
  for (const { id, user_id: userId } of rows) {
    const { replicaId } = parseEventId(id)!;
    if (replicaId !== serverReplica) owners.set(replicaId, userId);
  }
  const settled = stablePrefixAfter(before.settled, knowledge, news);
  return sessionLog({
    sessionId: before.sessionId,
    version: rows.at(-1)?.version ?? before.version,
    knowledge,
    whole,
    merged: mergeNews(before.merged, knowledge, news),
    owners,
    clock: news.entries.reduce((last, { event: { at } }) => laterOf(last, at), before.clock),
    settled,
    open: settled === before.settled ? withOpen(before.open, news.entries) : openIn(knowledge, settled),
    bytes: before.bytes + (whole ? 2 : 1) * bytes,
  });
}

export const nothingWhole: WholeLog = { knowledge: nothingKnown, bytes: 0 };

export function wholeWith(
  { knowledge, bytes }: WholeLog,
  sessionId: string,
  rows: readonly EventRow[],
): WholeLog {
  return { knowledge: append(knowledge, recordsOf(sessionId, rows)).log, bytes: bytes + bytesOf(rows) };
}

/** The log with everything below its checkpoint, too. @param below of all versions that are stored */
export function withWhole(log: SessionLog, below: WholeLog): SessionLog & { readonly whole: WholeLog } {
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

/** Of a rejected event only the id stays (F2). */
function bytesOf(rows: readonly EventRow[]): number {
  let letters = 0;
  for (const { id, rejected, body } of rows) letters += (rejected === null ? body : id).length;
  return bytesPerLetter * letters;
}

/** The knowledge with events that its checkpoint covers: they are there to be read, and change nothing. */
export function withCovered({ knowledge, sessionId }: SessionLog, rows: readonly EventRow[]): Log {
  return append(knowledge, recordsOf(sessionId, rows)).log;
}

export const bare = 4 * 1024;

/** What an event takes as objects, its part of the fold included, for each letter of its JSON: 2.4 to 3.4 were measured. */
export const bytesPerLetter = 3.5;

function laterOf(a: Stamp, b: Stamp): Stamp {
  return compareStamps(a, b) < 0 ? b : a;
}

export function sessionLog(fields: Omit<SessionLog, 'view' | 'known'>): SessionLog {
  const { view } = fields.merged;
  return { ...fields, view, known: view.known };
}
