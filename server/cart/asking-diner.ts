import { codes } from '#contract/codes.ts';
import { statusRefusal } from '#server/http/routes/route.ts';
import type { Who } from '#server/http/routes/who.ts';

export type DinerAtTable = Who<'dinerAtTable'>;

/**
 * A request may name the merchant and the table a second time, in its body or query: a Refusal 403 when that is
 * another one than the headers and the token say.
 */
export function requireSamePlace(
  { session }: DinerAtTable,
  named: { readonly merchantId?: string | undefined; readonly tableId?: string | undefined },
): void {
  const isElsewhere =
    (named.merchantId !== undefined && named.merchantId !== session.merchantId) ||
    (named.tableId !== undefined && named.tableId !== session.tableId);
  if (isElsewhere) throw statusRefusal(codes.forbidden, 'This request names another table');
}
