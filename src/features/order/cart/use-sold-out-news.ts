import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCartEngine, useOrderPlace } from '#src/cart/hooks.ts';
import { announce } from '#ui/feedback/Announcer.tsx';
import { showToast } from '#ui/feedback/show-toast.ts';

/**
 * Tells a diner at once that a dish in their cart has sold out. The open cart shows it anyway, so then it is only read
 * out to screen readers.
 */
export function useSoldOutNews(isCartSeen: boolean): void {
  const { t } = useTranslation('cart');
  const { index } = useOrderPlace();
  const engine = useCartEngine();
  const before = useRef(index);

  const compareMenu = useEffectEvent((menu: typeof index) => {
    const was = before.current;
    before.current = menu;
    const own = engine?.cart.value.carts.filter(({ mine }) => mine).flatMap(({ lines }) => lines) ?? [];
    for (const id of new Set(own.map(({ item }) => item.productId))) {
      const dish = menu.get(id);
      if (!dish?.soldOut || was.get(id)?.soldOut !== false) continue;
      const text = t(dish.servedAgain ? 'notServedNow' : 'soldOutNow', { name: dish.name });
      if (isCartSeen) announce(text);
      else showToast(text);
    }
  });
  useEffect(() => compareMenu(index), [index]);
}
