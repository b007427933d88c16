import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { codes } from '#contract/codes.ts';
import { serverMode } from '#contract/states.ts';
import { readServedMenu } from '#server/menu/menu.ts';
import { addMostLoved } from '#server/menu/most-loved.ts';
import { readSettings, toTinyMerchant } from '#server/menu/merchants.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';

/**
 * Reads the first answers that the menu page needs, so that the server can send them with the page. Returns undefined
 * for a restaurant that has its own server, or if a call would be refused.
 */
export function readFirstAnswers(db: Db, clock: Clock) {
  return async (
    merchantId: string,
    language: LanguageCode,
  ): Promise<FirstAnswers | 'unknownMerchant' | undefined> => {
    try {
      const merchant = toTinyMerchant(merchantId, await readSettings(db, merchantId), language);
      if (merchant.serverMode === serverMode.local) return undefined;
      const now = clock.now();
      return {
        merchantId,
        language,
        at: now,
        merchant,
        menu: await addMostLoved(db, merchantId, await readServedMenu(db, merchantId, language, now), now),
      };
    } catch (error) {
      if (error instanceof Refusal) return error.code === codes.notFound ? 'unknownMerchant' : undefined;
      throw error;
    }
  };
}
