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
import { valueOf } from '#client/values/value.ts';

interface Adding {
  /** The add goes on by itself once what was to be asked is answered; false when the diner thought better of it. */
  add(this: void, item: Item, quantity: number): Promise<boolean>;
  /** True where nothing is to be asked: what is added now is in the cart before `add` returns. */
  isSure(this: void): boolean;
}

/**
 * Adds to the cart once the diner may: logged in where the merchant takes no guests (D21), and with a first name
 * (CV9).
 */
export function useAddToCart(): Adding {
  const { t } = useTranslation('menu');
  const { supportsGuest } = useOrderPlace();
  const { isMember, table } = useDiner();
  const popups = usePopups();
  const engine = useCartEngine();
  const nextEngine = useNextEngine();

  const logsIn = !supportsGuest && !isMember;
  const isSure = () => engine !== undefined && !logsIn && hasName();

  const ask = async () => {
    if (!engine && !table) {
      showToast(t('scanAgain'));
      return undefined;
    }
    if (logsIn && !(await popups.askLogin())) return undefined;
    // Right after a scan the cart is still being opened.
    const running = engine && !logsIn ? engine : await nextEngine();
    return running && (await popups.askName()) ? running : undefined;
  };
  const add = async (item: Item, quantity: number) => {
    const running = engine && isSure() ? engine : await ask();
    if (!running) return false;
    running.commands.add(item, quantity);
    logBehaviour('dish-added', { product: item.productId, quantity: String(quantity) });
    return true;
  };
  return { add, isSure };
}

/**
 * A login may close the guest's log and open the member's (D8). The function answers the engine of the diner as they
 * are now, once the server's first answer is in, or undefined when that takes too long.
 */
export function useNextEngine(): () => Promise<CartEngine | undefined> {
  const engine = useCartEngine();
  const [engines] = useState(() => valueOf(engine));
  useEffect(() => engines.next(engine), [engines, engine]);

  return useCallback(async () => {
    try {
      return (await import('./wait-for-engine.ts')).waitForDinersEngine(engines);
    } catch (error) {
      console.warn('the next cart could not be waited for', error);
      return undefined;
    }
  }, [engines]);
}
