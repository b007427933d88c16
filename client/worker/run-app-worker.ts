/**
 * The service worker of an app. It stores the app's document and code, so that the app starts without a network, and
 * the pictures that were shown. It never stores answers of the API, because the pages store them.
 */
import { ExpirationPlugin } from 'workbox-expiration';
import { addPlugins, addRoute, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { isTakeOver } from '#client/version/take-over-message.ts';
import { createShellFilter, createShellStrategy } from './shell-strategy.ts';

/** The part of a worker's global scope that is used here. The types of a page do not have it. */
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
/** Limits of a cache whose files can be fetched again: a month, and fewer if the browser runs out of space. */
export const expiresAfterAMonth = { maxAgeSeconds: month, purgeOnQuotaError: true } as const;

/**
 * Runs the worker of an app, with the files that its build has listed.
 * @param isPage whether a path is one of the app's pages. Without a network the worker answers with the stored document
 */
export function runAppWorker(isPage: (pathname: string) => boolean): void {
  addPlugins([createShellFilter(__SHELL__)]);
  precache([...__PRECACHED__]);

  // Registered before the precached files, whose route would answer for a page without asking the network.
  registerRoute(
    ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
    createShellStrategy(__SHELL__),
  );
  addRoute();

  // Revalidated on each use. The browser's own cache answers most of these requests.
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/pictures/'),
    new StaleWhileRevalidate({
      cacheName: 'pictures',
      plugins: [new ExpirationPlugin({ maxEntries: 300, ...expiresAfterAMonth })],
    }),
  );

  self.addEventListener('activate', (event) => {
    // The first page was loaded before its worker. After `claim` the worker also stores the files that this page loads.
    event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
  });

  self.addEventListener('message', (event) => {
    if (isTakeOver(event.data, __BUILD_ID__)) event.waitUntil(takeOver());
  });
}

/**
 * Replaces the older worker. Does nothing if other tabs are open: they may run the older version, and the browser deletes
 * its code together with its worker.
 */
async function takeOver(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await self.skipWaiting();
}
