import { takeOver } from './take-over-message.ts';

const address = '/service-worker.js';

/**
 * Keeps what the app needs for a start without a network.
 * @param shown beginnings of paths: what the first page asked for before there was a worker is kept as well
 */
export function keepAppOffline(shown: readonly string[]): void {
  if (!import.meta.env.PROD) return;
  if (document.readyState === 'complete') void registerWorker(shown);
  else addEventListener('load', () => void registerWorker(shown), { once: true });
}

/** Installs the service worker where there can be one: plain HTTP has none (D24). */
async function registerWorker(shown: readonly string[]): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  if (!serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => keepShown(serviceWorker, shown), {
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

/** What the first page asked for before there was a worker is handed to it, as each one arrives. */
function keepShown(serviceWorker: ServiceWorkerContainer, shown: readonly string[]): void {
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
