import { useCallback, useContext, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  createPath,
  parsePath,
  resolvePath,
  UNSAFE_NavigationContext as NavigationContext,
  useLocation,
  type To,
} from 'react-router-dom';
import { showToast } from '#src/kit/ui/feedback/Toasts.tsx';
import { useNavigationStateFor } from '#src/kit/navigation/navigation-state.ts';
import { decideNavigation } from '#src/kit/routes/navigation.ts';
import { usePopups } from '#src/kit/popups/popups.ts';

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
      const outcome = decideNavigation(target, stateFor(target, true));
      switch (outcome.kind) {
        case 'popup':
          if (outcome.popup === 'orderType') popups.openOrderType();
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
