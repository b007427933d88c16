import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useNavigationState } from './navigation-state.ts';
import { decideNavigation } from './navigation.ts';
import { NotFoundPage } from './pages.ts';
import { usePopups } from './popups.ts';

/** Travels in the history entry to the page that a popup was asked over. */
interface Request {
  readonly ask?: 'orderType';
  /** The address that was not found. */
  readonly from?: string;
}

/** Lets a page show only when the navigation rules allow it. */
export function NavigationGate({ children }: { children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const popups = usePopups();
  const outcome = decideNavigation(location.pathname, useNavigationState());
  const loginFor = outcome.kind === 'askLogin' ? location.pathname : undefined;
  const asked = (location.state as Request | null)?.ask;

  const askOrderType = useEffectEvent(() => {
    popups.openOrderType({ closable: true });
    // Asked once: not again when this entry of the history is shown later.
    void navigate(location.pathname + location.search, { replace: true, state: null });
  });
  const askLogin = useEffectEvent(() => void popups.askLogin({ closable: false }));

  useEffect(() => {
    if (asked === 'orderType') askOrderType();
  }, [asked]);
  useEffect(() => {
    if (loginFor !== undefined) askLogin();
  }, [loginFor]);

  switch (outcome.kind) {
    case 'redirect':
      return <Navigate to={outcome.to} replace state={{ from: location.pathname } satisfies Request} />;
    case 'askOrderType':
      return <Navigate to={outcome.to} replace state={{ ask: 'orderType' } satisfies Request} />;
    case 'notFound':
      return <NotFoundPage />;
    case 'askLogin':
    case 'show':
      return children;
    default:
      outcome satisfies never;
  }
}
