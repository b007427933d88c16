import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { getPathLanguage, translatePath } from '#ui/routes/routes.ts';
import { useDiner } from '#src/diner/diner.ts';
import { getPreferredLanguage } from '#ui/i18n/language-choice.ts';
import { useLinks } from '#ui/routes/language.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { VisuallyHidden } from '#ui/primitives.tsx';
import { MessagePage } from '#ui/page/MessagePage.tsx';
import type { AtTable } from '#client/api/diner-state.ts';
import { parseQrLink, type QrLink } from '#ui/routes/qr-link.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import { Button, LinkButton } from '#ui/controls/Button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { orderType } from '#contract/states.ts';
import { useHasProcessingOrder, useTableActiveOrder } from '#client/api/queries/diner-queries.ts';
import { useGoToMenu } from '../go-to-menu.ts';
import { isLoginNeeded, useNavigationStateFor } from '#src/navigation/navigation-state.ts';
import { usePopups } from '#src/popups/popups.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { useCartEngine, useCartPart, useCartStatus } from '#src/cart/hooks.ts';
import { findOwnOpenOrder } from './own-open-order.ts';
import { scanFailure } from './scan-failure.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';
import { delays } from '#contract/limits.ts';

/** The page that the QR code of a table opens. It leads on to the guest count, the menu or the diner's open order. */
export default function QrLanding() {
  const { t } = useTranslation('table');
  const { pathname } = useLocation();
  const link = parseQrLink(pathname);
  const preferred = getPreferredLanguage();

  if (!link)
    return (
      <MessagePage title={t('landing.unknownTitle')} actions={<OtherLinks />} failed>
        <p>{t('landing.unknownText')}</p>
      </MessagePage>
    );
  if (preferred !== defaultLanguage && getPathLanguage(pathname) === defaultLanguage)
    return <Navigate to={translatePath(pathname, preferred)} replace />;
  return <Scanning key={pathname} link={link} />;
}

function Scanning({ link }: { link: QrLink }) {
  const { t } = useTranslation(['table', 'common']);
  const { pathname } = useLocation();
  const { merchant, isMissing } = useCurrentMerchant();
  const { failure, error, isTrying, retry } = useLanding(link);
  const { table } = useDiner();
  const links = useLinks();
  const failureText = useFailureText();
  const isOwnTable = table?.merchantId === link.merchantId && table.qrcodeId === link.qrcodeId;

  if (isMissing) return <Navigate to={links.notFound()} replace state={{ from: pathname }} />;
  const title = merchant ? t('landing.titleAt', { merchant: merchant.shortName }) : t('landing.title');
  if (failure === undefined && drawn.length > 0 && isSameCode(link, drawnFor))
    return (
      <>
        <VisuallyHidden as="output">{title}</VisuallyHidden>
        <div ref={showDrawn} />
      </>
    );
  if (failure === undefined)
    return (
      <MessagePage title={title} turning>
        <output>{t('landing.text')}</output>
      </MessagePage>
    );
  return (
    <MessagePage
      title={t(`landing.${failure}Title`)}
      failed
      actions={
        failure === 'unknown' ? (
          <OtherLinks />
        ) : (
          <>
            <Button wide busy={isTrying} onClick={retry}>
              {t('common:retry')}
            </Button>
            {failure === 'network' && isOwnTable && (
              <LinkButton variant="secondary" wide replace to={links.order(link.merchantId)}>
                {t('landing.keptMenu')}
              </LinkButton>
            )}
          </>
        )
      }
    >
      <p role="alert">{failure === 'other' ? failureText(error) : t(`landing.${failure}Text`)}</p>
    </MessagePage>
  );
}

/** The beginning of the menu that the server has drawn into this page. The diner reads it until the table is open. */
const drawn = document.documentElement.className === 'drawn' ? findDrawnMenu() : [];
const drawnFor = parseQrLink(location.pathname);

/** The menu, with its styles before it. */
function findDrawnMenu(): readonly Element[] {
  const menu = document.getElementById('first-menu');
  return menu?.previousElementSibling ? [menu.previousElementSibling, menu] : [];
}

function showDrawn(place: HTMLElement | null): void {
  place?.append(...drawn);
}

function isSameCode(one: QrLink, other: QrLink | undefined): boolean {
  return one.merchantId === other?.merchantId && one.qrcodeId === other.qrcodeId;
}

