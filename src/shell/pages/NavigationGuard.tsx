import { useCallback, useContext, useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createPath,
  Navigate,
  parsePath,
  resolvePath,
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  useNavigate,
  type To,
} from 'react-router-dom';
import { showToast } from '#ui/feedback/show-toast.ts';
import { useNavigationStateFor } from '#src/navigation/navigation-state.ts';
import { getBackState, decideNavigation, matchRoute } from '#ui/routes/navigation.ts';
import { updateDiner } from '#client/api/diner-state.ts';
import { useDinerState } from '#src/diner/use-diner-state.ts';
import { useLinks } from '#ui/routes/language.ts';
import { usePopups } from '#src/popups/popups.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { NotFoundPage } from './pages.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';

/**
 * Checks every navigation against the rules before it reaches the browser's history. A cancelled navigation does not
 * happen, so the old page stays below the popup that opens instead. `NavigationGate` checks the remaining cases: the
 * first page, Back and Forward.
 */
export function NavigationGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const context = useContext(NavigationContext);
  const { pathname } = useLocation();
  const stateFor = useNavigationStateFor();
  const popups = usePopups();
  const { navigator } = context;

  /** Returns whether the navigation may happen now. A popup may continue it later with `goOn`. */
  const isAllowed = useCallback(
    (to: To, goOn: () => void): boolean => {
      const target = typeof to === 'string' ? to : createPath(resolvePath(to, pathname));
      // A layer over the same page, or another query.
      if (parsePath(target).pathname === pathname) return true;
      // The root shows no page that could stay. The gate decides.
      if (matchRoute(pathname)?.name === 'root') return true;
      const outcome = decideNavigation(target, stateFor(target, true));
      switch (outcome.kind) {
        case 'popup':
          if (outcome.popup === 'orderType') popups.openOrderType();
          else if (outcome.popup === 'name') void popups.askName().then((hasName) => hasName && goOn());
          else void popups.askLogin().then((isMember) => isMember && goOn());
          return false;
        case 'load':
          location.assign(outcome.to);
          return false;
        case 'block':
          showToast(t('blockedLink'));
          return false;
        case 'go':
        case 'redirect':
        case 'loginPage':
        case 'lock':
        case 'notFound':
          return true;
        default:
          return outcome satisfies never;
      }
    },
    [pathname, popups, stateFor, t],
  );

  const guarded = useMemo(
    () => ({
      ...context,
      navigator: {
        ...navigator,
        createHref: navigator.createHref.bind(navigator),
        go: navigator.go.bind(navigator),
        push: (...args: Parameters<typeof navigator.push>) => {
          const goOn = () => navigator.push(...args);
          if (isAllowed(args[0], goOn)) goOn();
        },
        replace: (...args: Parameters<typeof navigator.replace>) => {
          const goOn = () => navigator.replace(...args);
          if (isAllowed(args[0], goOn)) goOn();
        },
      },
    }),
    [context, navigator, isAllowed],
  );

  return <NavigationContext value={guarded}>{children}</NavigationContext>;
}

/** The state that a redirect puts into the history entry of its target. */
interface EntryState {
  /** The popup to open over the target. */
  readonly ask?: 'orderType';
  /** The address that was not found, or that follows the login. */
  readonly from?: string;
}

/** Shows a page only if the navigation rules allow it. */
export function NavigationGate({ children }: { children: ReactNode }) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const popups = usePopups();
  const links = useLinks();
  const { isMissing } = useCurrentMerchant();
  const address = pathname + search;
  const outcome = decideNavigation(address, useNavigationStateFor()(address, false));
  const isLocked = outcome.kind === 'lock';
  const { expiredTable } = useDinerState();
  const page = matchRoute(pathname)?.name;
  // These pages lead the diner to a table themselves.
  const leadsToTable = page === 'login' || page === 'qrLanding';
  const leavesTo = outcome.kind === 'load' ? outcome.to : undefined;
  const asked = (state as EntryState | null)?.ask;

  useEffectWhen(asked === 'orderType', () => {
    popups.openOrderType();
    // Cleared, so that Back to this entry does not open the popup again.
    void navigate(address, { replace: true, state: null });
  });
  useEffectWhen(leadsToTable && expiredTable !== undefined, () => updateDiner({ expiredTable: undefined }));
  useEffectWhen(isLocked, () => void popups.askLogin({ closable: false }));
  // No popup of a merchant may stay over the not-found page.
  useEffectWhen(isMissing, () => popups.closeAll());
  useEffect(() => {
    if (leavesTo !== undefined) location.assign(leavesTo);
  }, [leavesTo]);

  // A 401 has ended the visit. The menu would refuse each dish, so the diner goes to the login.
  if (expiredTable && !leadsToTable)
    return (
      <Navigate to={links.login(expiredTable.merchantId)} replace state={getBackState(links, expiredTable)} />
    );
  switch (outcome.kind) {
    case 'redirect':
      return <Navigate to={outcome.to} replace state={{ from: pathname } satisfies EntryState} />;
    case 'loginPage':
      return <Navigate to={outcome.to} replace state={{ from: address } satisfies EntryState} />;
    case 'popup':
      return outcome.under === undefined ? (
        children
      ) : (
        <Navigate to={outcome.under} replace state={{ ask: 'orderType' } satisfies EntryState} />
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
