import { useEffect, useRef } from 'react';
import { matchRoute } from '#src/app/navigation.ts';

/** How far down each merchant's menu the diner was, for as long as the app runs. */
const kept = new Map<string, number>();

/** Coming back to the menu finds it where it was left (section 2: the order page is kept alive). */
export function useKeptScroll(merchantId: string, ready: boolean): void {
  const restored = useRef(false);

  useEffect(() => {
    if (!ready || restored.current) return;
    restored.current = true;
    scrollTo({ top: kept.get(merchantId) ?? 0, behavior: 'instant' });
  }, [merchantId, ready]);

  useEffect(() => {
    const handleScroll = () => {
      // While the next page's code loads this one is hidden, which scrolls to the top.
      const isShown = matchRoute(location.pathname)?.name === 'order';
      if (restored.current && isShown) kept.set(merchantId, scrollY);
    };
    addEventListener('scroll', handleScroll, { passive: true });
    return () => removeEventListener('scroll', handleScroll);
  }, [merchantId]);
}
