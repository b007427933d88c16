import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reportFailure, runWhenReachable, watchReach } from './reach.ts';
import { refreshStaff } from './staff-queries.ts';

/** Runs the health checks while the page is open, and refetches everything once the server is back. */
export function useWatchedReach(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const askAgain = () => {
      void queries.invalidateQueries({ queryKey: ['staff', 'me'] });
      void refreshStaff(queries);
    };
    const ends = [
      watchReach(),
      runWhenReachable(askAgain),
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') reportFailure(event.action.error);
      }),
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') reportFailure(event.action.error);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [queries]);
}
