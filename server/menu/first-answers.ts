import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { codes } from '#contract/codes.ts';
import { serverMode } from '#contract/states.ts';
import { servedMenu } from '#server/menu/menu.ts';
import { merchantSettings, tinyMerchant } from '#server/menu/merchants.ts';
import type { Clock } from '#server/platform/lifecycle/clock.ts';
import type { Db } from '#server/platform/store/transactions.ts';
import { Refusal } from '#server/platform/http/routes/route.ts';

/**
 * What the menu's page would ask for first, as the API would answer it. Undefined for a merchant whose own server has the
 * last word, or that cannot be asked just now.
 */
export function readFirstAnswers(db: Db, clock: Clock) {
  return async (
    merchantId: string,
    language: LanguageCode,
  ): Promise<FirstAnswers | 'unknownMerchant' | undefined> => {
    try {
      const merchant = tinyMerchant(merchantId, await merchantSettings(db, merchantId), language);
      if (merchant.serverMode === serverMode.local) return undefined;
      const now = clock.now();
      return {
        merchantId,
        language,
        at: now,
        merchant,
        menu: await servedMenu(db, merchantId, language, now),
      };
    } catch (error) {
      if (error instanceof Refusal) return error.code === codes.notFound ? 'unknownMerchant' : undefined;
      throw error;
    }
  };
}
