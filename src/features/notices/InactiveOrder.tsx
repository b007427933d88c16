import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { getCart } from '#contract/calls/cart.ts';
import { request } from '#client/api/call/client.ts';
import { dinerState } from '#client/api/diner-state.ts';
import { useTableActiveOrder } from '#client/api/answers/own-queries.ts';
import { serverNow } from '#client/api/server-clock.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { tableAt, useDiner } from '#src/diner/diner.ts';
import { recordRestart } from '#src/cart/cart-restart.ts';
import { useLinks } from '#ui/routes/language.ts';
import { useCartCommands, useCartEngine, useCartStatus, useTableNotices } from '#src/cart/hooks.ts';
import { idleMs, isUnpaid } from './idle-time.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';

/** ms after which the table is told, whether or not the changes have arrived. */
const tellWithin = 10_000;

/** CB17, CD4: a cart that nobody has touched for long is asked about, once for each opening. It has to be answered. */
export function InactiveOrder() {
  const { merchantId = '' } = useCurrentMerchant();
  const { t } = useTranslation('table');
  const isStale = useIsStale();
  const { table } = useDiner();
  const engine = useCartEngine();
  const commands = useCartCommands();
  const navigate = useNavigate();
  const links = useLinks();
  const [isAnswered, setAnswered] = useState(false);

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
      recordRestart(table);
      commands?.clear('table');
      commands?.setGuests(0);
    }
    // Nobody begins at the beginning before they know that the cart is empty.
    const done = shouldClearCart ? engine?.waitUntilSent(tellWithin) : undefined;
    void Promise.resolve(done).then(() => engine?.publish('closeInactiveDialog', { shouldClearCart }));
    void navigate(links.order(merchantId));
  };

  return (
    <Dialog
      open={isStale && !isAnswered}
      title={t('inactive.title')}
      text={t('inactive.text')}
      actions={
        <>
          <Button wide onClick={() => answer(false)}>
            {t('inactive.continue')}
          </Button>
          <Button wide variant="danger" onClick={() => answer(true)}>
            {t('inactive.restart')}
          </Button>
        </>
      }
    />
  );
}

/** True when no order is unpaid, and the last change of the cart is longer ago than allowed, by the server's clock. */
function useIsStale(): boolean {
  const { merchantId = '', settings } = useCurrentMerchant();
  const table = tableAt(merchantId, useDiner());
  const engine = useCartEngine();
  const { loaded } = useCartStatus();
  const minutes = settings.clearTableCartMinutes;
  const isReady = table !== undefined && loaded;
  const order = useTableActiveOrder(table, isReady);
  const isAsked = minutes !== undefined && isReady && order.data !== undefined && !isUnpaid(order.data);
  const cart = useQuery({
    queryKey: ['last-operation', table?.sessionId],
    queryFn: async () => {
      const { browserId } = dinerState.value;
      const known = JSON.stringify(engine?.getKnown() ?? {});
      const { lastOperateAt } = await request(getCart, { query: { merchantId, browserId, known } });
      return idleMs(lastOperateAt, serverNow());
    },
    enabled: isAsked,
    // Once for each opening of the table.
    staleTime: Infinity,
  });
  return minutes !== undefined && cart.data !== undefined && cart.data >= minutes * 60_000;
}
