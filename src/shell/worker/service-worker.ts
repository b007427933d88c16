/** The diners' service worker. The menu is stored by `#client/api/queries/query-cache.ts`, the cart by its log. */
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { expiresAfterAMonth, runAppWorker } from '#client/worker/run-app-worker.ts';
import { isDinersPage } from './diners-pages.ts';

runAppWorker(isDinersPage);

// Code that few diners need is stored once it was fetched. Its names contain a hash, so it is never out of date.
registerRoute(
  ({ sameOrigin, url }) =>
    // The first page of the restaurant's app on a diner's phone may be loaded through this worker.
    sameOrigin && url.pathname.startsWith('/assets/') && !url.pathname.startsWith('/assets/staff-'),
  new CacheFirst({
    cacheName: 'rare-code',
    plugins: [new ExpirationPlugin({ maxEntries: 40, ...expiresAfterAMonth })],
  }),
);
