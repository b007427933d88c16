import type { TFunction } from 'i18next';
import type { DishNeed } from '#projections/menu/menu-filter.ts';
import type { Condition } from './dish-filter.ts';

type OfMenu = TFunction<'menu'>;

export function needName(t: OfMenu, need: DishNeed): string {
  return need === 'notSpicy' ? t('filter.notSpicy') : t(`diet.${need}`);
}

/** A condition on its own: "Vegan", "No peanuts". */
export function conditionName(t: OfMenu, condition: Condition): string {
  return condition.kind === 'need'
    ? needName(t, condition.of)
    : t('filter.without', { allergen: t(`allergen.${condition.of}`) });
}
