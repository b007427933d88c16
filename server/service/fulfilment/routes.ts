import { askHelp, getHelp, withdrawHelp } from '#contract/calls/help.ts';
import type { Actor } from '#events/fulfilment/service-event.ts';
import { readDinerNames, type DinerAtTable } from '#server/ordering/cart/diner-at-table.ts';
import type { LimiterDeps } from '#server/platform/http/routes/limiters.ts';
import { createTableBudget } from '#server/platform/http/routes/rate-limits.ts';
import { defineRoute, type Route } from '#server/platform/http/routes/route.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { askForHelp, readHelp, withdrawCall } from './help.ts';

/** New calls per hour, including withdrawn ones. A busy table calls every few minutes. */
const callsPerHour = { ofDiner: 20, reserved: 5, ofTable: 60 } as const;

/** The calls by which diners call staff. */
export function createHelpRoutes(
  deps: SubscriberDeps & LimiterDeps & { readonly db: Db; readonly clock: Clock },
): Route[] {
  const calls = createTableBudget(deps.limiters, 'calls', callsPerHour, 3600);
  const readDiner = async ({ asker: { userId } }: DinerAtTable): Promise<Actor> => ({
    kind: 'diner',
    userId,
    name: (await readDinerNames(deps.db, [userId])).get(userId) ?? '',
  });
  return [
    defineRoute(getHelp, 'dinerAtTable', async ({ who }) => await readHelp(deps, who.session)),
    defineRoute(askHelp, 'dinerAtTable', async ({ who, body }) => {
      const seat = { diner: who.asker.userId, table: who.session.id };
      await calls.requireRoom(seat);
      const isNew = await askForHelp(deps, who.session, { ...body, by: await readDiner(who) });
      if (isNew) await calls.count(seat);
      return await readHelp(deps, who.session);
    }),
    defineRoute(withdrawHelp, 'dinerAtTable', async ({ who, body }) => {
      await withdrawCall(deps, who.session, await readDiner(who), body.helpId);
      return await readHelp(deps, who.session);
    }),
  ];
}
