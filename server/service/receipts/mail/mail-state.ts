import type { Receipt } from '#contract/calls/receipt.ts';
import { listStoredConnections } from '#server/platform/connections/connections.ts';
import type { Db } from '#server/platform/store/transactions.ts';

export async function hasMailServer(db: Db, merchantId: string): Promise<boolean> {
  return (await listStoredConnections(db, merchantId)).some(({ kind }) => kind === 'mail');
}

/** Reads the field `mail` of a receipt. @param userId the diner who reads it; null: staff */
export async function readMailState(
  db: Db,
  merchantId: string,
  { orderId, userId }: { readonly orderId: string; readonly userId: string | null },
): Promise<Receipt['mail']> {
  if (!(await hasMailServer(db, merchantId))) return undefined;
  const member =
    userId === null
      ? undefined
      : await db
          .selectFrom('users')
          .select('mail')
          .where('id', '=', userId)
          .where('kind', '=', 'member')
          .executeTakeFirst();
  const last = await db
    .selectFrom('mails')
    .select('state')
    .where('order_id', '=', orderId)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { address: member?.mail ?? '', ...(last && { last: last.state }) };
}
