import { getCoupons } from '#contract/calls/coupon.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { defineRoute, type Route } from '#server/platform/http/routes/route.ts';
import { listCoupons } from './coupons.ts';

export function createCouponRoutes({ db, clock }: { readonly db: Db; readonly clock: Clock }): Route[] {
  return [
    defineRoute(getCoupons, 'diner', async ({ who, query }) => {
      const { merchantId, language } = who;
      const asking = { userId: who.asker.userId, merchantId, language };
      return { list: await listCoupons(db, asking, query.state, clock.now()) };
    }),
  ];
}
