import { useTranslation } from 'react-i18next';
import type { Product } from '#contract/calls/merchant.ts';

/** Why a dish cannot be ordered: it is sold out, or not served at this hour. */
export function UnavailableReason({ servedAgain }: Pick<Product, 'servedAgain'>) {
  const { t } = useTranslation('menu');
  return servedAgain ? t('served', servedAgain) : t('soldOut');
}
