import { useLocation, useNavigate } from 'react-router-dom';
import { getPageEntry } from '#ui/navigation/back-layer.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';

/** State of a link to an order that opens the sheet for paying. */
export const payNow = { payNow: true } as const;

/** Calls `open` once if a link with `payNow` led to this page, as soon as the payments have loaded. */
export function useOpenToPay(isReady: boolean, open: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const { state } = getPageEntry(location);
  const isAsked = (state as Partial<typeof payNow> | null)?.payNow === true;
  useEffectWhen(isAsked && isReady, () => {
    // Without the state, a reload and a later visit by Back show only the order.
    void navigate(location.pathname, { replace: true });
    open();
  });
}
