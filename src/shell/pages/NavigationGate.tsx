import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useCurrentMerchant } from '#src/kit/diner/current-merchant.ts';
import { useNavigationStateFor } from '#src/kit/navigation/navigation-state.ts';
import { decideNavigation } from '#src/kit/routes/navigation.ts';
import { NotFoundPage } from './pages.ts';
import { usePopups } from '#src/kit/popups/popups.ts';

/** Travels in the history entry to the page that a popup was asked over, or that comes back later. */
interface Request {
  readonly ask?: 'orderType';
  /** The address that was not found, or that the login goes on to. */
  readonly from?: string;
}

/** Lets a page show only when the navigation rules allow it: also the first one, and those that Back goes to. */
export function NavigationGate({ children }: { children: ReactNode }) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const popups = usePopups();
  const { isMissing } = useCurrentMerchant();
  const address = pathname + search;
  const outcome = decideNavigation(address, useNavigationStateFor()(address, false));
  const isLocked = outcome.kind === 'lock';
  const leavesTo = outcome.kind === 'load' ? outcome.to : undefined;
  const asked = (state as Request | null)?.ask;

  const askOrderType = useEffectEvent(() => {
    popups.openOrderType();
    // Asked once: not again when this entry of the history is shown later.
    void navigate(address, { replace: true, state: null });
  });
  const askLogin = useEffectEvent(() => void popups.askLogin({ closable: false }));
  const closeAll = useEffectEvent(() => popups.closeAll());

  useEffect(() => {
    if (asked === 'orderType') askOrderType();
  }, [asked]);
  useEffect(() => {
    if (isLocked) askLogin();
  }, [isLocked]);
  useEffect(() => {
    // CN9: where there is no merchant, no popup of one stands over not-found.
    if (isMissing) closeAll();
  }, [isMissing]);
  useEffect(() => {
    if (leavesTo !== undefined) location.assign(leavesTo);
  }, [leavesTo]);

  switch (outcome.kind) {
    case 'redirect':
      return <Navigate to={outcome.to} replace state={{ from: pathname } satisfies Request} />;
    case 'loginPage':
      return <Navigate to={outcome.to} replace state={{ from: address } satisfies Request} />;
    case 'popup':
      return outcome.under === undefined ? (
        children
      ) : (
        <Navigate to={outcome.under} replace state={{ ask: 'orderType' } satisfies Request} />
      );
    case 'notFound':
      return <NotFoundPage />;
    case 'load':
    case 'block':
      return null;
    case 'lock':
    case 'go':
      return children;
    default:
      return outcome satisfies never;
  }
}
