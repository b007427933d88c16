/** Stores what a session brought into another one when staff merged them, so that the merge can be undone. */
import * as z from 'zod/mini';
import { readFulfilmentOfTables } from '#server/ordering/fulfilment-log.ts';
import type { Db, Trx } from '#server/platform/store/transactions.ts';
import { readJson, UnreadableRow } from '#server/platform/store/rows/unreadable-row.ts';

const mergedBillSchema = z.object({
  /** The order that continues. */
  into: z.string(),
  /** The order that was merged into it. */
  orderId: z.string(),
  /** The diners who could not read the continuing order before. */
  readers: z.array(z.string()),
  /** How many events of its own the continuing order had. */
  acts: z.number(),
});
export type MergedBill = z.infer<typeof mergedBillSchema>;

const joinedSchema = z.object({
  /** The session that continues. */
  into: z.string(),
  /** The diners who were not in both sessions. */
  members: z.array(z.string()),
  orders: z.array(z.string()),
  placements: z.array(z.string()),
  /** How many orders the continuing session had placed before the merge. */
  placed: z.number(),
  /** The orders that became one. */
  bills: z.optional(z.array(mergedBillSchema)),
  /** The guests of the continuing session before and after the merge. */
  guests: z.optional(z.object({ before: z.number(), after: z.number() })),
});
type Joined = z.infer<typeof joinedSchema>;

export async function storeJoinedSession(trx: Trx, sessionId: string, joined: Joined): Promise<void> {
  await trx
    .updateTable('table_sessions')
    .set({ joined: JSON.stringify(joined) })
    .where('id', '=', sessionId)
    .execute();
}

/** Undefined if the session was never merged into another one. Throws an UnreadableRow. */
export function parseJoined({
  id,
  joined,
}: {
  readonly id: string;
  readonly joined: string | null;
}): Joined | undefined {
  if (joined === null) return undefined;
  const read = z.safeParse(joinedSchema, readJson(joined, id, 'joined'));
  if (!read.success) throw new UnreadableRow(id, 'joined');
  return read.data;
}

/** The number of orders that a session placed, without those that merged sessions brought into it. */
export async function countPlaced(db: Db, sessionId: string): Promise<number> {
  const placed = await db
    .selectFrom('placements')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('outcome', '=', 'placed')
    .execute();
  const events = (await readFulfilmentOfTables(db, [sessionId])).get(sessionId) ?? [];
  const parties = events.flatMap((event) => (event.type === 'tablesMerged' ? event.sessionId : []));
  if (parties.length === 0) return placed.length;
  const rows = await db
    .selectFrom('table_sessions')
    .select(['id', 'joined'])
    .where('id', 'in', parties)
    .execute();
  const brought = new Set(rows.flatMap((row) => parseJoined(row)?.placements ?? []));
  return placed.filter(({ id }) => !brought.has(id)).length;
}
