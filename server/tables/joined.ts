/** D49: what a party that joined another one brought along: kept so that it can be taken back. */
import * as z from 'zod/mini';
import type { Db, Trx } from '#server/store/transactions.ts';
import { readJson, UnreadableRow } from '#server/store/unreadable-row.ts';

const joinedSchema = z.object({
  /** The party that goes on. */
  into: z.string(),
  /** Who did not sit there before. */
  members: z.array(z.string()),
  orders: z.array(z.string()),
  placements: z.array(z.string()),
  /** How often the two had ordered by then. */
  placed: z.number(),
});
type Joined = z.infer<typeof joinedSchema>;

export async function noteJoined(trx: Trx, sessionId: string, joined: Joined): Promise<void> {
  await trx
    .updateTable('table_sessions')
    .set({ joined: JSON.stringify(joined) })
    .where('id', '=', sessionId)
    .execute();
}

/** undefined: it has joined none. Throws an UnreadableRow. */
export function joinedOf({
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

/** How often a session's diners have ordered. */
export async function countPlaced(db: Db, sessionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('placements')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('session_id', '=', sessionId)
    .where('outcome', '=', 'placed')
    .executeTakeFirstOrThrow();
  return Number(count);
}
