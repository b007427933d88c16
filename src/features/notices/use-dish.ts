import { useQuery } from '@tanstack/react-query';
import type { Product } from '#contract/calls/merchant.ts';
import { createMenuQuery } from '#client/api/queries/merchant-queries.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { useLanguage } from '#ui/routes/language.ts';

/** Looks dishes up in the menu that the phone has loaded. It never fetches, and finds nothing before the menu is here. */
export function useDish(): (productId: string) => Product | undefined {
  const { merchantId = '' } = useCurrentMerchant();
  const language = useLanguage();
  const { data } = useQuery({ ...createMenuQuery(merchantId, language), enabled: false });
  return (productId) =>
    data?.categories.flatMap(({ products }) => products).find(({ id }) => id === productId);
}
