/** Lets a diner delete the own account at this restaurant, with every login. */
import { codes } from '#contract/codes.ts';
import { accountInUse, type removeAccount } from '#contract/calls/privacy.ts';
import type { DataOf } from '#contract/http/call.ts';
import { dropCachedLogs } from '#server/ordering/cart/log/log-cache.ts';
import { Refusal, createStatusRefusal } from '#server/platform/http/routes/route.ts';
import type { Asker } from '#server/platform/http/routes/who.ts';
import { closeConnections } from '#server/ordering/members/login.ts';
import { hasOpenOrder } from '#server/ordering/orders/read-orders.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { HubDeps } from '#server/ordering/realtime/publish.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import { eraseAccount, findOpenTable, findOwnUserIds } from './erase.ts';

type Deps = Pick<HubDeps, 'hub' | 'log'> & { readonly db: Db; readonly clock: Clock };

/**
 * @throws Refusal `accountInUse` while the diner sits at a table or has an open order; 401 if the account is gone
 * already
 */
export async function removeOwnAccount(deps: Deps, asker: Asker): Promise<DataOf<typeof removeAccount>> {
  const { db, clock } = deps;
  await runInTransaction(db, async (trx) => {
    const user = await trx.selectFrom('users').selectAll().where('id', '=', asker.userId).executeTakeFirst();
    if (!user) throw createStatusRefusal(codes.unauthorized, 'This account is deleted');
    if (await findOpenTable(trx, await findOwnUserIds(trx, user.id)))
      throw new Refusal(accountInUse, getServerTexts('members.atTable'), {
        data: { reason: 'atTable' },
      });
    if (await hasOpenOrder(trx, asker))
      throw new Refusal(accountInUse, getServerTexts('members.openOrder'), {
        data: { reason: 'openOrder' },
      });
    await eraseAccount(trx, user, clock.now());
  });
  dropCachedLogs(db);
  closeConnections(deps, asker.userId);
  return { removed: true };
}
