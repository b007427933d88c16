/**
 * Changes of one table are decided one after the other, in memory, and become durable together: while one write is under
 * way, what comes is collected for the next. Each keeps its own answer. Without the table's lock: a write counts only if
 * the session still has the version on which it was decided, else each is decided again under the lock.
 */
import type { Db } from '#server/store/transactions.ts';
import type { Decided, DecisionRow } from './decision-rows.ts';
import { remember } from './log-cache.ts';
import type { SessionLog } from './merged-log.ts';
import { followedBy, isCheckpointDue, type Followed } from './log-store.ts';
import { changeSession, keepDecided, logSince } from './session-log.ts';
import { writeChange } from './write-changes.ts';

export interface Decisions<T> {
  readonly decided: readonly Decided[];
  /** Wall clock, ms. */
  readonly now: number;
  readonly value: T;
}

/**
 * Decides on a change of what is known; reads from `db` alone and stores nothing, for it may be asked again. Throws to
 * refuse.
 */
export type Decide<T> = (db: Db, log: SessionLog) => Promise<Decisions<T>>;

export interface Outcome<T> {
  /** Durable, and holds the decisions. */
  readonly log: SessionLog;
  readonly value: T;
}

interface Waiting {
  readonly version: number;
  readonly decide: Decide<unknown>;
  readonly resolve: (outcome: Outcome<unknown>) => void;
  readonly reject: (error: unknown) => void;
}

/** The first of a group waits for the last. */
const mostTogether = 50;

const queues = new WeakMap<Db, Map<string, Waiting[]>>();

/**
 * Changes a session, and answers when that is durable. Rejects with what `decide` throws, and with the database's error
 * when nothing could be stored. @param version of the session as it was a moment ago
 */
export async function decideTogether<T>(
  db: Db,
  sessionId: string,
  version: number,
  decide: Decide<T>,
): Promise<Outcome<T>> {
  const sessions = queues.get(db) ?? new Map<string, Waiting[]>();
  queues.set(db, sessions);
  return await new Promise<Outcome<T>>((resolve, reject) => {
    const waiting = { version, decide, resolve: resolve as Waiting['resolve'], reject };
    const queue = sessions.get(sessionId);
    if (queue) queue.push(waiting);
    else {
      const begun = [waiting];
      sessions.set(sessionId, begun);
      void workOff(db, sessionId, begun, sessions);
    }
  });
}

async function workOff(
  db: Db,
  sessionId: string,
  queue: Waiting[],
  sessions: Map<string, Waiting[]>,
): Promise<void> {
  while (queue.length > 0) {
    const group = queue.splice(0, mostTogether);
    try {
      if (!(await decideGroup(db, sessionId, group))) await decideEach(db, sessionId, group);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
  // In the same breath as the last look: whoever is answered now may come again at once.
  sessions.delete(sessionId);
}

/** False when it takes the lock: somebody else was faster, or a checkpoint is to be made. */
async function decideGroup(db: Db, sessionId: string, group: readonly Waiting[]): Promise<boolean> {
  const start = await logSince(db, sessionId, Math.max(...group.map(({ version }) => version)));
  let log = start;
  let operatedAt: number | null = null;
  const rows: DecisionRow[] = [];
  const bound: Followed['bound'][number][] = [];
  const answers: ((log: SessionLog) => void)[] = [];
  for (const { decide, resolve, reject } of group) {
    try {
      const { decided, now, value } = await decide(db, log);
      const followed = followedBy(log, decided);
      log = followed.log;
      rows.push(...followed.rows);
      bound.push(...followed.bound);
      if (decided.some(({ code }) => code === null)) operatedAt = now;
      answers.push((log) => resolve({ log, value }));
    } catch (error) {
      answers.push(() => reject(error));
    }
  }
  if (rows.length > 0) {
    if (isCheckpointDue(log)) return false;
    const isWritten = await writeChange(db, { log, rows, bound, since: start.version, operatedAt });
    if (!isWritten) return false;
    remember(db, log);
  }
  for (const answer of answers) answer(log);
  return true;
}

async function decideEach(db: Db, sessionId: string, group: readonly Waiting[]): Promise<void> {
  for (const { decide, resolve, reject } of group)
    await changeSession(db, sessionId, async (trx, state) => {
      const { decided, now, value } = await decide(trx, state.log);
      return { log: await keepDecided(trx, state.log, decided, now), value };
    }).then(resolve, reject);
}
