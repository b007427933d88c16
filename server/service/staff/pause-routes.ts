import { pauseOrders, resumeOrders, type OrderPause } from '#contract/calls/opening.ts';
import { deletePause, findPause, writePause } from '#server/ordering/opening/pause.ts';
import type { SubscriberDeps } from '#server/ordering/subscribers.ts';
import type { Route } from '#server/platform/http/routes/route.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { runInTransaction, type Db } from '#server/platform/store/transactions.ts';
import { defineStaffRoute } from './staff-route.ts';

interface PauseDeps extends SubscriberDeps {
  readonly db: Db;
  readonly clock: Clock;
}

const minuteMs = 60_000;

/** The calls that pause and resume ordering. Phones and staff screens are notified like after a change of the menu. */
export function pauseRoutes({ db, clock, subscribers }: PauseDeps): Route[] {
  return [
    defineStaffRoute(pauseOrders, async (merchantId, { body: { reason, minutes } }, { by }) => {
      const since = clock.now();
      const until = minutes === null ? null : since + minutes * minuteMs;
      const pause: OrderPause = { reason: reason.trim(), until, by: by.name, since };
      await runInTransaction(db, async (trx) => {
        await writePause(trx, merchantId, pause);
        await subscribers.record(trx, 'menuChanged', { merchantId });
      });
      return { pause };
    }),
    defineStaffRoute(resumeOrders, async (merchantId) => {
      return await runInTransaction(db, async (trx) => {
        const wasPaused = (await findPause(trx, merchantId, clock.now())) !== undefined;
        await deletePause(trx, merchantId);
        await subscribers.record(trx, 'menuChanged', { merchantId });
        return { resumed: wasPaused };
      });
    }),
  ];
}
