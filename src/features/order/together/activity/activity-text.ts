import { useTranslation } from 'react-i18next';
import { countDishes } from '#contract/dish/quantity.ts';
import { orderType } from '#contract/states.ts';
import type { Item } from '#events/item.ts';
import type { FeedRow } from '#projections/feed/feed.ts';
import { useDishText } from '#ui/i18n/dish-text.ts';
import { useDiner, useDinerName } from '#src/diner/diner.ts';
import { useLanguage } from '#ui/routes/language.ts';
import { useOrderPlace, useTableNotices } from '#src/cart/hooks.ts';
import { useRef } from 'react';
import type { LogRecord } from '#events/records/records.ts';
import { listActivity, type Activity } from '#projections/feed/activity.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { useDebouncedBatch } from '#ui/timing/callback-hooks.ts';

/** Returns a function that describes an activity in a sentence, with the dish's name in the diner's language. */
export function useActivityText(): (activity: FeedRow) => string {
  const { t } = useTranslation('together');
  const language = useLanguage();
  const { member, isMember } = useDiner();
  const { index } = useOrderPlace();
  const nameOf = useDinerName();
  const dishText = useDishText();

  return (activity) => {
    const mine = activity.userId === member?.id;
    const name = mine ? t('feed.self') : nameOf({ mine: false, userName: activity.userName });
    const nameProduct = ({ productId, name: nameThen }: { productId: string; name?: string | undefined }) =>
      index.get(productId)?.name ?? nameThen ?? t('feed.someDish');
    const findUnit = ({ productId }: { productId: string }) => index.get(productId)?.unitLabel;
    const describeDish = ({ item, quantity }: { readonly item: Item; readonly quantity: number }) =>
      dishText(nameProduct(item), quantity, findUnit(item));
    if ('unsigned' in activity && activity.unsigned) {
      // No phone signed the change. For a guest's dishes only the restaurant can have made it. A member may have made it
      // on another phone.
      const own = isMember ? 'members' : 'own';
      const whose = mine ? own : 'others';
      switch (activity.kind) {
        case 'added':
        case 'removed':
          return t(`feed.unsigned.${whose}.${activity.kind}`, { name, dish: describeDish(activity) });
        case 'notes':
          return t(`feed.unsigned.${whose}.notes`, { name, product: nameProduct(activity.item) });
        default:
          return t('feed.unsigned.emptied');
      }
    }
    switch (activity.kind) {
      case 'added':
      case 'removed':
        return t(`feed.${activity.kind}`, { name, dish: describeDish(activity) });
      case 'addedSeveral': {
        const dishes = activity.dishes.map((dish) =>
          dish.quantity === 1 && !findUnit(dish.item) ? nameProduct(dish.item) : describeDish(dish),
        );
        const count = activity.dishes.reduce(
          (sum, { item, quantity }) => sum + countDishes(quantity, findUnit(item)),
          0,
        );
        return t('feed.addedSeveral', { name, count, list: new Intl.ListFormat(language).format(dishes) });
      }
      case 'notes':
        return activity.notes === ''
          ? t('feed.notesGone', { name, product: nameProduct(activity.item) })
          : t('feed.notes', { name, product: nameProduct(activity.item), notes: activity.notes });
      case 'cleared':
        return t(activity.scope === 'table' ? 'feed.clearedTable' : 'feed.clearedOwn', { name });
      case 'ordered': {
        const { dishes } = activity.kept;
        if (dishes.length === 0) return t('feed.ordered', { name });
        const list = dishes.map((dish) => {
          const product = nameProduct(dish.item);
          if (dish.userId === member?.id) return t('feed.ownDish', { product });
          return t('feed.dishOf', { product, name: nameOf({ mine: false, userName: dish.userName }) });
        });
        return t('feed.orderedWithout', { name, list: new Intl.ListFormat(language).format(list) });
      }
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

/** Reads changes of other diners out to screen readers. Sighted diners see them in the cart. */
export function useTableNews(): void {
  const textOf = useActivityText();
  const isClearShown = useRef(false);
  const announceChanges = useDebouncedBatch((records: readonly LogRecord[]) => {
    for (const news of listUnannounced(records, isClearShown.current)) announce(textOf(news));
    isClearShown.current = false;
  });
  useTableNotices((notice) => {
    if (notice.kind === 'linesLost' && notice.clearedBy !== null) isClearShown.current = true;
    if (notice.kind === 'peersChanged') announceChanges(...notice.records);
  });
}

/**
 * The changes of others that nothing else announces. An addition has a toast, and an order has a dialog. A clear that
 * removed the diner's own dishes has the undo bar.
 *
 * @param isClearShown the undo bar announces the clear
 */
export function listUnannounced(records: readonly LogRecord[], isClearShown: boolean): Activity[] {
  // Without its addition, a dish that was added and removed again counts as removed. The toast announced the addition.
  const rest = records.filter((record) => !('event' in record) || record.event.type !== 'itemAdded');
  return listActivity(rest).filter(
    (each) => each.kind !== 'ordered' && !(isClearShown && each.kind === 'cleared' && each.scope === 'table'),
  );
}
