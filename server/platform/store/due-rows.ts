/**
 * Queues in the database on which several server processes work.
 *
 *     waiting ──► claimed (until the end of its lease) ──► done, or waiting again after a pause
 *
 * A process claims a row by moving its `next_at` into the future. If the process dies, `next_at` passes, and another one
 * claims the row. The work of a row may therefore be done twice.
 *
 * A claim never waits. On PostgreSQL it skips a row that another transaction has locked, and the next look finds the row
 * again. SQLite has one process.
 */
import { sql, type Selectable } from 'kysely';
import type { Database } from './schema.ts';
import { isPostgres, type Db } from './transactions.ts';

type Queue = 'webhook_calls' | 'mails' | 'pushes' | 'print_jobs';

/** A row as it was read. */
interface Due {
  readonly id: string;
  readonly next_at: number | null;
}

/**
 * Claims a row in one statement.
 *
 * @param change further columns that the claim sets
 * @returns undefined if another process was faster
 */
export async function claimRow<Table extends Queue>(
  db: Db,
  queue: Table,
  { id, next_at: nextAt }: Due,
  until: number,
  change: Partial<Selectable<Database[Table]>> = {},
): Promise<Selectable<Database[Table]> | undefined> {
  // The columns of these statements are the same in all queues.
  const table = queue as 'mails';
  const claimed = await db
    .updateTable(table)
    .set({ ...(change as object), next_at: until })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom(table)
        .select('id')
        .where('id', '=', id)
        .where('next_at', '=', nextAt)
        // A ticket that was printed meanwhile is not due any more.
        .$if(queue === 'print_jobs', (query) => query.where(sql`printed_at`, 'is', null))
        .$if(isPostgres(db), (query) => query.forUpdate().skipLocked()),
    )
    .returningAll()
    .executeTakeFirst();
  return claimed as Selectable<Database[Table]> | undefined;
}

interface Attempts {
  readonly now: number;
  /** Longer than an attempt takes, ms. */
  readonly leaseMs: number;
  readonly atOnce: number;
  onError(error: unknown, id: string): void;
}

/** Claims the rows that are due, and attempts each of them. @returns the number of due rows */
export async function attemptDue<Table extends 'mails' | 'pushes'>(
  db: Db,
  queue: Table,
  { now, leaseMs, atOnce, onError }: Attempts,
  attempt: (row: Selectable<Database[Table]>) => Promise<void>,
): Promise<number> {
  const due = await db
    .selectFrom(queue as 'mails')
    .select(['id', 'next_at'])
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(atOnce)
    .execute();
  await Promise.all(
    due.map(async (row) => {
      const claimed = await claimRow(db, queue, row, now + leaseMs);
      if (claimed) await attempt(claimed).catch((error: unknown) => onError(error, row.id));
    }),
  );
  return due.length;
}

/** The pause between two attempts, ms. It doubles each time, up to the longest. */
const retry = { firstMs: 5_000, longestMs: 60 * 60 * 1000 };

/** How long the next attempt waits after so many attempts, ms. */
export function pauseAfter(attempts: number): number {
  return Math.min(retry.firstMs * 2 ** attempts, retry.longestMs);
}
