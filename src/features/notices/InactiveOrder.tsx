import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { useTranslation } from 'react-i18next';
import { Button } from '#src/kit/ui/controls/Button.tsx';
import { Dialog } from '#src/kit/ui/layers/Dialog.tsx';

/** ms after which the table is told, whether or not the changes have arrived. */
const tellWithin = 10_000;

/** CB17, CD4: a cart that nobody has touched for long is asked about, once for each opening. It has to be answered. */
export function InactiveOrder() {
  const { merchantId = '' } = useCurrentMerchant();
  const { t } = useTranslation('table');
  const isStale = useIsStale();
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
      commands?.clear('table');
      commands?.setGuests(0);
    }
    // Nobody begins at the beginning before they know that the cart is empty.
    const done = shouldClearCart ? engine?.settled(tellWithin) : undefined;
    void Promise.resolve(done).then(() => engine?.tell('closeInactiveDialog', { shouldClearCart }));
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
