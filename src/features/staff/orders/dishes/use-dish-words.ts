import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { indexMenu } from '#contract/dish/menu-index.ts';
import type { PlacedItem } from '#contract/order-fields.ts';
import { modifierOf } from '#contract/dish/priced-item.ts';
import { useStaffMenu } from '../../calls/staff-queries.ts';

/** Dishes in the language of the staff: the diners' phones may speak another one. */
export function useDishWords(merchantId: string) {
  const { t } = useTranslation('staff');
  const { data: menu } = useStaffMenu(merchantId);
  const index = useMemo(() => indexMenu(menu), [menu]);
  const nameOf = ({ productId, name = '' }: PlacedItem) => index.get(productId)?.name ?? name;
  return {
    nameOf,
    productOf: ({ productId }: PlacedItem) => index.get(productId),
    /** "2 × Beef noodles" */
    piecesOf: (line: PlacedItem, quantity = line.quantity) =>
      t('dish.pieces', { quantity, name: nameOf(line) }),
    /** What was chosen with it. */
    chosenOf: ({ productId, orderItemModifiers }: PlacedItem) =>
      orderItemModifiers
        .filter(({ quantity }) => quantity > 0)
        .map(({ modifierProductId, name: said = '', quantity }) => {
          const name = modifierOf(index.get(productId), modifierProductId)?.name ?? said;
          return quantity > 1 ? `${name}\u00a0×\u00a0${quantity}` : name;
        })
        .join(t('separator')),
  };
}
