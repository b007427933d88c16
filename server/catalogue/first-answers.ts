import type { FirstAnswers } from '#contract/http/first-answers.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { serverMode } from '#contract/states.ts';
import { servedMenu } from '#server/catalogue/menu.ts';
import { merchantSettings, tinyMerchant } from '#server/catalogue/merchants.ts';
import type { Clock } from '#server/process/clock.ts';
import type { Db } from '#server/store/transactions.ts';
import { Refusal } from '#server/http/routes/route.ts';

/** What the menu's page would ask for first, as the API would answer it; undefined for a merchant that does not exist, or whose own server has the last word. */
export function readFirstAnswers(db: Db, clock: Clock) {
  return async (merchantId: string, language: LanguageCode): Promise<FirstAnswers | undefined> => {
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
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };
}
