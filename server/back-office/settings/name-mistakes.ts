/**
 * Merges mistakes that a change of the settings causes all over the menu. The owner's form shows them at the changed
 * setting, with the names of the dishes.
 */
import type { LanguageCode } from '#contract/http/headers.ts';
import { createMistake, type Mistake, type Path } from '#contract/menu-file/mistake.ts';
import { chooseText, type WholeCoupon, type WholeMerchant } from '#server/menu/whole-merchant.ts';
import { joinList } from '#locales/join-list.ts';

/** Most names in one mistake. */
const maxNames = 5;

interface NamedItems extends Pick<WholeMerchant, 'categories' | 'taxes'> {
  readonly coupons: readonly Pick<WholeCoupon, 'name'>[];
}

/** Merges the mistakes about too many decimals into one mistake that names the dishes and coupons. */
export function nameFinePrices(
  mistakes: readonly Mistake[],
  items: NamedItems,
  language: LanguageCode,
): Mistake[] {
  const nameOf = ({ path }: Mistake) => findName(path, items, language);
  const tooFine = mistakes.filter((each) => each.code === 'tooFine' && nameOf(each) !== undefined);
  if (tooFine.length === 0) return [...mistakes];
  const names = listNames(tooFine.map(nameOf), language);
  const named = createMistake(['merchant', 'decimals'], 'finerPrices', { names });
  return [named, ...mistakes.filter((each) => !tooFine.includes(each))];
}

/** Merges the mistakes about a removed tax into one for each tax. It names the sections and dishes that have the tax. */
export function nameUsesOfTaxes(
  mistakes: readonly Mistake[],
  items: NamedItems,
  language: LanguageCode,
): Mistake[] {
  const isOf = (id: string) => (each: Mistake) =>
    (each.code === 'noTax' || each.code === 'noTaxes') && each.values['value'] === id;
  const named = (items.taxes ?? []).flatMap(({ id, name }) => {
    const uses = mistakes.filter(isOf(id));
    if (uses.length === 0) return [];
    const names = listNames(
      uses.map(({ path }) => findName(path, items, language)),
      language,
    );
    return [createMistake(['merchant', 'taxes'], 'taxInUse', { tax: chooseText(name, language), names })];
  });
  const isNamed = (each: Mistake) => (items.taxes ?? []).some(({ id }) => isOf(id)(each));
  return [...named, ...mistakes.filter((each) => !isNamed(each))];
}

/** Returns the name of the dish, section or coupon at a path of the menu file. */
function findName(
  [list, at, field, dishAt]: Path,
  { categories, coupons }: NamedItems,
  language: LanguageCode,
): string | undefined {
  if (list === 'coupons') return coupons[Number(at)]?.name[language];
  if (list !== 'categories') return undefined;
  const section = categories[Number(at)];
  return (field === 'products' ? section?.products[Number(dishAt)] : section)?.name[language];
}

function listNames(found: readonly (string | undefined)[], language: LanguageCode): string {
  const names = [...new Set(found.filter((name) => name !== undefined))];
  const shown = names.length > maxNames ? [...names.slice(0, maxNames), '…'] : names;
  return joinList(shown, language);
}
