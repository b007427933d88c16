import { getOpening } from '#contract/calls/opening.ts';
import { codes } from '#contract/codes.ts';
import { route, statusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readOpening } from './opening.ts';

/** The public call about whether a restaurant takes orders. */
export function openingRoutes({ db, clock }: { readonly db: Db; readonly clock: Clock }): Route[] {
  return [
    route(getOpening, 'nothing', async ({ query, who }) => {
      const merchantId = query.merchantId ?? who.merchantId;
      const path = 'query.merchantId';
      if (merchantId === undefined) throw statusRefusal(codes.badRequest, `${path}: is missing`, { path });
      return await readOpening(db, merchantId, { language: who.language, now: clock.now() });
    }),
  ];
}
