import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useDiner } from './diner.ts';
import type { DinerCart } from '#src/runtime/cart/table-cart.ts';

/** What a diner is called: one's own first name from the account, others as their changes name them. */
export function useDinerName(): (diner: Pick<DinerCart, 'mine' | 'userName'>) => string {
  const { t } = useTranslation('menu');
  const { member } = useDiner();
  const firstName = member?.firstName;
  return useCallback(({ mine, userName }) => (mine && firstName) || userName || t('guest'), [firstName, t]);
}
