import { useCallback, useSyncExternalStore } from 'react';
import { breakpoints } from '#src/kit/theme/tokens.ts';

/** True while the screen is at least as wide as the breakpoint; what doesn't show needn't be drawn. */
export function useAtLeast(breakpoint: keyof typeof breakpoints): boolean {
  const query = `(min-width: ${breakpoints[breakpoint]}px)`;
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', notify);
      return () => list.removeEventListener('change', notify);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
