import { codes } from '#contract/codes.ts';
import { statusRefusal } from '#server/http/routes/route.ts';
import type { Who } from '#server/http/routes/who.ts';
import type { Db } from '#server/store/transactions.ts';

export type DinerAtTable = Who<'dinerAtTable'>;

/** A Refusal 403 for a request that names another merchant or table than its headers and token say. */
export function requireSamePlace(
  { session }: DinerAtTable,
  named: { readonly merchantId?: string | undefined; readonly tableId?: string | undefined },
): void {
  const isElsewhere =
    (named.merchantId !== undefined && named.merchantId !== session.merchantId) ||
    (named.tableId !== undefined && !isAt(session, named.tableId));
  if (isElsewhere) throw statusRefusal(codes.forbidden, 'This request names another table');
}

/** CX19: a party that was moved goes on under the table that its phones know. */
export function isAt({ tableId, askedAs }: DinerAtTable['session'], named: string): boolean {
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
