/**
 * Decides about the changes of one table one after the other in memory, and stores them together. While one write is
 * under way, further changes are collected for the next one. Each caller gets its own answer.
 *
 *     tap 1 ─► decide ─► write ───────────► answer 1
 *     tap 2 ──────┐           decide 2, 3 ─► write ─► answers 2 and 3
 *     tap 3 ──────┘
 *
 * No lock is held while deciding. The write counts only if the session still has the version on which it was decided.
 * Otherwise each change is decided again under the session's lock.
 */
import { setImmediate } from 'node:timers/promises';
import { createBatcher } from '#server/platform/store/rows/batches.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import type { Decided, DecisionRow } from './decision-rows.ts';
import { isCheckpointDue } from './compaction.ts';
import { cacheLog } from './log-cache.ts';
import type { SessionLog } from './merged-log.ts';
import { appendDecisions, type AppendedLog } from './log-store.ts';
import { changeSession, storeDecisions, logSince } from './session-log.ts';
import { writeChange } from './write-changes.ts';

interface Decisions<T> {
  /** The given log, with the events that were read for the decision. */
  readonly log: SessionLog;
  readonly decided: readonly Decided[];
  /** Wall clock, ms. */
  readonly now: number;
  readonly value: T;
}

/** Decides about a change. It may be called again, so it only reads, and only from `db`. It throws to refuse. */
export type Decide<T> = (db: Db, log: SessionLog) => Promise<Decisions<T>>;

interface SettledDecision<T> {
  /** The stored log with the decisions. */
  readonly log: SessionLog;
  readonly value: T;
}

interface Asked {
  readonly version: number;
  readonly decide: Decide<unknown>;
}

type SettledDecisions = PromiseSettledResult<SettledDecision<unknown>>[];

/** After deciding for this long, other requests are served, ms. */
const shareMs = 5;

const limits = { most: 50, underWay: 1 };

const decideBatched = createBatcher<Db, Asked, SettledDecision<unknown>>(
  async (db, group, sessionId) =>
    (await decideGroup(db, sessionId, group)) ?? (await decideEach(db, sessionId, group)),
  limits,
);

/** Resolves when the decision is durable, and rejects with the error of `decide`. @param version a recent version of the session */
export async function decideTogether<T>(
  db: Db,
  sessionId: string,
  version: number,
  decide: Decide<T>,
): Promise<SettledDecision<T>> {
  return (await decideBatched(db, { version, decide }, sessionId)) as SettledDecision<T>;
}

/** Undefined if the lock is needed: another process stored a change first, or a checkpoint is due. */
async function decideGroup(
  db: Db,
  sessionId: string,
  group: readonly Asked[],
): Promise<SettledDecisions | undefined> {
  const start = await logSince(db, sessionId, Math.max(...group.map(({ version }) => version)));
  let log = start;
  let operatedAt: number | null = null;
  const rows: DecisionRow[] = [];
  const bound: AppendedLog['bound'][number][] = [];
  const values: PromiseSettledResult<unknown>[] = [];
  let since = performance.now();
  for (const { decide } of group) {
    // Deciding about a hundred events takes as long as many taps at other tables, which would wait.
    if (performance.now() - since > shareMs) {
      await setImmediate();
      since = performance.now();
    }
    try {
      const { log: read, decided, now, value } = await decide(db, log);
      const followed = appendDecisions(read, decided);
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
    cacheLog(db, log);
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
      return { log: await storeDecisions(trx, read, decided, now), value };
    });
    outcomes.push(...(await Promise.allSettled([change])));
  }
  return outcomes;
}
