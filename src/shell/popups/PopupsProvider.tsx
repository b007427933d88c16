import { useEffect, useMemo, type ReactNode } from 'react';
import { registrationState } from '#contract/states.ts';
import { dinerState } from '#src/kit/api/diner-state.ts';
import { useAskedPopup } from '#src/kit/popups/asked-popup.ts';
import { PopupsContext, type Popups } from '#src/kit/popups/popups.ts';

const loadLogin = () => import('#src/features/account/login/LoginPopup.tsx');
const loadName = () => import('#src/features/account/EditNamePopup.tsx');
const loadProfile = () => import('#src/features/account/profile/BecomeMemberPopup.tsx');
const loadOrderType = () => import('#src/features/table/OrderTypePopup.tsx');

/** ms after the start at which the popups' code is fetched ahead of need. */
const fetchAheadAfter = 3_000;

/** Holds the popups that any page may open. */
export function PopupsProvider({ children }: { children: ReactNode }) {
  const login = useAskedPopup(loadLogin);
  const name = useAskedPopup(loadName);
  const profile = useAskedPopup(loadProfile);
  const orderType = useAskedPopup(loadOrderType);
  const { ask: askForLogin, fetchCode: fetchLogin, close: closeLogin } = login;
  const { ask: askForName, fetchCode: fetchName, close: closeName } = name;
  const { ask: askForProfile, close: closeProfile } = profile;
  const { ask: askForOrderType, fetchCode: fetchOrderType, close: closeOrderType } = orderType;

  useEffect(() => {
    const timer = setTimeout(() => {
      // A table in a cellar: what is needed at the first tap should be here by then.
      if (navigator.onLine) void Promise.all([fetchName(), fetchLogin(), fetchOrderType()]);
    }, fetchAheadAfter);
    return () => clearTimeout(timer);
  }, [fetchLogin, fetchName, fetchOrderType]);

  const popups = useMemo(
    (): Popups => ({
      // Read from the state itself: a page asks for the name right after the login, before it rendered again.
      askLogin: async ({ closable = true } = {}) => isMember() || (await askForLogin(closable)) === true,
      askProfile: () => askForProfile(true),
      askName: async () => hasName() || (await askForName(true)) === true,
      openOrderType: ({ closable }) => void askForOrderType(closable),
      closeAll: () => {
        closeLogin();
        closeName();
        closeProfile();
        closeOrderType();
      },
    }),
    [
      askForLogin,
      askForName,
      askForProfile,
      askForOrderType,
      closeLogin,
      closeName,
      closeProfile,
      closeOrderType,
    ],
  );

  return (
    <PopupsContext value={popups}>
      {children}
      {login.Popup && <login.Popup {...login.props} />}
      {name.Popup && <name.Popup {...name.props} />}
      {profile.Popup && <profile.Popup {...profile.props} />}
      {orderType.Popup && <orderType.Popup {...orderType.props} />}
    </PopupsContext>
  );
}

function isMember(): boolean {
  return dinerState.value.member?.registrationState === registrationState.registered;
}

function hasName(): boolean {
  return Boolean(dinerState.value.member?.firstName.trim());
}
