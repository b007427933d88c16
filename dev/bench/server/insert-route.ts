/**
 * The least work that any such server must do: identify the caller, read the request, make its rows durable. Requests of
 * the same moment are committed together, like changes of carts.
 */
import { updateCart } from '#contract/calls/cart.ts';
import { createItemAdded } from '#events/cart/item-added.ts';
import type { Restaurant } from '#testing/restaurant.ts';
import { createPhone } from '#tests/server-cart/given.ts';
import { openStore, type StoreOptions } from '#server/platform/store/open-store.ts';
import { call } from '#contract/http/call.ts';
import { createDecisionRow, type DecisionRow } from '#server/ordering/cart/log/decision-rows.ts';
import { storeEvents, writesAtOnce } from '#server/ordering/cart/log/write-changes.ts';
import type { Deps } from '#server/app.ts';
import { defineRoute, type Route } from '#server/platform/http/routes/route.ts';
import { markFulfilled, createBatcher } from '#server/platform/store/rows/batches.ts';
import {
  runInOneStatement,
  runInTransaction,
  isPostgres,
  type Db,
} from '#server/platform/store/transactions.ts';

const insertedRows = 5000;

export const insertOnly = call('POST /api/bench/insert', { body: updateCart.body!, data: updateCart.data });

/** Stores the events of the body like the cart's call, but without a decision. */
export function insertRoute({ db }: Deps): Route {
  return defineRoute(insertOnly, 'dinerAtTable', async ({ who, body }) => {
    const rows = (body.events ?? []).map((event, index) =>
      createDecisionRow(who.session.id, { event, userId: who.asker.userId, code: null }, index + 1),
    );
    await storeAtOnce(db, rows);
    return { orderItems: [] };
  });
}

/** Stores rows, together with those of other callers at this moment. */
export const storeAtOnce = createBatcher<Db, readonly DecisionRow[], void>(async (db, groups) => {
  const rows = groups.flat();
  await (isPostgres(db)
    ? runInOneStatement(db, async () => await storeEvents(db, rows))
    : runInTransaction(db, async (trx) => await storeEvents(trx, rows)));
  return markFulfilled(groups.map(() => undefined));
}, writesAtOnce);

/** Stores rows of the table after the last one without a server. @returns rows a second */
export async function insertRows(store: StoreOptions, { seats, dishes }: Restaurant): Promise<number> {
  const { sessionId, userId } = seats.at(-1)![0]!;
  const author = createPhone('inserter', userId);
  const rows = Array.from({ length: insertedRows }, (_, n) => {
    const fields = author.createFields({}, Date.now());
    const event = createItemAdded(fields, { lineId: fields.id, item: dishes[0]!, quantity: 1 });
    return createDecisionRow(sessionId, { event, userId, code: null }, n + 1);
  });
  const db = await openStore(store);
  const start = performance.now();
  await Promise.all(rows.map(async (row) => await storeAtOnce(db, [row])));
  const seconds = (performance.now() - start) / 1000;
  await db.destroy();
  return insertedRows / seconds;
}
