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
import { backTo, decideNavigation, matchRoute } from '#ui/routes/navigation.ts';
import { updateDiner } from '#client/api/diner-state.ts';
import { useDinerState } from '#src/diner/use-diner-state.ts';
import { useLinks } from '#ui/routes/language.ts';
import { usePopups } from '#src/popups/popups.ts';
import { useCurrentMerchant } from '#src/diner/current-merchant.ts';
import { NotFoundPage } from './pages.ts';
import { useWhen } from '#ui/timing/use-steady.ts';

/**
 * Stands between every link and the browser's history: a navigation that the rules cancel never happens, so that the
 * page stays as it is under the popup.
 */
export function NavigationGuard({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const context = useContext(NavigationContext);
  const { pathname } = useLocation();
  const stateFor = useNavigationStateFor();
  const popups = usePopups();
  const { navigator } = context;

  /** True when the navigation takes place. */
  const passes = useCallback(
    (to: To, goOn: () => void): boolean => {
      const target = typeof to === 'string' ? to : createPath(resolvePath(to, pathname));
      // A layer over the page, or another query: the page has passed already.
      if (parsePath(target).pathname === pathname) return true;
      // The root is no page that could stay (D20): the gate decides.
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
          if (passes(args[0], goOn)) goOn();
        },
        replace: (...args: Parameters<typeof navigator.replace>) => {
          const goOn = () => navigator.replace(...args);
          if (passes(args[0], goOn)) goOn();
        },
      },
    }),
    [context, navigator, passes],
  );

  return <NavigationContext value={guarded}>{children}</NavigationContext>;
}

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
  const links = useLinks();
  const { isMissing } = useCurrentMerchant();
  const address = pathname + search;
  const outcome = decideNavigation(address, useNavigationStateFor()(address, false));
  const isLocked = outcome.kind === 'lock';
  const { left } = useDinerState();
  const page = matchRoute(pathname)?.name;
  // Each of these pages leads to a table by itself.
  const leadsToTable = page === 'login' || page === 'qrLanding';
  const leavesTo = outcome.kind === 'load' ? outcome.to : undefined;
  const asked = (state as Request | null)?.ask;

  useWhen(asked === 'orderType', () => {
    popups.openOrderType();
    // Asked once: not again when this entry of the history is shown later.
    void navigate(address, { replace: true, state: null });
  });
  useWhen(leadsToTable && left !== undefined, () => updateDiner({ left: undefined }));
  useWhen(isLocked, () => void popups.askLogin({ closable: false }));
  // CN9: where there is no merchant, no popup of one stands over not-found.
  useWhen(isMissing, () => popups.closeAll());
  useEffect(() => {
    if (leavesTo !== undefined) location.assign(leavesTo);
  }, [leavesTo]);

  // Nobody is left at a menu that takes nothing from them.
  if (left && !leadsToTable)
    return <Navigate to={links.login(left.merchantId)} replace state={backTo(links, left)} />;
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
