/** Types of a restaurant as the database stores it. */
import type { LanguageCode } from '#contract/http/headers.ts';
import { chooseText, listTexts } from '#contract/menu-file/localized.ts';
import type {
  Localized,
  StoredTax,
  WholeCategory,
  WholeMerchant,
  WholeProduct,
} from '#contract/menu-file/whole-merchant.ts';
import { onlyTaxId } from '#contract/payments/order-charges.ts';

export type {
  Charset,
  Localized,
  FilePrinter,
  Station,
  StoredTax,
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
/** Has `soldOut` only for options. `soldOut` of the product itself is a column. */
export type StoredProduct = Omit<WholeProduct, 'id' | 'soldOut'>;

/** Returns the taxes of a restaurant. The first is that of dishes without one. */
export function readTaxes({
  taxes = [],
  taxRate,
  taxName,
}: Pick<StoredMerchant, 'taxes' | 'taxRate' | 'taxName'>): readonly StoredTax[] {
  return taxes.length > 0 ? taxes : [{ id: onlyTaxId, name: taxName, rate: taxRate }];
}

export { chooseText };

/** Returns the texts in the other languages that differ from this one. */
export function listOtherTexts(text: Localized, language: LanguageCode): string[] {
  const shown = chooseText(text, language);
  return [...new Set(listTexts(text))].filter((other) => other !== shown);
}
