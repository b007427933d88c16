/**
 * Changes of one table are decided one after the other, in memory, and become durable together: while one write is under
 * way, what comes is collected for the next. Each keeps its own answer. Without the table's lock: a write counts only if
 * the session still has the version on which it was decided, else each is decided again under the lock.
 */
import { setImmediate } from 'node:timers/promises';
import { createBatcher } from '#server/platform/store/rows/batches.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { Decided, DecisionRow } from './decision-rows.ts';
import { isCheckpointDue } from './compaction.ts';
import { remember } from './log-cache.ts';
import type { SessionLog } from './merged-log.ts';
import { followedBy, type Followed } from './log-store.ts';
import { changeSession, keepDecided, logSince } from './session-log.ts';
import { writeChange } from './write-changes.ts';

interface Decisions<T> {
  /** The log that it was asked of, with what was read to decide. */
  readonly log: SessionLog;
  readonly decided: readonly Decided[];
  /** Wall clock, ms. */
  readonly now: number;
  readonly value: T;
}

/** Decides on a change; may be asked again, so it reads from `db` alone and stores nothing. Throws to refuse. */
export type Decide<T> = (db: Db, log: SessionLog) => Promise<Decisions<T>>;

interface SettledDecision<T> {
  /** Durable, and holds the decisions. */
  readonly log: SessionLog;
  readonly value: T;
}

interface Asked {
  readonly version: number;
  readonly decide: Decide<unknown>;
}

type SettledDecisions = PromiseSettledResult<SettledDecision<unknown>>[];

/** Of deciding, before others have their turn. */
const shareMs = 5;

const limits = { most: 50, underWay: 1 };

const decided = createBatcher<Db, Asked, SettledDecision<unknown>>(
  async (db, group, sessionId) =>
    (await decideGroup(db, sessionId, group)) ?? (await decideEach(db, sessionId, group)),
  limits,
);

/** Answers when it is durable; rejects with what `decide` throws. @param version of the session a moment ago */
export async function decideTogether<T>(
  db: Db,
  sessionId: string,
  version: number,
  decide: Decide<T>,
): Promise<SettledDecision<T>> {
  return (await decided(db, { version, decide }, sessionId)) as SettledDecision<T>;
}

/** Undefined when it takes the lock: somebody else was faster, or a checkpoint is to be made. */
async function decideGroup(
  db: Db,
  sessionId: string,
  group: readonly Asked[],
): Promise<SettledDecisions | undefined> {
  const start = await logSince(db, sessionId, Math.max(...group.map(({ version }) => version)));
  let log = start;
  let operatedAt: number | null = null;
  const rows: DecisionRow[] = [];
  const bound: Followed['bound'][number][] = [];
  const values: PromiseSettledResult<unknown>[] = [];
  let since = performance.now();
  for (const { decide } of group) {
    // A hundred events take as long as many taps at other tables, which need not wait for the whole group.
    if (performance.now() - since > shareMs) {
      await setImmediate();
      since = performance.now();
    }
    try {
      const { log: read, decided, now, value } = await decide(db, log);
      const followed = followedBy(read, decided);
      log = followed.log;
      rows.push(...followed.rows);
      bound.push(...followed.bound);
      if (decided.some(({ code }) => code === null)) operatedAt = now;
      values.push({ status: 'fulfilled', value });
    } catch (error) {
      values.push({ status: 'rejected', reason: error });
    }
  }
  if (rows.length > 0) {
    if (isCheckpointDue(log)) return undefined;
    const isWritten = await writeChange(db, { log, rows, bound, since: start.version, operatedAt });
    if (!isWritten) return undefined;
    remember(db, log);
  }
  return values.map((each) =>
    each.status === 'fulfilled' ? { status: 'fulfilled', value: { log, value: each.value } } : each,
  );
}

async function decideEach(db: Db, sessionId: string, group: readonly Asked[]): Promise<SettledDecisions> {
  const outcomes: SettledDecisions = [];
  for (const { decide } of group) {
    const change = changeSession(db, sessionId, async (trx, state) => {
      const { log: read, decided, now, value } = await decide(trx, state.log);
      return { log: await keepDecided(trx, read, decided, now), value };
    });
    outcomes.push(...(await Promise.allSettled([change])));
  }
  return outcomes;
}
