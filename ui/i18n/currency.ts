import type { LanguageCode } from '#contract/http/headers.ts';

/** Returns the currency of a restaurant (ISO 4217). If the server names none, it is a guess by the language. */
export function findCurrency(
  merchant: { readonly currency: string } | undefined,
  language: LanguageCode,
): string {
  return merchant?.currency || (language === 'zh-TW' ? 'TWD' : 'USD');
}
