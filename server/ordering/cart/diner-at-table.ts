import type { TableSession, Who } from '#server/platform/http/routes/who.ts';
import type { Db } from '#server/platform/store/transactions.ts';

export type DinerAtTable = Who<'dinerAtTable'>;

/** After staff moved the diners, their phones may still name the table where they sat before. */
export function isSameTable({ tableId, askedAs }: TableSession, named: string): boolean {
  return named === tableId || named === askedAs;
}

/** First names by user id; an empty one for a diner who gave none. */
export async function readDinerNames(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name'])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map(({ id, first_name: firstName }) => [id, firstName]));
}
