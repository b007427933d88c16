import { createTakeOver } from './take-over-message.ts';

/** Where an app has its service worker, and the beginnings of the paths that the worker serves. */
interface AppWorker {
  readonly address: string;
  readonly scopes: readonly string[];
}

/**
 * Stores what the app needs for a start without a network.
 * @param shown beginnings of paths: what the first page loaded before there was a worker is stored as well
 */
export function keepAppOffline(shown: readonly string[], worker: AppWorker): void {
  if (!import.meta.env.PROD) return;
  if (document.readyState === 'complete') void registerWorker(shown, worker);
  else addEventListener('load', () => void registerWorker(shown, worker), { once: true });
}

/** Installs the service worker. Over plain HTTP a browser has none (D24). */
async function registerWorker(shown: readonly string[], { address, scopes }: AppWorker): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  if (!serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => cacheLoadedFiles(serviceWorker, shown), {
      once: true,
    });
  try {
    for (const scope of scopes) letNewWorkerTakeOver(await serviceWorker.register(address, { scope }));
  } catch (error) {
    // Blocked by the browser's settings. The app works without.
    console.warn('the service worker could not be installed', error);
  }
}

/** A newer worker waits until the older one's pages are gone; a page that runs its version already calls it in. */
function letNewWorkerTakeOver(registration: ServiceWorkerRegistration): void {
  const call = () => registration.waiting?.postMessage(createTakeOver(__BUILD_ID__));
  call();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', call),
  );
}

/** What the first page asked for before there was a worker is handed to it, as each one arrives. */
function cacheLoadedFiles(serviceWorker: ServiceWorkerContainer, shown: readonly string[]): void {
  new PerformanceObserver((list) => {
    const urlsToCache = list
      .getEntries()
      .filter((entry) => 'workerStart' in entry && entry.workerStart === 0)
      .map(({ name }) => name)
      .filter((name) => shown.some((path) => name.startsWith(location.origin + path)));
    if (urlsToCache.length > 0)
      serviceWorker.controller?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
  }).observe({ type: 'resource', buffered: true });
}
