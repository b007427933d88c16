/**
 * Writes a menu in the columns of Square's item library. Square takes new items without a token, so an id that Square
 * did not give goes into SKU.
 */
import { Decimal } from 'decimal.js';
import { decimal } from '#contract/fields.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { chooseText } from '#contract/menu-file/localized.ts';
import type { WholeCategory, WholeModifierGroup, WholeProduct } from '#contract/menu-file/whole-merchant.ts';
import { toCsv, type Cell } from '../csv.ts';
import { column, modifierSet } from './square-columns.ts';

const columns = [
  column.token, column.name, column.variation, column.sku, column.description, column.categories, column.price,
  column.archived, column.optionName, column.optionValue,
] as const; // prettier-ignore

/** Square has one language. */
export function writeSquare(
  categories: readonly WholeCategory[],
  { language, decimals }: { readonly language: LanguageCode; readonly decimals: number },
): string {
  const dishes = categories.flatMap(({ products }) => products);
  const listSets = (dish: WholeProduct) =>
    dish.modifierGroups
      .filter((group) => group !== findVariations(dish))
      .map(({ name }) => chooseText(name, language));
  const sets = [...new Set(dishes.flatMap(listSets))];
  const rows = categories.flatMap(({ name, products }) =>
    products.flatMap((dish) => {
      const own = listSets(dish);
      const marks = sets.map((set) => (own.includes(set) ? 'Y' : 'N'));
      return listVariations(dish, language).map(({ id, price, variation, group, value }): Cell[] => [
        ...(isToken(id)
          ? [id, chooseText(dish.name, language), variation, '']
          : ['', chooseText(dish.name, language), variation, id]),
        chooseText(dish.description, language),
        chooseText(name, language),
        { figure: price.toFixed(decimals) },
        'N',
        group,
        value,
        ...marks,
      ]);
    }),
  );
  return toCsv([[...columns, ...sets.map((set) => modifierSet + set)], ...rows]);
}

function isToken(id: string): boolean {
  return /^[A-Z0-9]{24}$/.test(id);
}

/**
 * The options that Square has as variations: a required single choice, of which the cheapest adds nothing. Returns
 * undefined if the dish has no such group.
 */
function findVariations({ modifierGroups }: WholeProduct): WholeModifierGroup | undefined {
  return modifierGroups.find(({ min, max, modifiers }) => {
    const prices = modifiers.map(({ price }) => readPrice(price));
    return min === 1 && max === 1 && modifiers.length > 1 && Decimal.min(...prices).isZero();
  });
}

/** A draft may have a price that is no number yet. */
function readPrice(price: string): Decimal {
  return new Decimal(decimal.test(price) ? price : 0);
}

function listVariations(dish: WholeProduct, language: LanguageCode) {
  const group = findVariations(dish);
  if (!group)
    return [{ id: dish.id, price: readPrice(dish.price), variation: 'Regular', group: '', value: '' }];
  return group.modifiers.map((option, index) => ({
    // The first variation carries the id of the dish.
    id: index === 0 ? dish.id : option.id,
    price: readPrice(dish.price).plus(readPrice(option.price)),
    variation: chooseText(option.name, language),
    group: chooseText(group.name, language),
    value: chooseText(option.name, language),
  }));
}
