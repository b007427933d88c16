/**
 * The service worker of an app. It stores the app's document and code, so that the app starts without a network, and
 * the pictures that were shown. It never stores answers of the API: those belong to the pages.
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
 * @param isPage true for the path of one of the app's pages: without a network the stored document answers for it
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
    // The first page was loaded before its worker. From now on the worker stores what that page shows as well.
    event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
  });

  self.addEventListener('message', (event) => {
    if (isTakeOver(event.data, __BUILD_ID__)) event.waitUntil(takeOver());
  });
}

/** Waits while another tab may still run the older version: its code is deleted together with its worker. */
async function takeOver(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await self.skipWaiting();
}
