import type { TFunction } from 'i18next';
import { totalChanged } from '#contract/calls/order.ts';
import { refusalText } from '#src/kit/i18n/refusal-text.ts';

interface OrderRefusal {
  readonly code: number;
  readonly msg: string;
  readonly isMember: boolean;
}

/** CE1 to CE8: what a refused order says. */
export function refusalWords(t: TFunction<'cart'>, { code, msg, isMember }: OrderRefusal): string {
  if (code === totalChanged) return t('place.totalChanged');
  const key = refusalText(code, isMember);
  return key ? t(key) : msg || t('place.failed');
}
