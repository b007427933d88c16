/** A restaurant as the database has it. */
import { languageCodes, type LanguageCode } from '#contract/http/headers.ts';
import type {
  Localized,
  WholeCategory,
  WholeMerchant,
  WholeProduct,
} from '#contract/menu-file/whole-merchant.ts';

export type {
  Charset,
  Localized,
  Station,
  StationPrinter,
  WholeCategory,
  WholeCoupon,
  WholeMerchant,
  WholeModifier,
  WholeModifierGroup,
  WholeProduct,
  WholeTable,
} from '#contract/menu-file/whole-merchant.ts';

export type StoredMerchant = Omit<WholeMerchant, 'id' | 'tables' | 'categories'>;
export type StoredCategory = Omit<WholeCategory, 'id' | 'products'>;
/** `soldOut` of a product is a column of its own; its modifiers' stands in here. */
export type StoredProduct = Omit<WholeProduct, 'id' | 'soldOut'>;

export function inLanguage(text: Localized, language: LanguageCode): string {
  return text[language];
}

/** The text in the other languages, where it reads differently. */
export function inOtherLanguages(text: Localized, language: LanguageCode): string[] {
  const others = languageCodes.filter((other) => other !== language).map((other) => text[other]);
  return [...new Set(others)].filter((other) => other !== text[language]);
}
