import type { LanguageCode } from '#contract/http/headers.ts';

/** ISO 4217: where each language of the app is spoken. */
const usual: Readonly<Record<LanguageCode, string>> = { 'en-US': 'USD', 'zh-TW': 'TWD' };

/** P5: what prices are in (ISO 4217); where a restaurant does not say, the currency of its page's language. */
export function currencyOf(
  merchant: { readonly currency: string } | undefined,
  language: LanguageCode,
): string {
  return merchant?.currency || usual[language];
}
