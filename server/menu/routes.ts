import {
  getMerchantHome,
  getProductsByCategories,
  getTinyMerchant,
  searchProducts,
} from '#contract/calls/merchant.ts';
import { codes } from '#contract/codes.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { defineRoute, createStatusRefusal, type Route } from '#server/platform/http/routes/route.ts';
import type { Who } from '#server/platform/http/routes/who.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import { readCategoryNames, findProducts, readServedMenu } from './menu.ts';
import { addMostLoved } from './most-loved.ts';
import { readSettings, toTinyMerchant } from './merchants.ts';

/** The public calls about a restaurant and its menu, with or without a token. */
export function createMenuRoutes({ db, clock }: { readonly db: Db; readonly clock: Clock }): Route[] {
  return [
    defineRoute(getTinyMerchant, 'nothing', async ({ query, who }) => {
      const merchantId = readMerchantId('id', query.id, who);
      const merchant = await readSettings(db, merchantId);
      const wanted = query.settingValueEnums?.match(/\d+/g)?.map(Number);
      return toTinyMerchant(merchantId, merchant, who.language, wanted && new Set(wanted));
    }),

    defineRoute(getMerchantHome, 'nothing', async ({ query, who }) => {
      const { language } = who;
      const merchantId = readMerchantId('merchantId', query.merchantId, who);
      const { shortName, desc, img } = toTinyMerchant(
        merchantId,
        await readSettings(db, merchantId),
        language,
      );
      return {
        id: merchantId,
        shortName,
        desc,
        img,
        categories: await readCategoryNames(db, merchantId, language),
      };
    }),

    defineRoute(searchProducts, 'nothing', async ({ query: { keyword, ...query }, who }) => {
      const { language } = who;
      const merchantId = readMerchantId('merchantId', query.merchantId, who);
      await readSettings(db, merchantId);
      return { products: await findProducts(db, merchantId, language, { keyword, now: clock.now() }) };
    }),

    defineRoute(getProductsByCategories, 'nothing', async ({ query, who }) => {
      const { language } = who;
      const merchantId = readMerchantId('merchantId', query.merchantId, who);
      await readSettings(db, merchantId);
      const now = clock.now();
      return await addMostLoved(db, merchantId, await readServedMenu(db, merchantId, language, now), now);
    }),
  ];
}

/** Returns the restaurant of the query, or else of the token. @throws Refusal 400 without both */
function readMerchantId(parameter: string, asked: string | undefined, who: Who<'nothing'>): string {
  const merchantId = asked ?? who.merchantId;
  const path = `query.${parameter}`;
  if (merchantId === undefined) throw createStatusRefusal(codes.badRequest, `${path}: is missing`, { path });
  return merchantId;
}
