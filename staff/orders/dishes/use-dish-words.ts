import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { allergens } from '#contract/dish-labels.ts';
import { indexMenu } from '#contract/dish/menu-index.ts';
import { describeQuantity, describeWeight } from '#contract/dish/quantity.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { readModifier } from '#contract/dish/priced-item.ts';
import { useStaffMenu } from '../../calls/staff-queries.ts';

type Ordered = Pick<PlacedItem, 'productId' | 'name' | 'quantity' | 'unitLabel'>;

/** Names dishes in the language of the staff, which may differ from the diners' language. */
export function useDishWords(merchantId: string) {
  const { t } = useTranslation(['staff', 'menu']);
  const { data: menu } = useStaffMenu(merchantId);
  const index = useMemo(() => indexMenu(menu), [menu]);
  const nameOf = ({ productId, name = '' }: Ordered) => index.get(productId)?.name ?? name;
  const findUnit = ({ productId, unitLabel }: Ordered) => index.get(productId)?.unitLabel || unitLabel;
  /** A weight such as "300 g", or undefined for pieces. */
  const formatWeight = (line: Ordered, quantity = line.quantity) => describeWeight(quantity, findUnit(line));
  return {
    nameOf,
    formatWeight,
    /** "2 ×", or "300 g" for a weighed dish. */
    quantityOf: (line: Ordered) => describeQuantity(line.quantity, findUnit(line)),
    productOf: ({ productId }: PlacedItem) => index.get(productId),
    /** For example "2 × Beef noodles" or "300 g Prawns". */
    piecesOf: (line: Ordered, quantity = line.quantity) => {
      const [weight, name] = [formatWeight(line, quantity), nameOf(line)];
      return weight === undefined
        ? t('dish.pieces', { quantity, name })
        : t('dish.weighed', { weight, name });
    },
    /** What the dish contains by the menu; empty if the menu declares nothing. */
    allergensOf: ({ productId }: Ordered) =>
      allergens
        .filter((allergen) => index.get(productId)?.allergens.includes(allergen))
        .map((allergen) => t(`menu:allergen.${allergen}`))
        .join(t('separator')),
    /** The names of the chosen options. */
    chosenOf: ({ productId, orderItemModifiers }: PlacedItem) =>
      orderItemModifiers
        .filter(({ quantity }) => quantity > 0)
        .map(({ modifierProductId, name: said = '', quantity }) => {
          const name = readModifier(index.get(productId), modifierProductId)?.name ?? said;
          return quantity > 1 ? `${name}\u00a0×\u00a0${quantity}` : name;
        })
        .join(t('separator')),
  };
}
