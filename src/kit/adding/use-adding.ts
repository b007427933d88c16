import { useTranslation } from 'react-i18next';
import type { Item } from '#events/item.ts';
import { logBehaviour } from '#src/kit/api/behaviour/behaviour-log.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { usePopups } from '#src/kit/popups/popups.ts';
import { useCartEngine, useOrderPlace } from '#src/kit/cart/hooks.ts';
import { showToast } from '#src/kit/ui/feedback/show-toast.ts';
import { useCallback, useEffect, useState } from 'react';
import type { CartEngine } from '#src/runtime/cart-engine.ts';
import { valueOf } from '#src/kit/values/value.ts';

/**
 * Adds to the cart once the diner may: logged in where the merchant takes no guests (D21), and with a first name
 * (CV9). The add goes on by itself afterwards; the answer is false when the diner thought better of it.
 */
export function useAdding(): (item: Item, quantity: number) => Promise<boolean> {
  const { t } = useTranslation('menu');
  const { supportsGuest } = useOrderPlace();
  const { isMember, table } = useDiner();
  const popups = usePopups();
  const engine = useCartEngine();
  const nextEngine = useNextEngine();

  return async (item, quantity) => {
    if (!engine && !table) {
      showToast(t('scanAgain'));
      return false;
    }
    const logsIn = !supportsGuest && !isMember;
    if (logsIn && !(await popups.askLogin())) return false;
    // Right after a scan the cart is still being opened.
    const running = engine && !logsIn ? engine : await nextEngine(engine);
    if (!running || !(await popups.askName())) return false;
    running.commands.add(item, quantity);
    logBehaviour('dish-added', { product: item.productId, quantity: String(quantity) });
    return true;
  };
}

/**
 * A login closes the guest's log and opens the member's (D8). The function answers the engine that runs instead of
 * `before` once the server's first answer is in, or undefined when that takes too long.
 */
export function useNextEngine(): (before: CartEngine | undefined) => Promise<CartEngine | undefined> {
  const engine = useCartEngine();
  const [engines] = useState(() => valueOf(engine));
  useEffect(() => engines.next(engine), [engines, engine]);

  return useCallback(
    async (before) => {
      try {
        return (await import('./wait-for-engine.ts')).engineAfter(before, engines);
      } catch (error) {
        console.warn('the next cart could not be waited for', error);
        return undefined;
      }
    },
    [engines],
  );
}
