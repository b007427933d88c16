/** How the service worker fetches and caches the shell: the HTML document with which the app starts. */
import { cacheNames, type WorkboxPlugin } from 'workbox-core';
import { getCacheKeyForURL } from 'workbox-precaching';
import { NetworkFirst } from 'workbox-strategies';

/** The cached shell is used if the server does not answer within this time, s. */
const timeoutSeconds = 3;
const firstAnswers = /(<script id="first-answers"[^>]*>)[^<]*/;
const drawnMenu = /(<!--first-menu-->)[^]*(<!--\/first-menu-->)/;
const entryScript = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * Answers with the server's page, so that a newer version appears at once, or else with the cached shell. Each answer of the
 * same build replaces the cached shell, because the server writes its configuration into the page.
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
          // A gateway answers for a server that is down.
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
 * Rejects the shell of another build at installation. During an update two servers may have two builds, and that shell would
 * not start offline with this worker's code. The installation fails then, and the browser tries again later.
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

/** Whether a page belongs to this worker's build. A newer page needs code that only the next worker has. */
async function isOfThisBuild(response: Response): Promise<boolean> {
  if (response.status !== 200) return false;
  const [, script = ''] = entryScript.exec(await response.clone().text()) ?? [];
  return getCacheKeyForURL(script) !== undefined;
}

/**
 * Removes the page's first answers and the menu that the server has rendered. They belong to one restaurant at one moment,
 * and the shell serves all restaurants. `query-cache.ts` caches the answers.
 */
async function removeAnswers(response: Response): Promise<Response> {
  const html = (await response.text()).replace(firstAnswers, '$1').replace(drawnMenu, '$1$2');
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  // They describe the original body.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  return new Response(html, { status, statusText, headers });
}
