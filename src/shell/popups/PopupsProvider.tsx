import { useEffect, useMemo, type ReactNode } from 'react';
import { hasName, isRegistered } from '#client/api/diner-state.ts';
import { useQuestionPopup } from '#src/popups/question-popup.ts';
import { PopupsContext, type Popups } from '#src/popups/popups.ts';
import { NavigationGuard } from '../pages/NavigationGuard.tsx';

const loadLogin = () => import('#src/features/account/login/LoginPopup.tsx');
const loadName = () => import('#src/features/account/EditNamePopup.tsx');
const loadProfile = () => import('#src/features/account/profile/BecomeMemberPopup.tsx');
const loadOrderType = () => import('#src/features/table/OrderTypePopup.tsx');

/** When the popups' code is prefetched, ms after the start. */
const prefetchAfterMs = 3_000;

/** Holds the popups that any page may open. The navigation guard covers their links, too. */
export function PopupsProvider({ children }: { children: ReactNode }) {
  const popup = {
    login: useQuestionPopup(loadLogin),
    name: useQuestionPopup(loadName),
    profile: useQuestionPopup(loadProfile),
    orderType: useQuestionPopup(loadOrderType),
  };
  const { controls: login } = popup.login;
  const { controls: name } = popup.name;
  const { controls: profile } = popup.profile;
  const { controls: orderType } = popup.orderType;

  useEffect(() => {
    const timer = setTimeout(() => {
      // Reception at a table is often poor. The first tap should not have to wait for these.
      if (navigator.onLine) void Promise.all([name, login, orderType].map(({ fetchCode }) => fetchCode()));
    }, prefetchAfterMs);
    return () => clearTimeout(timer);
  }, [login, name, orderType]);

  const popups = useMemo(
    (): Popups => ({
      // Reads the store, because a page may ask for the name right after the login, before it renders again.
      askLogin: async ({ closable = true } = {}) => isRegistered() || (await login.ask(closable)) === true,
      askProfile: () => profile.ask(),
      askName: async () => hasName() || (await name.ask()) === true,
      openOrderType: () => void orderType.ask(),
      closeAll: () => {
        for (const { close } of [login, name, profile, orderType]) close();
      },
    }),
    [login, name, profile, orderType],
  );

  return (
    <PopupsContext value={popups}>
      <NavigationGuard>
        {children}
        {Object.entries(popup).map(([of, { Popup, props }]) => Popup && <Popup key={of} {...props} />)}
      </NavigationGuard>
    </PopupsContext>
  );
}
