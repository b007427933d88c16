import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  searchProducts,
} from '#contract/calls/merchant.ts';
import { codes } from '#contract/codes.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { route, statusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { categoryNames, findProducts, servedMenu } from './menu.ts';
import { merchantSettings, tinyMerchant } from './merchants.ts';

/** What anybody may read about a merchant, with or without a token. */
export function menuRoutes({ db, clock }: { readonly db: Db; readonly clock: Clock }): Route[] {
  return [
    route(getTinyMerchant, 'nothing', async ({ query, who }) => {
      const merchantId = merchantOf('id', query.id, who);
      const merchant = await merchantSettings(db, merchantId);
      const wanted = query.settingValueEnums?.match(/\d+/g)?.map(Number);
      return tinyMerchant(merchantId, merchant, who.language, wanted && new Set(wanted));
    }),

    route(getMerchantHome, 'nothing', async ({ query, who }) => {
      const { language } = who;
      const merchantId = merchantOf('merchantId', query.merchantId, who);
      const { shortName, desc, img } = tinyMerchant(
        merchantId,
        await merchantSettings(db, merchantId),
        language,
      );
      return {
        id: merchantId,
        shortName,
        desc,
        img,
        categories: await categoryNames(db, merchantId, language),
      };
    }),

    route(searchProducts, 'nothing', async ({ query: { keyword, ...query }, who }) => {
      const { language } = who;
      const merchantId = merchantOf('merchantId', query.merchantId, who);
      await merchantSettings(db, merchantId);
      return { products: await findProducts(db, merchantId, language, { keyword, now: clock.now() }) };
    }),

    route(getProductsByCategories, 'nothing', async ({ query, who }) => {
      const { language } = who;
      const merchantId = merchantOf('merchantId', query.merchantId, who);
      await merchantSettings(db, merchantId);
      return await servedMenu(db, merchantId, language, clock.now());
    }),
  ];
}

/** The merchant that the call is about. A Refusal 400 where nothing of the request names one. */
function merchantOf(parameter: string, asked: string | undefined, who: Who<'nothing'>): string {
  const merchantId = asked ?? who.merchantId;
  const path = `query.${parameter}`;
  if (merchantId === undefined) throw statusRefusal(codes.badRequest, `${path}: is missing`, { path });
  return merchantId;
}
