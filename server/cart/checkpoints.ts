/** F4: checkpoints of a session in the database, so that a long evening is answered like a short one. */
import { reach } from '#events/version-vector.ts';
import {
  checkpointIn,
  comparePlaces,
  placeOf,
  standsBeforeAll,
  type Checkpoint,
  type Place,
} from '#projections/checkpoint.ts';
import { checkpointOf } from '#projections/make-checkpoint.ts';
import type { Db, Trx } from '#server/store/transactions.ts';
import { logAt, standingOn, type SessionLog } from './log-state.ts';

/** Of what `body` says; a checkpoint of another number is not read, and the next one replaces it. */
const format = 1;

/** A new one is made when so many versions came after the last. */
export const checkpointEvery = 128;

/** So many versions stay out of a new one, if they can: phones that tap at once arrive in any order. */
const leftOut = 32;
/** A place for the boundary is looked for in steps of so many versions. */
const step = 8;

/** The session as of its checkpoint; undefined when it has none. */
export async function readCheckpoint(db: Db, sessionId: string): Promise<SessionLog | undefined> {
  const row = await db
    .selectFrom('session_checkpoints')
    .select(['body', 'format'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (row?.format !== format) return undefined;
  const replicas = await db
    .selectFrom('session_replicas')
    .select(['replica_id', 'user_id'])
    .where('session_id', '=', sessionId)
    .execute();
  const owners = new Map(replicas.map(({ replica_id, user_id }) => [replica_id, user_id]));
  return logAt(sessionId, JSON.parse(row.body) as Checkpoint, owners);
}

/** True when so much came after the last checkpoint that it is time for a new one. */
export function isCheckpointDue(log: SessionLog, every = checkpointEvery): boolean {
  return log.version - (checkpointIn(log.knowledge)?.version ?? 0) >= every;
}

/** Makes and stores a new checkpoint when it is time; answers the log that stands on it. */
export async function advanceCheckpoint(
  trx: Trx,
  log: SessionLog,
  every = checkpointEvery,
): Promise<SessionLog> {
  if (!isCheckpointDue(log, every)) return log;
  const checkpoint = await nextCheckpoint(trx, log);
  if (!checkpoint) return log;
  const fields = { version: checkpoint.version, format, body: JSON.stringify(checkpoint) };
  await trx
    .insertInto('session_checkpoints')
    .values({ session_id: log.sessionId, ...fields })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(fields))
    .execute();
  return standingOn(log, checkpoint);
}

async function nextCheckpoint(trx: Trx, log: SessionLog): Promise<Checkpoint | undefined> {
  const before = checkpointIn(log.knowledge);
  const decisions = await trx
    .selectFrom('events')
    .select(['id', 'replica_id', 'seq', 'version'])
    .where('session_id', '=', log.sessionId)
    .where('version', '>', before?.version ?? 0)
    .orderBy('version')
    .execute();
  const length = boundaryIn(log, decisions);
  const inside = new Set(decisions.slice(0, length).map(({ id }) => id));
  const { entries, rejected } = log.knowledge;
  const knowledge = {
    ...log.knowledge,
    entries: new Map([...entries].filter(([id]) => inside.has(id))),
    rejected: new Map([...rejected].filter(([id]) => inside.has(id))),
  };
  return checkpointOf(knowledge, decisions[length - 1]!.version, log.settled);
}

interface Decision {
  readonly id: string;
  readonly replica_id: string;
  readonly seq: number;
}

/** How many of the decisions go into the next checkpoint: all, unless it counts before the last few of them, too. */
function boundaryIn(log: SessionLog, decisions: readonly Decision[]): number {
  const least = Math.max(decisions.length - 2 * leftOut, decisions.length / 2);
  for (let length = decisions.length - leftOut; length >= least; length -= step)
    if (isBoundary(log, decisions, length)) return length;
  return decisions.length;
}

function isBoundary({ knowledge }: SessionLog, decisions: readonly Decision[], length: number): boolean {
  const before = checkpointIn(knowledge);
  let last: Place | undefined = before?.last;
  const covers: Record<string, number> = { ...before?.covers };
  for (const { id, replica_id: replicaId, seq } of decisions.slice(0, length)) {
    covers[replicaId] = Math.max(reach(covers, replicaId), seq);
    const entry = knowledge.entries.get(id);
    if (entry && (!last || comparePlaces(placeOf(entry), last) > 0)) last = placeOf(entry);
  }
  const later = decisions.slice(length).flatMap(({ id }) => knowledge.entries.get(id) ?? []);
  return last !== undefined && standsBeforeAll({ covers, last }, later);
}
