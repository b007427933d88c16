/** Reading the event log of a session, as much of it as is needed. */
import { limits } from '#contract/limits.ts';
import { parseEventId } from '#events/event-id.ts';
import type { AnyEvent } from '#events/catalogue.ts';
import { entryOf, type LogEntry } from '#events/log.ts';
import { includes, reach, type VersionVector } from '#events/version-vector.ts';
import { checkpointIn, hasSeenOrders, standsBefore, type Checkpoint } from '#projections/checkpoint.ts';
import type { Db } from '#server/store/transactions.ts';
import type { EventRow } from './decision-rows.ts';
import { emptyLog, extended, withCovered, type SessionLog } from './log-state.ts';

/** More conditions than this in one query are slower than reading everything. */
const maxReplicasAsked = 50;

/** What was decided after one version and up to another. */
export async function eventsBetween(
  db: Db,
  sessionId: string,
  after: number,
  upTo: number,
): Promise<EventRow[]> {
  return await selectEvents(db, sessionId)
    .where('version', '>', after)
    .where('version', '<=', upTo)
    .orderBy('version')
    .execute();
}

/** The session's log of that version, without a checkpoint: every event is read and folded. */
export async function wholeLog(db: Db, sessionId: string, version: number): Promise<SessionLog> {
  return extended(emptyLog(sessionId), await eventsBetween(db, sessionId, 0, version));
}

/**
 * The log with what deciding on these events needs: those of them that the checkpoint covers (E6), or everything, where
 * the checkpoint does not count for them (F4) or hides what one of them is judged by (O3).
 */
export async function logToJudge(db: Db, log: SessionLog, events: readonly AnyEvent[]): Promise<SessionLog> {
  const checkpoint = checkpointIn(log.knowledge);
  if (!checkpoint) return log;
  const entries = events.flatMap((event) => entryOf(event) ?? []);
  // What is not settled is counted to the last one where it matters.
  const isNearlyFull = log.unsettled + events.length > limits.unsettledEvents;
  const fresh = entries.filter(({ replicaId, seq }) => seq > reach(checkpoint.covers, replicaId));
  if (isNearlyFull || !fresh.every((entry) => canJudge(checkpoint, entry)))
    return await wholeLog(db, log.sessionId, log.version);
  const repeated = entries.filter((entry) => !fresh.includes(entry)).map(({ event }) => event.id);
  if (repeated.length === 0) return log;
  return withCovered(log, await selectEvents(db, log.sessionId).where('id', 'in', repeated).execute());
}

/** The log with what judging an order of that cut needs (O1): everything, unless the cut is all that is known. */
export async function logToOrder(
  db: Db,
  log: SessionLog,
  cut: VersionVector | undefined,
): Promise<SessionLog> {
  const needsAll = checkpointIn(log.knowledge) && cut !== undefined && !includes(cut, log.view.known);
  return needsAll ? await wholeLog(db, log.sessionId, log.version) : log;
}

/** The log with those events under its checkpoint that an answer to a phone of that knowledge names (F1). */
export async function withEventsBeyond(db: Db, log: SessionLog, known: VersionVector): Promise<SessionLog> {
  const checkpoint = checkpointIn(log.knowledge);
  if (!checkpoint) return log;
  const { covers, version } = checkpoint;
  const lacking = Object.keys(covers).filter((replica) => reach(known, replica) < covers[replica]!);
  if (lacking.length === 0) return log;
  const rows = await selectEvents(db, log.sessionId)
    .where('version', '<=', version)
    .$if(lacking.length <= maxReplicasAsked, (query) =>
      query.where(({ eb, and, or }) =>
        or(
          lacking.map((replica) =>
            and([
              eb('replica_id', '=', replica),
              eb('seq', '>', reach(known, replica)),
              or([eb('rejected', 'is not', null), eb('seq', '>', reach(log.settled, replica))]),
            ]),
          ),
        ),
      ),
    )
    .orderBy('version')
    .execute();
  const isNamed = ({ id, rejected }: EventRow): boolean => {
    const { replicaId, seq } = parseEventId(id)!;
    return seq > reach(known, replicaId) && (rejected !== null || seq > reach(log.settled, replicaId));
  };
  return withCovered(log, rows.filter(isNamed));
}

function canJudge(checkpoint: Checkpoint, entry: LogEntry): boolean {
  if (!standsBefore(checkpoint, entry)) return false;
  const isChange = entry.known?.type === 'itemDecreased' || entry.known?.type === 'notesEdited';
  return !isChange || hasSeenOrders(checkpoint, entry);
}

function selectEvents(db: Db, sessionId: string) {
  return db
    .selectFrom('events')
    .select(['id', 'user_id', 'version', 'rejected', 'body'])
    .where('session_id', '=', sessionId);
}
