import type { QueryClient } from '@tanstack/react-query';
import { keepConnectionHistory } from '#client/api/call/connection-history.ts';
import { watchUnsavedName } from '../diner/watch-unsaved-name.ts';
import { keepAppOffline } from '#client/version/keep-app-offline.ts';

/** Makes the next start independent of the network. Loaded once the first page stands. */
export function prepareOfflineStart(queries: QueryClient): void {
  askAgainWhenOnline(queries);
  keepConnectionHistory();
  watchUnsavedName();
  keepAppOffline(['/pictures/'], { address: '/service-worker.js', scopes: ['/'] });
}

/** TanStack Query takes a start for one with a network, and so never notices that one has come. */
function askAgainWhenOnline(queries: QueryClient): void {
  addEventListener('online', () => {
    void queries.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    );
  });
}
