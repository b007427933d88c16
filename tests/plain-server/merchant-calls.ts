import * as z from 'zod/mini';
import { readDemoMerchants } from '#server/demo/restaurants.ts';
import { merchantOf, read } from './ask.ts';
import type { Calls } from './calls.ts';
import { homeAnswer, menuAnswer, tinyMerchantAnswer } from './menu.ts';

const demoMerchants = await readDemoMerchants();
const withId = z.object({ id: z.string() });
const withMerchantId = z.object({ merchantId: z.string() });

/** What anybody may read about a merchant. */
export function merchantCalls(): Calls {
  const merchantById = (id: string) => merchantOf(demoMerchants.find((each) => each.id === id));
  return {
    'GET /api/merchant/tiny-merchant': ({ request, say }) =>
      tinyMerchantAnswer(merchantById(read(withId, request.query).id), say),

    'GET /api/member/merchant/home': ({ request, say }) =>
      homeAnswer(merchantById(read(withMerchantId, request.query).merchantId), say),

    'GET /api/member/merchant/products-by-categories': ({ request, say }) =>
      menuAnswer(merchantById(read(withMerchantId, request.query).merchantId), say),
  };
}
