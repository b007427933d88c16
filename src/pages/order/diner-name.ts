import { useDiner } from '#src/app/diner.ts';
import { useTranslation } from 'react-i18next';
import type { DinerCart } from '#src/cart/table-cart.ts';

/** What a diner is called: one's own first name from the account, others as their changes name them. */
export function useDinerName(): (diner: Pick<DinerCart, 'mine' | 'userName'>) => string {
  const { t } = useTranslation('menu');
  const { member } = useDiner();
  return ({ mine, userName }) => (mine && member?.firstName) || userName || t('guest');
}
