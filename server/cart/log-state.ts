/** What the server knows of one table session, as a value: what was decided, folded on. No database in here. */
import { parseEventId, serverReplica } from '#events/event-id.ts';
import { emptyLog as nothingKnown, type Knowledge } from '#events/log.ts';
import { reach, type VersionVector } from '#events/version-vector.ts';
import { cartView, type CartView } from '#projections/cart-view.ts';
import type { Checkpoint, Place } from '#projections/checkpoint.ts';
import { settledSince, unsettledCount } from '#projections/make-checkpoint.ts';
import { readRows, type EventRow, type Learnt } from './decision-rows.ts';
import { foldOn, lastPlace, type Folded, type News } from './fold-on.ts';

/** A session's knowledge as of a version; never changed, only followed by a newer one. */
export interface SessionLog {
  readonly sessionId: string;
  /** F1 */
  readonly version: number;
  /** Everything accepted and rejected, or a checkpoint (F4) and what came after it. */
  readonly knowledge: Knowledge;
  /** T1, E5: replica id → the user for whom it writes. */
  readonly owners: ReadonlyMap<string, string>;
  /** V1: of each replica the last event that was decided. */
  readonly known: VersionVector;
  /** V6 of everything accepted; folded when first asked for. */
  readonly view: CartView;
  /** About what it takes of memory. */
  readonly bytes: number;
  /** What the next log's view can be folded on. */
  readonly foldable: () => Foldable;
  /** F4; worked out when first asked for. */
  readonly settled: VersionVector;
  /** How many of its events are not settled; a few more than there are where it stands on a checkpoint. */
  readonly unsettled: number;
}

/** The newest view that was asked for, and what came after it; nothing is folded when none was. */
interface Foldable {
  readonly folded?: Folded | undefined;
  readonly news: News;
  /** The last event's, in the total order (T5). */
  readonly last: Place | undefined;
}

type Owners = SessionLog['owners'];

/** A session in which nothing was decided yet. */
export function emptyLog(sessionId: string): SessionLog {
  const fields = {
    sessionId,
    version: 0,
    knowledge: nothingKnown,
    owners: new Map(),
    known: {},
    bytes: bare,
  };
  return sessionLog(fields, { news: nothing, last: undefined });
}

/** A session as of a checkpoint; `owners` may know of later replicas. */
export function logAt(sessionId: string, checkpoint: Checkpoint, owners: Owners): SessionLog {
  const knowledge: Knowledge = { ...nothingKnown, snapshot: checkpoint, covers: checkpoint.covers };
  const { version, covers: known, last } = checkpoint;
  const bytes = bare + bytesOf(checkpoint);
  return sessionLog({ sessionId, version, knowledge, owners, known, bytes }, { news: nothing, last });
}

/** The log with what was decided since, in order of versions. */
export function extended(log: SessionLog, rows: readonly EventRow[]): SessionLog {
  const learnt = readRows(rows);
  const knowledge = withLearnt(log.knowledge, learnt);
  const owners = new Map(log.owners);
  const known = { ...log.known };
  for (const { id, user_id: userId } of rows) {
    const { replicaId, seq } = parseEventId(id)!;
    known[replicaId] = seq;
    if (replicaId !== serverReplica) owners.set(replicaId, userId);
  }
  const version = rows.at(-1)?.version ?? log.version;
  const { folded, news, last } = log.foldable();
  const entries = [...learnt.entries.values()];
  return sessionLog(
    { sessionId: log.sessionId, version, knowledge, owners, known, bytes: log.bytes + bytesOfRows(rows) },
    {
      folded,
      last: lastPlace(last, entries),
      // Without a view to fold on everything is folded anyway.
      news: folded
        ? {
            entries: [...news.entries, ...entries],
            rejected: new Map([...news.rejected, ...learnt.rejected]),
          }
        : nothing,
    },
  );
}

/** The log with events that its checkpoint covers: they are there to be read, and change nothing. */
export function withCovered(log: SessionLog, rows: readonly EventRow[]): SessionLog {
  if (rows.length === 0) return log;
  const covered = readRows(rows);
  const { entries, rejected, accepted } = log.knowledge;
  return {
    ...log,
    bytes: log.bytes + bytesOfRows(rows),
    knowledge: {
      ...log.knowledge,
      entries: new Map([...covered.entries, ...entries]),
      rejected: new Map([...covered.rejected, ...rejected]),
      accepted: new Map([...covered.accepted, ...accepted]),
    },
  };
}

/** The same log on a newer checkpoint: what that covers goes. */
export function standingOn(log: SessionLog, checkpoint: Checkpoint): SessionLog {
  const isBeyond = (id: string): boolean => {
    const parts = parseEventId(id);
    return parts !== undefined && parts.seq > reach(checkpoint.covers, parts.replicaId);
  };
  const beyond = <T>(map: ReadonlyMap<string, T>): Map<string, T> =>
    new Map([...map].filter(([id]) => isBeyond(id)));
  const { entries, rejected, accepted, local } = log.knowledge;
  const knowledge: Knowledge = {
    snapshot: checkpoint,
    covers: checkpoint.covers,
    joinedCovers: {},
    entries: beyond(entries),
    rejected: beyond(rejected),
    accepted: beyond(accepted),
    local,
  };
  const { sessionId, version, owners, known } = log;
  const events = [...knowledge.entries.values()].map(({ event }) => event);
  const bytes = bare + bytesOf(checkpoint) + bytesOf(events);
  return sessionLog({ sessionId, version, owners, known, knowledge, bytes }, log.foldable());
}

/** Of a session with nothing in it. */
const bare = 4 * 1024;

/** As objects they take about as much again as their JSON. */
function bytesOf(json: unknown): number {
  return 2 * JSON.stringify(json).length;
}

function bytesOfRows(rows: readonly EventRow[]): number {
  return rows.reduce((sum, { body }) => sum + 2 * body.length, 0);
}

const nothing: News = { entries: [], rejected: new Map() };

function withLearnt(before: Knowledge, learnt: Learnt): Knowledge {
  const joined = <T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>): ReadonlyMap<string, T> => {
    if (b.size === 0) return a;
    const all = new Map(a);
    for (const [id, value] of b) all.set(id, value);
    return all;
  };
  return {
    ...before,
    entries: joined(before.entries, learnt.entries),
    rejected: joined(before.rejected, learnt.rejected),
    accepted: joined(before.accepted, learnt.accepted),
  };
}

function sessionLog(
  fields: Pick<SessionLog, 'sessionId' | 'version' | 'knowledge' | 'owners' | 'known' | 'bytes'>,
  before: Foldable,
): SessionLog {
  let foldable = before;
  let view: CartView | undefined;
  let settled: VersionVector | undefined;
  let unsettled: number | undefined;
  const fold = (): CartView => {
    const { folded, news, last } = foldable;
    const whole = (folded && foldOn(folded, news)) ?? cartView(fields.knowledge);
    if (last) foldable = { folded: { view: whole, last }, news: nothing, last };
    return whole;
  };
  const log: SessionLog = {
    ...fields,
    foldable: () => foldable,
    get view() {
      return (view ??= fold());
    },
    get settled() {
      return (settled ??= settledSince(fields.knowledge));
    },
    get unsettled() {
      return (unsettled ??= unsettledCount(fields.knowledge, log.settled));
    },
  };
  return log;
}
