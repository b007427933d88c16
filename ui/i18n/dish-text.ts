import { useTranslation } from 'react-i18next';
import { weightOf } from '#contract/dish/quantity.ts';

/** Words for a quantity of a dish: "2 × Beef noodles", of one that is sold by weight "300 g Prawns". */
export function useDishText(): (name: string, quantity: number, unitLabel?: string) => string {
  const { t } = useTranslation();
  return (name, quantity, unitLabel) => {
    const weight = weightOf(quantity, unitLabel);
    return weight === undefined ? t('dish.pieces', { quantity, name }) : t('dish.weighed', { weight, name });
  };
}
