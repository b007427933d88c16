import { useTranslation } from 'react-i18next';
import { orderType } from '#contract/states.ts';
import type { FeedRow } from '#projections/feed/feed.ts';
import { useDiner, useDinerName } from '#src/kit/diner/diner.ts';
import { useLanguage } from '#src/kit/routes/language.ts';
import { useOrderPlace } from '#src/kit/cart/hooks.ts';

/** An activity as a sentence, with the dish's name in the diner's language. */
export function useActivityText(): (activity: FeedRow) => string {
  const { t } = useTranslation('together');
  const language = useLanguage();
  const { member } = useDiner();
  const { index } = useOrderPlace();
  const nameOf = useDinerName();

  return (activity) => {
    const mine = activity.userId === member?.id;
    const name = mine ? t('feed.self') : nameOf({ mine: false, userName: activity.userName });
    const productOf = ({ productId, name: said }: { productId: string; name?: string | undefined }) =>
      index.get(productId)?.name ?? said ?? t('feed.someDish');
    switch (activity.kind) {
      case 'added':
      case 'removed':
        return t(`feed.${activity.kind}`, {
          name,
          quantity: activity.quantity,
          product: productOf(activity.item),
        });
      case 'addedSeveral': {
        const dishes = activity.dishes.map(({ item, quantity }) =>
          quantity === 1 ? productOf(item) : t('feed.times', { product: productOf(item), quantity }),
        );
        const count = activity.dishes.reduce((sum, { quantity }) => sum + quantity, 0);
        return t('feed.addedSeveral', { name, count, list: new Intl.ListFormat(language).format(dishes) });
      }
      case 'notes':
        return activity.notes === ''
          ? t('feed.notesGone', { name, product: productOf(activity.item) })
          : t('feed.notes', { name, product: productOf(activity.item), notes: activity.notes });
      case 'cleared':
        return t(activity.scope === 'table' ? 'feed.clearedTable' : 'feed.clearedOwn', { name });
      case 'ordered':
        return t('feed.ordered', { name });
      case 'guests':
        return t('feed.guests', { name, count: activity.guests });
      case 'orderType':
        if (activity.orderType === orderType.dineIn) return t('feed.dineIn', { name });
        return t(activity.orderType === orderType.toGo ? 'feed.toGo' : 'feed.orderType', { name });
      default:
        return activity satisfies never;
    }
  };
}
