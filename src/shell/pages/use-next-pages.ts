import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { matchRoute } from '#src/kit/routes/navigation.ts';
import { fetchNextPages } from './pages.ts';

/** Section 9: ms that a page stands before the next ones are fetched. */
const prefetchDelay = 1_000;

/** Bad reception: the code of the next page is on the phone before it is needed. Not for those who save data. */
export function useNextPages(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const name = matchRoute(pathname)?.name;
    const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
    if (name === undefined || connection?.saveData) return;
    const timer = setTimeout(() => {
      if (navigator.onLine) fetchNextPages(name).catch((error: unknown) => console.warn('prefetch', error));
    }, prefetchDelay);
    return () => clearTimeout(timer);
  }, [pathname]);
}
