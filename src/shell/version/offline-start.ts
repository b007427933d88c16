import type { QueryClient } from '@tanstack/react-query';
import { keepConnectionHistory } from '#src/kit/api/call/connection-history.ts';
import { watchUnsavedName } from '../diner/watch-unsaved-name.ts';
import { takeOver } from '../worker/take-over-message.ts';

/** Makes the next start independent of the network. Loaded once the first page stands. */
export function prepareOfflineStart(queries: QueryClient): void {
  askAgainWhenOnline(queries);
  keepConnectionHistory();
  watchUnsavedName();
  if (!import.meta.env.PROD) return;
  if (document.readyState === 'complete') void registerWorker();
  else addEventListener('load', () => void registerWorker(), { once: true });
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

const address = '/service-worker.js';

/** Installs the service worker where there can be one: plain HTTP has none (D24). */
async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  if (!serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => keepShownPictures(serviceWorker), {
      once: true,
    });
  try {
    letNewOneTakeOver(await serviceWorker.register(address));
  } catch (error) {
    // Blocked by the browser's settings: the app goes on without.
    console.warn('the service worker could not be installed', error);
  }
}

/** A newer worker waits until the older one's pages are gone; a page that runs its version already calls it in. */
function letNewOneTakeOver(registration: ServiceWorkerRegistration): void {
  const call = () => registration.waiting?.postMessage(takeOver(__BUILD_ID__));
  call();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', call),
  );
}

/** Pictures that the first page asked for before there was a worker are handed to it, as each one arrives. */
function keepShownPictures(serviceWorker: ServiceWorkerContainer): void {
  new PerformanceObserver((list) => {
    const urlsToCache = list
      .getEntries()
      .filter((entry) => 'workerStart' in entry && entry.workerStart === 0)
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${location.origin}/pictures/`));
    if (urlsToCache.length > 0)
      serviceWorker.controller?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
  }).observe({ type: 'resource', buffered: true });
}
