/** What any server of this kind must at least do: know who asks, read the request, make one row durable. */
import { updateCart } from '#contract/calls/cart.ts';
import { call } from '#contract/http/call.ts';
import { rowOf } from '#server/cart/log/decision-rows.ts';
import type { Deps } from '#server/app.ts';
import { route, type Route } from '#server/http/routes/route.ts';

export const insertOnly = call('POST /api/bench/insert', { body: updateCart.body!, data: updateCart.data });

/** Stores the events of the body as the cart's call does, and decides nothing. */
export function insertRoute({ db }: Deps): Route {
  return route(insertOnly, 'dinerAtTable', async ({ who, body }) => {
    const rows = (body.events ?? []).map((event, index) =>
      rowOf(who.session.id, { event, userId: who.asker.userId, code: null }, index + 1),
    );
    await db.insertInto('events').values(rows).execute();
    return { orderItems: [] };
  });
}
