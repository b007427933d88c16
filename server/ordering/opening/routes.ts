import { getOpening, getPickupTimes } from '#contract/calls/opening.ts';
import { codes } from '#contract/codes.ts';
import { defineRoute, createStatusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { readOpening } from './opening.ts';
import { readPickupTimes } from './pickup.ts';

/** The public calls about when a restaurant takes orders and hands them over. */
export function createOpeningRoutes({ db, clock }: { readonly db: Db; readonly clock: Clock }): Route[] {
  return [
    defineRoute(getOpening, 'nothing', async ({ query, who }) => {
      const reading = { language: who.language, now: clock.now() };
      return await readOpening(db, readMerchantId(query.merchantId, who), reading);
    }),
    defineRoute(getPickupTimes, 'nothing', async ({ query, who }) => {
      const reading = { language: who.language, now: clock.now() };
      return await readPickupTimes(db, readMerchantId(query.merchantId, who), reading);
    }),
  ];
}

/** Returns the restaurant of the query, or else of the token. @throws Refusal 400 without both */
function readMerchantId(asked: string | undefined, who: Who<'nothing'>): string {
  const merchantId = asked ?? who.merchantId;
  const path = 'query.merchantId';
  if (merchantId === undefined) throw createStatusRefusal(codes.badRequest, `${path}: is missing`, { path });
  return merchantId;
}
