import { chooseText } from '#contract/menu-file/localized.ts';
import type { TreeDish } from '#contract/menu-file/menu-tree.ts';
import type { Product } from '#contract/calls/merchant.ts';
import { decimal } from '#contract/fields.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { hasTooFewOptions } from '#contract/dish/menu-index.ts';
import { salesUnitType } from '#contract/states.ts';
import { zero } from '#projections/bill/money.ts';
import type { Restaurant } from '../restaurant.ts';
import { createPicture } from '../picture/picture-of.ts';

/** Converts a dish of the draft into the product that a phone would receive. An invalid price counts as 0. */
export function toPreviewDish(
  dish: TreeDish,
  language: LanguageCode,
  soldOut: Restaurant['soldOut'],
): Product {
  const groups = dish.modifierGroups.map((group) => ({
    ...group,
    name: chooseText(group.name, language),
    modifiers: group.modifiers.map((option) => ({
      id: option.id,
      name: chooseText(option.name, language),
      price: toPrice(option.price),
      default: option.default,
      soldOut: soldOut.options.has(option.id),
    })),
  }));
  return {
    id: dish.id,
    categoryId: '',
    name: chooseText(dish.name, language),
    description: chooseText(dish.description, language),
    price: toPrice(dish.price),
    picture: createPicture(dish.picture),
    salesUnitType: salesUnitType[dish.salesUnitType],
    unitLabel: dish.unitLabel ? chooseText(dish.unitLabel, language) : '',
    allergens: [...dish.allergens],
    diets: [...dish.diets],
    soldOut: soldOut.dishes.has(dish.id) || groups.some(hasTooFewOptions),
    modifierGroups: groups,
  };
}

function toPrice(text: string): string {
  return decimal.test(text) ? text : zero;
}
