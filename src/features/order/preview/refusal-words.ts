import type { TFunction } from 'i18next';
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import { totalChanged } from '#contract/calls/order.ts';
import { getRefusalText } from '#ui/i18n/refusal-text.ts';

interface OrderRefusal {
  readonly code: number;
  readonly msg: string;
  readonly isMember: boolean;
  /** Names of the dishes in the cart. */
  readonly dishes: readonly string[];
  readonly language: LanguageCode;
}

/** The words for a refused order: the app's own for the codes of the contract, else the server's. */
export function describeRefusal(
  t: TFunction<'cart'>,
  { code, msg, isMember, dishes, language }: OrderRefusal,
): string {
  if (code === totalChanged) return t('place.totalChanged');
  const gone = code === codes.soldOut ? listNamedDishes(msg, dishes) : [];
  if (gone.length > 0)
    return t('place.takeOutBlocked', { dishes: new Intl.ListFormat(language).format(gone) });
  const key = getRefusalText(code, isMember);
  return key ? t(key) : msg || t('place.failed');
}

/** Finds the dishes that a message names. Longer names come first, so that "Green Tea" is not taken for "Tea". */
function listNamedDishes(msg: string, dishes: readonly string[]): string[] {
  let rest = msg;
  const longestFirst = [...new Set(dishes)].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  return longestFirst.filter((name) => {
    if (!rest.includes(name)) return false;
    rest = rest.replaceAll(name, '');
    return true;
  });
}
