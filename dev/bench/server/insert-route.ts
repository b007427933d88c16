/**
 * The floor: what any server of this kind must at least do: know who asks, read the request, make its rows durable. Those
 * of one moment are committed together, as changes of carts are.
 */
import { updateCart } from '#contract/calls/cart.ts';
import { call } from '#contract/http/call.ts';
import { rowOf, type DecisionRow } from '#server/ordering/cart/log/decision-rows.ts';
import { storeEvents, writesAtOnce } from '#server/ordering/cart/log/write-changes.ts';
import type { Deps } from '#server/app.ts';
import { route, type Route } from '#server/platform/http/routes/route.ts';
import { allFulfilled, createBatcher } from '#server/platform/store/rows/batches.ts';
import { inOneStatement, inTransaction, isPostgres, type Db } from '#server/platform/store/transactions.ts';

export const insertOnly = call('POST /api/bench/insert', { body: updateCart.body!, data: updateCart.data });

/** Stores the events of the body as the cart's call does, and decides nothing. */
export function insertRoute({ db }: Deps): Route {
  return route(insertOnly, 'dinerAtTable', async ({ who, body }) => {
    const rows = (body.events ?? []).map((event, index) =>
      rowOf(who.session.id, { event, userId: who.asker.userId, code: null }, index + 1),
    );
    await stored(db, rows);
    return { orderItems: [] };
  });
}

const stored = createBatcher<Db, readonly DecisionRow[], void>(async (db, groups) => {
  const rows = groups.flat();
  await (isPostgres(db)
    ? inOneStatement(db, async () => await storeEvents(db, rows))
    : inTransaction(db, async (trx) => await storeEvents(trx, rows)));
  return allFulfilled(groups.map(() => undefined));
}, writesAtOnce);
