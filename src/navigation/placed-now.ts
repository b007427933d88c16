import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { getPageEntry } from '#ui/navigation/back-layer.ts';
import { useEffectWhen } from '#ui/timing/callback-hooks.ts';

/** State of the navigation to an order that this phone has just placed. */
export const placedNow = { placedNow: true } as const;

/** True while the page stays open to which a navigation with `placedNow` led. */
export function useIsPlacedNow(): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  const { state } = getPageEntry(location);
  const isSaid = (state as Partial<typeof placedNow> | null)?.placedNow === true;
  const [isPlaced, setPlaced] = useState(isSaid);
  if (isSaid && !isPlaced) setPlaced(true);
  // Without the state, a reload and a later visit by Back do not say it again.
  useEffectWhen(isSaid, () => void navigate(location.pathname, { replace: true }));
  return isPlaced;
}
