import type { QueryClient } from '@tanstack/react-query';
import { startConnectionHistory } from '#client/api/call/connection-history.ts';
import { watchUnsavedName } from '../diner/watch-unsaved-name.ts';
import { keepAppOffline } from '#client/version/keep-app-offline.ts';

/** Prepares the app to start without a network next time. Loaded after the first page is shown. */
export function prepareOfflineStart(queries: QueryClient): void {
  refetchWhenOnline(queries);
  startConnectionHistory();
  watchUnsavedName();
  keepAppOffline(['/pictures/'], { address: '/service-worker.js', scopes: ['/'] });
}

/** TanStack Query assumes a network at the start. After an offline start it does not notice the first connection. */
function refetchWhenOnline(queries: QueryClient): void {
  addEventListener('online', () => {
    void queries.refetchQueries(
      { type: 'active', predicate: ({ state }) => state.status === 'error' },
      { cancelRefetch: false },
    );
  });
}
