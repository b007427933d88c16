import { useTranslation } from 'react-i18next';
import { describeWeight } from '#contract/dish/quantity.ts';

/** Formats a quantity of a dish: "2 × Beef noodles", or "300 g Prawns" for a dish that is sold by weight. */
export function useDishText(): (name: string, quantity: number, unitLabel?: string) => string {
  const { t } = useTranslation();
  return (name, quantity, unitLabel) => {
    const weight = describeWeight(quantity, unitLabel);
    return weight === undefined ? t('dish.pieces', { quantity, name }) : t('dish.weighed', { weight, name });
  };
}
