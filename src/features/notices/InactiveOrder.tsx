import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { getCart } from '#contract/calls/cart.ts';
import { request } from '#src/kit/api/call/client.ts';
import { dinerState } from '#src/kit/api/diner-state.ts';
import { useTableActiveOrder } from '#src/kit/api/answers/own-queries.ts';
import { correctedNow } from '#src/kit/api/server-clock.ts';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import {
  useCartCommands,
  useCartEngine,
  useCartPart,
  useCartStatus,
  useTableNotices,
} from '#src/kit/cart/hooks.ts';
import { useLazyPopup } from '#src/kit/popups/lazy-popup.ts';

const load = () => import('./InactiveOrderDialog.tsx');

/** ms after which the table is told, whether or not the changes have arrived. */
const tellWithin = 10_000;

/** CB17: a cart that nobody has touched for long is asked about, once for each opening. */
export function InactiveOrder() {
  const { merchantId = '' } = useCurrentMerchant();
  const isStale = useIsStale();
  const engine = useCartEngine();
  const commands = useCartCommands();
  const navigate = useNavigate();
  const links = useLinks();
  const { Popup, fetchCode } = useLazyPopup(load);
  const [isAnswered, setAnswered] = useState(false);

  useEffect(() => {
    if (isStale) void fetchCode();
  }, [isStale, fetchCode]);

  useTableNotices((notice) => {
    if (notice.kind !== 'closeInactiveDialog') return;
    setAnswered(true);
    // Whoever restarted has cleared the cart; this phone only has to begin at the beginning.
    if (notice.shouldClearCart && merchantId) {
      engine?.refresh();
      void navigate(links.selectGuests(merchantId));
    }
  });

  const answer = (shouldClearCart: boolean) => {
    setAnswered(true);
    if (shouldClearCart) {
      commands?.clear('table');
      commands?.setGuests(0);
    }
    // Nobody begins at the beginning before they know that the cart is empty.
    const done = shouldClearCart ? engine?.settled(tellWithin) : undefined;
    void Promise.resolve(done).then(() => engine?.tell('closeInactiveDialog', { shouldClearCart }));
    void navigate(links.order(merchantId));
  };

  return (
    Popup && (
      <Popup open={isStale && !isAnswered} onContinue={() => answer(false)} onRestart={() => answer(true)} />
    )
  );
}

/** True when there is something in the cart, nothing is being paid for, and the last change is longer ago than allowed. */
function useIsStale(): boolean {
  const { merchantId = '', settings } = useCurrentMerchant();
  const { table } = useDiner();
  const engine = useCartEngine();
  const { loaded } = useCartStatus();
  const isFilled = useCartPart((cart) => cart.quantity > 0);
  const minutes = settings.clearTableCartMinutes;
  const isAtTable = table !== undefined && table.merchantId === merchantId && table.tableId !== '';
  const order = useTableActiveOrder(table, isAtTable && loaded);
  const isAsked = minutes !== undefined && isAtTable && loaded && isFilled && order.data === null;
  const cart = useQuery({
    queryKey: ['last-operation', table?.sessionId],
    queryFn: async () => {
      const { browserId } = dinerState.value;
      const known = JSON.stringify(engine?.cut() ?? {});
      const { lastOperateAt } = await request(getCart, { query: { merchantId, browserId, known } });
      return correctedNow() - lastOperateAt;
    },
    enabled: isAsked,
    // Once for each opening of the table.
    staleTime: Infinity,
  });
  return minutes !== undefined && cart.data !== undefined && cart.data >= minutes * 60_000;
}
