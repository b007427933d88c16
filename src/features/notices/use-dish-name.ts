import { useQueryClient } from '@tanstack/react-query';
import type { Menu } from '#contract/calls/merchant.ts';
import { menuKey } from '#src/kit/api/answers/queries.ts';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useLanguage } from '#src/kit/routes/language.ts';

/** What the menu that is here calls a dish; undefined: there is none, or not on it. */
export function useDishName(): (productId: string) => string | undefined {
  const { merchantId = '' } = useCurrentMerchant();
  const queries = useQueryClient();
  const language = useLanguage();
  return (productId) =>
    queries
      .getQueryData<Menu>(menuKey(merchantId, language))
      ?.categories.flatMap(({ products }) => products)
      .find(({ id }) => id === productId)?.name;
}
