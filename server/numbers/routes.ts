import { closeDay, listClosings } from '#contract/calls/closing.ts';
import { exportOrders, getNumbers } from '#contract/calls/numbers.ts';
import type { Route } from '#server/http/routes/route.ts';
import { staffRoute } from '#server/staff/staff-route.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Db } from '#server/store/transactions.ts';
import { closeDay as close, closingsOf, nextClosing } from './closing.ts';
import { exportedOrders } from './export-orders.ts';
import { numbersOf } from './numbers.ts';

interface NumbersDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** CX29, CX30: what an owner wants to know of the evenings. */
export function numbersRoutes({ db, clock }: NumbersDeps): Route[] {
  return [
    staffRoute(getNumbers, async (merchantId, { query, who: { language } }) =>
      numbersOf(db, { merchantId, ...query, language, now: clock.now() }),
    ),
    staffRoute(exportOrders, async (merchantId, { query }) => exportedOrders(db, merchantId, query)),
    staffRoute(listClosings, async (merchantId, { query: { before } }) => ({
      closings: await closingsOf(db, merchantId, before),
      next: (await nextClosing(db, merchantId, clock.now())) ?? null,
    })),
    staffRoute(closeDay, async (merchantId, { body: { day } }, { by }) =>
      close(db, merchantId, { day, closedBy: by.name, now: clock.now() }),
    ),
  ];
}
