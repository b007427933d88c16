import type { LanguageCode } from '#contract/http/headers.ts';

/** ISO 4217: the currency of the country in which each language of the app is spoken. */
const usual: Readonly<Record<LanguageCode, string>> = { 'en-US': 'USD', 'zh-TW': 'TWD' };

/** Returns the currency of a restaurant (ISO 4217). If the server names none, it is that of the page's language. */
export function findCurrency(
  merchant: { readonly currency: string } | undefined,
  language: LanguageCode,
): string {
  return merchant?.currency || usual[language];
}
