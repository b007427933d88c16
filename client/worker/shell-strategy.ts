import { cacheNames, type WorkboxPlugin } from 'workbox-core';
import { getCacheKeyForURL } from 'workbox-precaching';
import { NetworkFirst } from 'workbox-strategies';

/** How long a page may take before the kept shell stands in for it, s. */
const timeoutSeconds = 3;
const firstAnswers = /(<script id="first-answers"[^>]*>)[^<]*/;
const drawnMenu = /(<!--first-menu-->)[^]*(<!--\/first-menu-->)/;
const entryScript = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * A page as the server gives it, so that a newer version comes in at once; without an answer the kept shell. What is
 * kept is renewed by each answer of the same build: the server writes its configuration into the page.
 */
export function createShellStrategy(shell: string): NetworkFirst {
  return new NetworkFirst({
    cacheName: cacheNames.precache,
    networkTimeoutSeconds: timeoutSeconds,
    matchOptions: { ignoreVary: true },
    plugins: [
      {
        cacheKeyWillBeUsed: async () => getCacheKeyForURL(shell) ?? shell,
        fetchDidSucceed: async ({ response }) => {
          // A gateway speaks for a server that is down.
          if (response.status >= 500) throw new Error(`status ${response.status}`);
          return response;
        },
        cacheWillUpdate: async ({ response }) =>
          (await isOfThisBuild(response)) ? removeAnswers(response) : null,
      },
    ],
  });
}

/**
 * Of two servers with two builds the other one may answer for the shell: its page would not start without a network, and
 * the worker is not installed, until next time.
 */
export function createShellFilter(shell: string): WorkboxPlugin {
  return {
    cacheWillUpdate: async ({ request, response }) => {
      const isOwn =
        new URL(request.url).pathname === shell ? await isOfThisBuild(response) : response.status === 200;
      return isOwn ? response : null;
    },
  };
}

/** A newer page needs code that only the next worker keeps. */
async function isOfThisBuild(response: Response): Promise<boolean> {
  if (response.status !== 200) return false;
  const [, script = ''] = entryScript.exec(await response.clone().text()) ?? [];
  return getCacheKeyForURL(script) !== undefined;
}

/** The page's first answers, and the menu that is drawn of them, are one restaurant's, and of this moment; what is kept of them is kept elsewhere. */
async function removeAnswers(response: Response): Promise<Response> {
  const html = (await response.text()).replace(firstAnswers, '$1').replace(drawnMenu, '$1$2');
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  for (const ofTheSent of ['Content-Encoding', 'Content-Length']) headers.delete(ofTheSent);
  return new Response(html, { status, statusText, headers });
}
