import { useTranslation } from 'react-i18next';
import type { Item } from '#events/item.ts';
import { logBehaviour } from '#client/api/behaviour/behaviour-log.ts';
import { hasName } from '#client/api/diner-state.ts';
import { useDiner } from '#src/diner/diner.ts';
import { usePopups } from '#src/popups/popups.ts';
import { useCartEngine, useOrderPlace } from '#src/cart/hooks.ts';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useCallback, useEffect, useState } from 'react';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { createValue } from '#client/values/value.ts';

interface AddToCart {
  /**
   * Adds a dish. First asks for login or name, if they are missing.
   * @returns false if the diner closed the question or the cart could not be opened
   */
  add(this: void, item: Item, quantity: number): Promise<boolean>;
  /** True if nothing has to be asked: `add` then changes the cart synchronously. */
  canAddAtOnce(this: void): boolean;
}

/** Adds dishes for a diner who has a first name and, if the merchant does not accept guests, is logged in. */
export function useAddToCart(): AddToCart {
  const { t } = useTranslation('menu');
  const { supportsGuest } = useOrderPlace();
  const { isMember, table } = useDiner();
  const popups = usePopups();
  const engine = useCartEngine();
  const nextEngine = useNextEngine();

  const needsLogin = !supportsGuest && !isMember;
  const canAddAtOnce = () => engine !== undefined && !needsLogin && hasName();

  const prepareEngine = async () => {
    if (!engine && !table) {
      showToast(t('scanAgain'));
      return undefined;
    }
    if (needsLogin && !(await popups.askLogin())) return undefined;
    // Right after a scan the cart is still opening, and a login opens another cart.
    const running = engine && !needsLogin ? engine : await nextEngine();
    return running && (await popups.askName()) ? running : undefined;
  };
  const add = async (item: Item, quantity: number) => {
    const running = engine && canAddAtOnce() ? engine : await prepareEngine();
    if (!running) return false;
    running.commands.add(item, quantity);
    logBehaviour('dish-added', { product: item.productId, quantity: String(quantity) });
    return true;
  };
  return { add, canAddAtOnce };
}

/**
 * Returns a function that waits for the current diner's engine. After a login this is often not the engine of this
 * render, because the guest's log is closed and the member's is opened.
 * The function resolves with undefined if the server's first answer takes too long.
 */
export function useNextEngine(): () => Promise<CartEngine | undefined> {
  const engine = useCartEngine();
  const [engines] = useState(() => createValue(engine));
  useEffect(() => engines.next(engine), [engines, engine]);

  return useCallback(async () => {
    try {
      return (await import('./wait-for-engine.ts')).waitForDinersEngine(engines);
    } catch (error) {
      console.warn('the code for the next cart could not be loaded', error);
      return undefined;
    }
  }, [engines]);
}
