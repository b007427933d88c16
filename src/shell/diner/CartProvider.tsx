import { startTransition, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { dinerState } from '#src/kit/api/diner-state.ts';
import type { CartEngine } from '#src/runtime/cart-engine.ts';
import { CartContext } from '#src/kit/cart/hooks.ts';
import { loadAutomaticPopups } from '../popups/AutomaticPopups.tsx';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { firstPageStands } from '#src/kit/navigation/first-page.ts';
import { withTexts } from '#src/kit/i18n/i18n.ts';
import { patientImport } from './patient-import.ts';

const loadCart = withTexts(() => import('#src/runtime/open-table-cart.ts'));
/** Whatever happens at the table has somebody to say it; the cart runs without, too. */
const warmUp = () =>
  loadAutomaticPopups().catch((error: unknown) => console.warn('nothing will be said', error));

interface Props {
  /** Where login and logout find the running engine. */
  readonly engineRef: RefObject<CartEngine | undefined>;
  readonly children: ReactNode;
}

/** Runs one engine for the diner at the table; another diner, table or session is another engine and log. */
export function CartProvider({ engineRef, children }: Props) {
  const { member, isMember, table } = useDiner();
  const { merchant, settings } = useCurrentMerchant();
  const [engine, setEngine] = useState<CartEngine>();
  const closing = useRef<Promise<void>>(Promise.resolve());
  // Where no visitors are taken the server answers a guest nothing but 403.
  const isShutOut = merchant !== undefined && !settings.guestMode && !isMember;
  const userId = isShutOut ? undefined : member?.id;
  const { merchantId, tableId, tableName, sessionId } = table ?? {};

  useEffect(() => {
    if (!userId || !merchantId || tableId === undefined || sessionId === undefined) return;
    let left = false;
    let running: CartEngine | undefined;
    const open = async () => {
      // The menu is shown first.
      await firstPageStands();
      const [code] = await Promise.all([patientImport(loadCart, () => left), warmUp()]);
      if (!code) return;
      await closing.current;
      if (left) return;
      const log = { merchantId, tableId, sessionId, userId };
      const { earlier } = dinerState.value;
      running = await code.openTableCart({
        log,
        tableName: tableName ?? '',
        author: () => ({ userId, userName: dinerState.value.member?.firstName || undefined }),
        earlierIds: earlier?.sessionId === sessionId ? earlier.userIds : [],
      });
      if (left) return;
      engineRef.current = running;
      // Every dish of the menu listens to it: in slices.
      startTransition(() => setEngine(running));
    };
    const opened = open().catch((error: unknown) => console.error('the cart could not be opened', error));
    return () => {
      left = true;
      engineRef.current = undefined;
      setEngine(undefined);
      closing.current = opened.then(() => running?.close());
    };
  }, [userId, merchantId, tableId, tableName, sessionId, engineRef]);

  return <CartContext value={engine}>{children}</CartContext>;
}
