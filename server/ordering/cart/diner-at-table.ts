import type { TableSession, Who } from '#server/platform/http/routes/who.ts';
import type { Db } from '#server/platform/store/transactions.ts';

export type DinerAtTable = Who<'dinerAtTable'>;

/** CX19: a party that was moved goes on under the table that its phones know. */
export function isAt({ tableId, askedAs }: TableSession, named: string): boolean {
  return named === tableId || named === askedAs;
}

/** First names by user id, as the table sees them; empty for somebody who gave none. */
export async function dinerNames(db: Db, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name'])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map(({ id, first_name: firstName }) => [id, firstName]));
}
