/** Staff remove a diner from a table: the diner's cart is cleared and their login ends. */
import { codes } from '#contract/codes.ts';
import { createCartCleared } from '#events/cart/cart-cleared.ts';
import { changeSession, storeDrafts } from '#server/ordering/cart/log/session-log.ts';
import { readDinerNames } from '#server/ordering/cart/diner-at-table.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';
import { endLogin } from '#server/ordering/members/login.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { findSessionAtTable } from '#server/ordering/tables/session-at-table.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';

interface Removal {
  readonly merchantId: string;
  readonly tableId: string;
  readonly userId: string;
}

/** A Refusal 404 if the diner does not sit there. Orders stay as they are. */
export async function removeDiner(
  { db, clock, subscribers }: SubscriberDeps & { readonly db: Db; readonly clock: Clock },
  { merchantId, tableId, userId }: Removal,
): Promise<void> {
  const session = await findSessionAtTable(db, merchantId, tableId);
  if (!session) throw new Refusal(codes.tableUnavailable, getServerTexts('tables.free'));
  const names = await readDinerNames(db, [userId]);
  await changeSession(db, session.id, async (trx, { log }) => {
    const now = clock.now();
    const member = await trx
      .updateTable('session_members')
      .set({ removed_at: now })
      .where('session_id', '=', session.id)
      .where('user_id', '=', userId)
      .where('removed_at', 'is', null)
      .returning('login_id')
      .executeTakeFirst();
    if (!member) throw new Refusal(codes.notFound, getServerTexts('tables.noDiner'));
    if (member.login_id !== null) await endLogin(trx, member.login_id, now);
    await subscribers.record(trx, 'dinerRemoved', { merchantId, sessionId: session.id, userId });
    const hasLines = log.view.carts.some((cart) => cart.userId === userId);
    if (!hasLines) return { log, value: undefined };
    const clear = {
      userId,
      userName: names.get(userId) ?? '',
      build: (fields: Parameters<typeof createCartCleared>[0]) =>
        createCartCleared(fields, { scope: 'user' }),
    };
    return { log: await storeDrafts(trx, log, [clear], now), value: undefined };
  });
}

/**
 * Lets a removed diner join again by a scan. Their login stays ended, and their cart stays cleared. A Refusal 404 if the
 * diner was not removed.
 */
export async function readmitDiner(
  { db }: { readonly db: Db },
  { merchantId, tableId, userId }: Removal,
): Promise<void> {
  const session = await findSessionAtTable(db, merchantId, tableId);
  const seat =
    session &&
    (await db
      .deleteFrom('session_members')
      .where('session_id', '=', session.id)
      .where('user_id', '=', userId)
      .where('removed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst());
  if (!seat) throw new Refusal(codes.notFound, getServerTexts('tables.notRemoved'));
}
