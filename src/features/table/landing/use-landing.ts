import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { orderType } from '#contract/states.ts';
import { useHasProcessingOrder, useTableActiveOrder } from '#src/kit/api/answers/own-queries.ts';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useDiner } from '#src/kit/diner/diner.ts';
import { useGoToMenu } from '../go-to-menu.ts';
import { useLinks } from '#src/kit/routes/language.ts';
import { isLoginNeeded, useNavigationStateFor } from '#src/kit/navigation/navigation-state.ts';
import { usePopups } from '#src/kit/popups/popups.ts';
import type { QrLink } from '#src/kit/routes/qr-link.ts';
import type { CartEngine } from '#src/runtime/cart-engine.ts';
import { useCartEngine, useCartPart, useCartStatus } from '#src/kit/cart/hooks.ts';
import { scanFailure, type ScanFailure } from './scan-failure.ts';

/** CL10: ms that a route waits for what is still settling, here the change of carts. */
const routeResolveDelay = 100;
/** ms after which the diner goes on without the table's first answer. */
const patience = 4_000;
/** ms between attempts while there is no network. */
const retryEvery = 5_000;

interface Landing {
  readonly failure: ScanFailure | undefined;
  readonly isTrying: boolean;
  retry(): void;
}

/** From the QR code to the page where the diner goes on: scan, log in where visitors are not taken, then the table. */
export function useLanding({ merchantId, qrcodeId }: QrLink): Landing {
  const diner = useDiner();
  const popups = usePopups();
  const navigate = useNavigate();
  const links = useLinks();
  const current = useCurrentMerchant();
  const stateFor = useNavigationStateFor();
  const engine = useCartEngine();
  const { loaded } = useCartStatus();
  const guests = useCartPart((cart) => cart.guests);
  const hasOrderType = useCartPart((cart) => cart.orderType !== null);
  const goToMenu = useGoToMenu(merchantId, { replace: true });
  const [isPatient, setPatient] = useState(true);

  const scan = useQuery({
    queryKey: ['scan', merchantId, qrcodeId],
    queryFn: () => diner.scan(merchantId, qrcodeId),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      state.error && scanFailure(state.error) === 'network' ? retryEvery : false,
  });

  const isScanned = scan.isSuccess && diner.table?.qrcodeId === qrcodeId;
  const isMerchantKnown = current.merchant !== undefined || !isPatient;
  const mustLogIn = isScanned && isLoginNeeded(stateFor(links.order(merchantId), false));
  // CB20: what the diner has ordered already comes first.
  const mayAsk = isScanned && !mustLogIn;
  const processing = useHasProcessingOrder(diner.table, mayAsk);
  const mayHaveOrdered = processing.isError || processing.data?.hasProcessingOrder === true;
  const order = useTableActiveOrder(diner.table, mayAsk && mayHaveOrdered);
  const isOrderKnown = mayHaveOrdered ? !order.isPending : !processing.isPending;
  const ownOrder = order.data?.orderItems.some(({ userId }) => userId === diner.member?.id) && order.data.id;
  const isTableKnown = engine !== undefined && loaded && isOrderKnown;
  const isReady = isScanned && isMerchantKnown && !mustLogIn && (isTableKnown || !isPatient);

  useEffect(() => {
    if (!isScanned) return;
    const timer = setTimeout(() => setPatient(false), patience);
    return () => clearTimeout(timer);
  }, [isScanned]);

  const askLogin = useEffectEvent(() => void popups.askLogin({ closable: false }));
  useEffect(() => {
    if (mustLogIn) askLogin();
  }, [mustLogIn]);

  const goOn = useEffectEvent((running: CartEngine | undefined) => {
    if (ownOrder) {
      void navigate(links.orderDetail(merchantId, ownOrder), { replace: true });
      return;
    }
    if (guests === 0 || !running) {
      void navigate(links.selectGuests(merchantId), { replace: true });
      return;
    }
    if (!hasOrderType) running.commands.setOrderType(orderType.dineIn);
    goToMenu();
  });
  useEffect(() => {
    if (!isReady) return;
    // Right after the scan the cart of the table before may still stand here; then this effect runs again.
    const timer = setTimeout(() => goOn(engine), routeResolveDelay);
    return () => clearTimeout(timer);
  }, [isReady, engine]);

  return {
    failure: scan.error ? scanFailure(scan.error) : undefined,
    isTrying: scan.isFetching,
    retry: () => void scan.refetch(),
  };
}
