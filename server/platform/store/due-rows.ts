/**
 * Queues in the database on which several server processes work.
 *
 *     waiting ──► claimed (until the end of its lease) ──► done, or waiting again after a pause
 *
 * A process claims a row by moving its `next_at` into the future. If the process dies, `next_at` passes, and another one
 * claims the row. The work of a row may therefore be done twice.
 */
import type { Selectable } from 'kysely';
import type { Database } from './schema.ts';
import type { Db } from './transactions.ts';

type Queue = 'webhook_calls' | 'mails' | 'pushes';

/** Claims a row as it was read. @returns undefined if another process was faster */
export async function claimRow<Table extends Queue>(
  db: Db,
  queue: Table,
  { id, next_at: nextAt }: { readonly id: string; readonly next_at: number | null },
  until: number,
): Promise<Selectable<Database[Table]> | undefined> {
  // The columns of this statement are the same in all queues.
  const claimed = await db
    .updateTable(queue as 'mails')
    .set({ next_at: until })
    .where('id', '=', id)
    .where('next_at', '=', nextAt)
    .returningAll()
    .executeTakeFirst();
  return claimed as Selectable<Database[Table]> | undefined;
}

/** The pause between two attempts, ms. It doubles each time, up to the longest. */
const retry = { firstMs: 5_000, longestMs: 60 * 60 * 1000 };

/** How long the next attempt waits after so many attempts, ms. */
export function pauseAfter(attempts: number): number {
  return Math.min(retry.firstMs * 2 ** attempts, retry.longestMs);
}
