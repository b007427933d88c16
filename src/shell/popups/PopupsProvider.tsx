import { useEffect, useMemo, type ReactNode } from 'react';
import { hasName, isRegistered } from '#client/api/diner-state.ts';
import { useQuestionPopup } from '#src/popups/question-popup.ts';
import { PopupsContext, type Popups } from '#src/popups/popups.ts';
import { NavigationGuard } from '../pages/NavigationGuard.tsx';

const loadLogin = () => import('#src/features/account/login/LoginPopup.tsx');
const loadName = () => import('#src/features/account/EditNamePopup.tsx');
const loadProfile = () => import('#src/features/account/profile/BecomeMemberPopup.tsx');
const loadOrderType = () => import('#src/features/table/OrderTypePopup.tsx');

/** ms after the start at which the popups' code is fetched ahead of need. */
const fetchAheadAfter = 3_000;

/** Holds the popups that any page may open. What they lead to passes the rules of navigation like any link (CN4). */
export function PopupsProvider({ children }: { children: ReactNode }) {
  const popup = {
    login: useQuestionPopup(loadLogin),
    name: useQuestionPopup(loadName),
    profile: useQuestionPopup(loadProfile),
    orderType: useQuestionPopup(loadOrderType),
  };
  const { asking: login } = popup.login;
  const { asking: name } = popup.name;
  const { asking: profile } = popup.profile;
  const { asking: orderType } = popup.orderType;

  useEffect(() => {
    const timer = setTimeout(() => {
      // A table in a cellar: what is needed at the first tap should be here by then.
      if (navigator.onLine) void Promise.all([name, login, orderType].map(({ fetchCode }) => fetchCode()));
    }, fetchAheadAfter);
    return () => clearTimeout(timer);
  }, [login, name, orderType]);

  const popups = useMemo(
    (): Popups => ({
      // Read from the state itself: a page asks for the name right after the login, before it rendered again.
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
