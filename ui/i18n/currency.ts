import type { LanguageCode } from '#contract/http/headers.ts';

/**
 * Returns the currency of a restaurant (ISO 4217). Only a server of another maker may name none. It is then a guess by the
 * language, and a new language needs none of its own.
 */
export function findCurrency(
  merchant: { readonly currency: string } | undefined,
  language: LanguageCode,
): string {
  return merchant?.currency || (language === 'zh-TW' ? 'TWD' : 'USD');
}
