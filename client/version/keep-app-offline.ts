import { createTakeOver } from './take-over-message.ts';

/** Address of an app's service worker, and the beginnings of the paths that it serves. */
interface AppWorker {
  readonly address: string;
  readonly scopes: readonly string[];
}

/**
 * Installs the service worker, so that the app starts without a network. Does nothing in development.
 * @param shown beginnings of paths: files under them that the first page loaded before the worker are cached, too
 */
export function keepAppOffline(shown: readonly string[], worker: AppWorker): void {
  if (!import.meta.env.PROD) return;
  if (document.readyState === 'complete') void registerWorker(shown, worker);
  else addEventListener('load', () => void registerWorker(shown, worker), { once: true });
}

/** Registers the service worker. Over plain HTTP browsers have none. */
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
    // The browser's settings block it. The app works without a worker.
    console.warn('the service worker could not be installed', error);
  }
}

/**
 * A newer worker waits until all pages of the older one are closed. A page that already runs the newer version asks its
 * worker to take over at once.
 */
function letNewWorkerTakeOver(registration: ServiceWorkerRegistration): void {
  const call = () => registration.waiting?.postMessage(createTakeOver(__BUILD_ID__));
  call();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', call),
  );
}

/** Sends the worker the addresses of files that the page loaded before the worker controlled it. */
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
