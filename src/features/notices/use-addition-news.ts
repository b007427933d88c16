import { useTranslation } from 'react-i18next';
import { countDishes } from '#contract/dish/quantity.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { useDebouncedBatch } from '#ui/timing/callback-hooks.ts';
import { sumAdditions, type PeerAddition } from './peer-additions.ts';
import { useDish } from './use-dish.ts';

/**
 * Collects the taps of other diners and tells this diner about them in one sentence once they pause. The open cart
 * highlights the changed lines itself, so there the sentence is only read out to screen readers.
 */
export function useAdditionNews(isCartOpen: boolean): (tap: PeerAddition) => void {
  const { t } = useTranslation('table');
  const dishOf = useDish();
  const dishText = useDishText();
  const language = useLanguage();
  const nameOf = (userName: string) => userName || t('notices.someone');

  return useDebouncedBatch((taps: readonly PeerAddition[]) => {
    const additions = sumAdditions(taps);
    const [first, ...more] = additions;
    if (!first) return;
    const names = [...new Set(additions.map(({ userName }) => nameOf(userName)))];
    const { productId, quantity } = first;
    const { name = first.product, unitLabel } = dishOf(productId) ?? {};
    const dish = dishText(name, quantity, unitLabel);
    const text =
      more.length === 0
        ? t('notices.peerAdded', { name: nameOf(first.userName), dish })
        : t('notices.peersAdded', {
            names: new Intl.ListFormat(language).format(names),
            count: additions.reduce(
              (sum, each) => sum + countDishes(each.quantity, dishOf(each.productId)?.unitLabel),
              0,
            ),
          });
    if (isCartOpen) announce(text);
    else showToast(text, 'peers');
  });
}