/** Links for a code that leads nowhere: the scanner, or back to the diner's table. */
function OtherLinks() {
  const { t } = useTranslation('table');
  const { table } = useDiner();
  const links = useLinks();
  return (
    <>
      <LinkButton wide replace to={links.scan()}>
        {t('landing.scanAgain')}
      </LinkButton>
      {table && table.tableId !== '' && (
        <LinkButton variant="secondary" wide replace to={links.order(table.merchantId)}>
          {t('landing.back')}
        </LinkButton>
      )}
    </>
  );
}

/** How long the diner waits for merchant, cart and orders after the scan, ms. Then they go on without them. */
const tableTimeoutMs = 4_000;
/** The pause between attempts without a network, ms. */
const retryMs = 5_000;
/** The pause before the code is scanned again after the phone has left the table, ms. */
const rescanMs = 1_000;

/** Does not compare the codes, because after a move the table has another code than the scanned one. */
function isSameTable(scanned: AtTable, table: AtTable | undefined): boolean {
  return (
    scanned.merchantId === table?.merchantId &&
    scanned.tableId === table.tableId &&
    scanned.sessionId === table.sessionId
  );
}

/** Opens the table of the code. Repeats that without a network, and if the phone leaves the table meanwhile. */
function useScan({ merchantId, qrcodeId }: QrLink) {
  const diner = useDiner();
  const scan = useQuery({
    queryKey: ['scan', merchantId, qrcodeId],
    queryFn: () => diner.scan(merchantId, qrcodeId),
    retry: false,
    gcTime: 0,
    // Offline it fails with a message. By default the query would wait silently.
    networkMode: 'always',
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (state.error) return scanFailure(state.error) === 'network' ? retryMs : false;
      // Another tab has opened another table, or the login has ended.
      return state.data && !isSameTable(state.data, diner.table) ? rescanMs : false;
    },
  });

  return { scan, isScanned: scan.isSuccess && isSameTable(scan.data, diner.table) };
}

/** The id of the diner's own open order at this table, also one from before a login. */
function useOwnOpenOrder(enabled: boolean) {
  const { member, table } = useDiner();
  const engine = useCartEngine();
  const processing = useHasProcessingOrder(table, enabled);
  const mayHaveOrdered = processing.isError || processing.data?.hasProcessingOrder === true;
  const order = useTableActiveOrder(table, enabled && mayHaveOrdered);
  const ownIds = [member?.id, ...(engine?.earlierIds ?? [])].filter((id) => id !== undefined);
  return {
    ownOrder: findOwnOpenOrder({ processing: processing.data, order: order.data }, ownIds),
    isOrderKnown: mayHaveOrdered ? !order.isPending : !processing.isPending,
  };
}

/**
 * Leads from the QR code to the page where the diner continues:
 *
 *   scan ─► login, if the merchant takes members only ─► own open order, else guest count, else menu
 */
function useLanding(link: QrLink) {
  const { merchantId } = link;
  const popups = usePopups();
  const navigate = useNavigate();
  const links = useLinks();
  const { merchant } = useCurrentMerchant();
  const stateFor = useNavigationStateFor();
  const engine = useCartEngine();
  const { loaded } = useCartStatus();
  const guests = useCartPart((cart) => cart.guests);
  const hasOrderType = useCartPart((cart) => cart.orderType !== null);
  const goToMenu = useGoToMenu(merchantId, { replace: true });
  const [isTimedOut, setTimedOut] = useState(false);

  const { scan, isScanned } = useScan(link);
  const mustLogIn = isScanned && isLoginNeeded(stateFor(links.order(merchantId), false));
  const { ownOrder, isOrderKnown } = useOwnOpenOrder(isScanned && !mustLogIn);
  const isTableKnown = merchant !== undefined && engine !== undefined && loaded && isOrderKnown;
  const isReady = isScanned && !mustLogIn && (isTableKnown || isTimedOut);

  useEffect(() => {
    if (!isScanned) return;
    const timer = setTimeout(() => setTimedOut(true), tableTimeoutMs);
    return () => clearTimeout(timer);
  }, [isScanned]);

  useEffectWhen(mustLogIn, () => void popups.askLogin({ closable: false }));

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
    // Right after the scan, `engine` may still be that of the last table. The effect runs again for the new one.
    const timer = setTimeout(() => goOn(engine), delays.routeResolve);
    return () => clearTimeout(timer);
  }, [isReady, engine]);

  return {
    failure: scan.error ? scanFailure(scan.error) : undefined,
    error: scan.error,
    isTrying: scan.isFetching,
    retry: () => void scan.refetch(),
  };
}
