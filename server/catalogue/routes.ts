import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  searchProducts,
} from '#contract/calls/merchant.ts';
import type { Db } from '#server/store/transactions.ts';
import { route, type Route } from '#server/http/routes/route.ts';
import type { Clock } from '#server/process/clock.ts';
import { categoryNames, findProducts, servedMenu } from './menu.ts';
import { merchantSettings, tinyMerchant } from './merchants.ts';

/** What anybody may read about a merchant, with or without a token. */
export function catalogueRoutes({ db, clock }: { readonly db: Db; readonly clock: Clock }): Route[] {
  return [
    route(getTinyMerchant, 'nothing', async ({ query, who }) => {
      const merchant = await merchantSettings(db, query.id);
      const wanted = query.settingValueEnums?.match(/\d+/g)?.map(Number);
      return tinyMerchant(query.id, merchant, who.language, wanted && new Set(wanted));
    }),

    route(getMerchantHome, 'nothing', async ({ query: { merchantId }, who: { language } }) => {
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

    route(searchProducts, 'nothing', async ({ query: { merchantId, keyword }, who: { language } }) => {
      await merchantSettings(db, merchantId);
      return { products: await findProducts(db, merchantId, language, { keyword, now: clock.now() }) };
    }),

    route(getProductsByCategories, 'nothing', async ({ query: { merchantId }, who: { language } }) => {
      await merchantSettings(db, merchantId);
      return await servedMenu(db, merchantId, language, clock.now());
    }),
  ];
}
