/**
 * Keeps the shell and the dishes' pictures on the phone, so that the app starts without a network. Answers of the API
 * are never kept here: the menu is kept by `#client/api/answers/kept-answers.ts`, the cart by its log.
 */
import { ExpirationPlugin } from 'workbox-expiration';
import { addPlugins, addRoute, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { showsPage } from './shell-pages.ts';
import { ownShellOnly, shellFirstFromNetwork } from '#client/worker/shell-strategy.ts';
import { isTakeOver } from '#client/version/take-over-message.ts';

/** What of a worker's global scope is used here; the page's types know no such scope. */
declare const self: {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly unknown[]>;
  };
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'activate' | 'message',
    listener: (event: { readonly data?: unknown; waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
};

const month = 30 * 24 * 60 * 60;
const onQuota = { purgeOnQuotaError: true } as const;

addPlugins([ownShellOnly(__SHELL__)]);
precache([...__PRECACHED__]);

// Before the precached files: a page is asked of the network first, the file of the same address would never be.
registerRoute(
  ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && showsPage(url.pathname),
  shellFirstFromNetwork(__SHELL__),
);
addRoute();

// Code that few diners come to. Its names hold a hash: what is kept is never out of date.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'rare-code',
    plugins: [new ExpirationPlugin({ maxEntries: 40, maxAgeSeconds: month, ...onQuota })],
  }),
);
// Asks again each time, which the browser's own cache mostly answers.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/pictures/'),
  new StaleWhileRevalidate({
    cacheName: 'pictures',
    plugins: [new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: month, ...onQuota })],
  }),
);

self.addEventListener('activate', (event) => {
  // The first page was there before its worker; what it shows from now on is kept as well.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('message', (event) => {
  if (isTakeOver(event.data, __BUILD_ID__)) event.waitUntil(takeOver());
});

/** Not while another tab may still run the older version, whose code goes with its worker. */
async function takeOver(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await self.skipWaiting();
}
