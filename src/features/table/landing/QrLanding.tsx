import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { languageOfPath, pathInLanguage } from '#ui/routes/routes.ts';
import { useDiner } from '#src/diner/diner.ts';
import { preferredLanguage } from '#ui/i18n/language-choice.ts';
import { useLinks } from '#ui/routes/language.ts';
import { useFailureText } from '#ui/i18n/failure-text.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { MessagePage } from '#ui/page/MessagePage.tsx';
import type { AtTable } from '#client/api/diner-state.ts';
import { parseQrLink, type QrLink } from '#ui/routes/qr-link.ts';
import { defaultLanguage } from '#contract/http/headers.ts';
import { Button, LinkButton } from '#ui/controls/Button.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { orderType } from '#contract/states.ts';
import { useHasProcessingOrder, useTableActiveOrder } from '#client/api/answers/own-queries.ts';
import { useGoToMenu } from '../go-to-menu.ts';
import { isLoginNeeded, useNavigationStateFor } from '#src/navigation/navigation-state.ts';
import { usePopups } from '#src/popups/popups.ts';
import type { CartEngine } from '#client/engine/cart-engine.ts';
import { useCartEngine, useCartPart, useCartStatus } from '#src/cart/hooks.ts';
import { ownOpenOrder } from './own-open-order.ts';
import { scanFailure } from './scan-failure.ts';
import { useWhen } from '#ui/timing/use-steady.ts';
import { delays } from '#contract/limits.ts';

/** Where a table's QR code leads. */
export default function QrLanding() {
  const { t } = useTranslation('table');
  const { pathname } = useLocation();
  const link = parseQrLink(pathname);
  const preferred = preferredLanguage();

  if (!link)
    return (
      <MessagePage title={t('landing.unknownTitle')} actions={<WaysOn />} failed>
        <p>{t('landing.unknownText')}</p>
      </MessagePage>
    );
  if (preferred !== defaultLanguage && languageOfPath(pathname) === defaultLanguage)
    return <Navigate to={pathInLanguage(pathname, preferred)} replace />;
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
  const satHere = table?.merchantId === link.merchantId && table.qrcodeId === link.qrcodeId;

  // CE19
  if (isMissing) return <Navigate to={links.notFound()} replace state={{ from: pathname }} />;
  if (failure === undefined)
    return (
      <MessagePage
        title={merchant ? t('landing.titleAt', { merchant: merchant.shortName }) : t('landing.title')}
        turning
      >
        <output>{t('landing.text')}</output>
      </MessagePage>
    );
  return (
    <MessagePage
      title={t(`landing.${failure}Title`)}
      failed
      actions={
        failure === 'unknown' ? (
          <WaysOn />
        ) : (
          <>
            <Button wide busy={isTrying} onClick={retry}>
              {t('common:retry')}
            </Button>
            {failure === 'network' && satHere && (
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

/** From a code that leads nowhere: the camera again, or back to where the phone sits. */
function WaysOn() {
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

/** ms after which the diner goes on without the table's first answer. */
const patience = 4_000;
/** ms between attempts while there is no network. */
const retryEvery = 5_000;
/** ms until the code is scanned again after the phone has left the table. */
const sitAgainMs = 1_000;

/** The scanned code can be another one than that of the table, if the diner's party was moved. */
function isSameTable(scanned: AtTable, table: AtTable | undefined): boolean {
  return (
    scanned.merchantId === table?.merchantId &&
    scanned.tableId === table.tableId &&
    scanned.sessionId === table.sessionId
  );
}

/** From the QR code to the page where the diner goes on: scan, log in where visitors are not taken, then the table. */
function useLanding({ merchantId, qrcodeId }: QrLink) {
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
    // Offline it fails and says so, rather than wait without a word.
    networkMode: 'always',
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      if (state.error) return scanFailure(state.error) === 'network' ? retryEvery : false;
      // Another tab has sat down elsewhere, or the login has ended: the tab that the diner looks at scans again.
      return state.data && !isSameTable(state.data, diner.table) ? sitAgainMs : false;
    },
  });

  const isScanned = scan.isSuccess && isSameTable(scan.data, diner.table);
  const isMerchantKnown = current.merchant !== undefined || !isPatient;
  const mustLogIn = isScanned && isLoginNeeded(stateFor(links.order(merchantId), false));
  // CB20: what the diner has ordered already comes first.
  const mayAsk = isScanned && !mustLogIn;
  const processing = useHasProcessingOrder(diner.table, mayAsk);
  const mayHaveOrdered = processing.isError || processing.data?.hasProcessingOrder === true;
  const order = useTableActiveOrder(diner.table, mayAsk && mayHaveOrdered);
  const isOrderKnown = mayHaveOrdered ? !order.isPending : !processing.isPending;
  // Also what was ordered before the login.
  const own = [diner.member?.id, ...(engine?.earlierIds ?? [])];
  const told = { processing: processing.data, order: order.data };
  const ownOrder = ownOpenOrder(
    told,
    own.filter((id) => id !== undefined),
  );
  const isTableKnown = engine !== undefined && loaded && isOrderKnown;
  const isReady = isScanned && isMerchantKnown && !mustLogIn && (isTableKnown || !isPatient);

  useEffect(() => {
    if (!isScanned) return;
    const timer = setTimeout(() => setPatient(false), patience);
    return () => clearTimeout(timer);
  }, [isScanned]);

  useWhen(mustLogIn, () => void popups.askLogin({ closable: false }));

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
