import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { getCart } from '#contract/calls/cart.ts';
import { request } from '#client/api/call/request.ts';
import { dinerState } from '#client/api/diner-state.ts';
import { useTableActiveOrder } from '#client/api/queries/diner-queries.ts';
import { getServerTime } from '#client/api/server-clock.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { findTableAt, useDiner } from '#src/diner/diner.ts';
import { recordRestart } from '#src/cart/cart-restart.ts';
import { useLinks } from '#ui/routes/language.ts';
import { useCartCommands, useCartEngine, useCartStatus, useTableNotices } from '#src/cart/hooks.ts';
import { computeIdleMs, isUnpaid } from './idle-time.ts';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/layers/Dialog.tsx';

/** How long the other phones wait at most until the cleared cart has reached the server, ms. */
const sendWithinMs = 10_000;

/**
 * Asks whether to keep or to clear a cart that was idle for long, once each time the diner opens the table. The dialog
 * has no way out but an answer. The answer of one phone closes the dialog on all of them.
 */
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
    // The other phone has cleared the cart already. This one only goes back to the first question.
    if (notice.shouldClearCart && merchantId) {
      engine?.refresh();
      void navigate(links.selectGuests(merchantId));
    }
  });

  const handleAnswer = (shouldClearCart: boolean) => {
    setAnswered(true);
    if (shouldClearCart) {
      recordRestart(table);
      commands?.clear('table');
      commands?.setGuests(0);
    }
    // Notify the other phones only after the cart is empty on the server, so that they do not load the old one.
    const sent = shouldClearCart ? engine?.waitUntilSent(sendWithinMs) : undefined;
    void Promise.resolve(sent).then(() => engine?.publish('closeInactiveDialog', { shouldClearCart }));
    void navigate(links.order(merchantId));
  };

  return (
    <Dialog
      open={isStale && !isAnswered}
      title={t('inactive.title')}
      text={t('inactive.text')}
      actions={
        <>
          <Button wide onClick={() => handleAnswer(false)}>
            {t('inactive.continue')}
          </Button>
          <Button wide variant="danger" onClick={() => handleAnswer(true)}>
            {t('inactive.restart')}
          </Button>
        </>
      }
    />
  );
}

/**
 * True if no order is unpaid and the last change of the cart is longer ago than the restaurant's setting allows. The
 * server's clock decides.
 */
function useIsStale(): boolean {
  const { merchantId = '', settings } = useCurrentMerchant();
  const table = findTableAt(merchantId, useDiner());
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
      return computeIdleMs(lastOperateAt, getServerTime());
    },
    enabled: isAsked,
    // Ask the server only once each time the diner opens the table.
    staleTime: Infinity,
  });
  return minutes !== undefined && cart.data !== undefined && cart.data >= minutes * 60_000;
}
