import { useTranslation } from 'react-i18next';
import { useOrderPlace } from '#src/kit/cart/order-place.ts';
import type { UndoOffer } from './undo-offer.ts';

/** What has left the cart, as a sentence. */
export function useOfferText(): (
  offer: Pick<UndoOffer, 'lines' | 'clearedBy'> & Partial<Pick<UndoOffer, 'wholeTable'>>,
) => string {
  const { t } = useTranslation('cart');
  const { index } = useOrderPlace();
  return ({ lines, clearedBy, wholeTable }) => {
    const [first] = lines;
    if (clearedBy !== null) return t('undo.clearedBy', { name: clearedBy || t('undo.someone') });
    if (wholeTable) return t('undo.clearedTable');
    if (lines.length > 1 || !first) return t('undo.cleared', { count: lines.length });
    const name = index.product(first.item.productId)?.name ?? first.item.name ?? '';
    return t('undo.removed', { name });
  };
}
