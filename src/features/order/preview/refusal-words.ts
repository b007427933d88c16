import type { TFunction } from 'i18next';
import { totalChanged } from '#contract/calls/order.ts';
import { codes } from '#contract/codes.ts';
import { refusalText } from '#src/kit/i18n/refusal-text.ts';

interface OrderRefusal {
  readonly code: number;
  readonly msg: string;
  readonly isMember: boolean;
}

/** CE1 to CE8: what a refused order says; "log in" is no help to somebody who has (CE3). */
export function refusalWords(t: TFunction<'cart'>, { code, msg, isMember }: OrderRefusal): string {
  const isNoHelp = code === codes.guestModeDoesNotSupportPlacingOrders && isMember;
  if (code === totalChanged) return t('place.totalChanged');
  const key = isNoHelp ? undefined : refusalText(code);
  return key ? t(key) : msg || t('place.failed');
}
