import { useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useOrderPlace } from '#src/cart/hooks.ts';
import { useSuitable } from '../filter/dish-filter.ts';
import { DishCards } from '../menu/MostLoved.tsx';
import { usualId } from '../menu/show-section.ts';
import { useSuggestions } from './use-suggestions.ts';

const mostDishes = 4;

/** A diner who has scrolled further is reading the menu, which must not move, px. */
const topPx = 80;

/** The dishes that a diner who comes back has ordered in earlier visits, above the sections of the menu. */
export function UsualDishes({ onOpen }: { onOpen(productId: string): void }) {
  const { t } = useTranslation('cart');
  const { index } = useOrderPlace();
  const { sections } = useSuitable();
  const place = useSyncExternalStore(subscribeToNothing, () => document.getElementById(usualId));
  const usual = useSuggestions()?.usual;
  const [shown, setShown] = useState<readonly string[]>();
  if (usual && !shown) setShown(scrollY < topPx ? usual : []);
  const orderable = (shown ?? []).filter((id) => index.get(id)?.soldOut === false).slice(0, mostDishes);
  return (
    place &&
    createPortal(
      <DishCards id="usual-dishes" title={t('usual')} ids={orderable} {...{ sections, onOpen }} />,
      place,
    )
  );
}

/** The place is there as long as its page is. */
const subscribeToNothing = () => () => {};
