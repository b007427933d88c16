import { cacheNames } from 'workbox-core';
import { getCacheKeyForURL } from 'workbox-precaching';
import { NetworkFirst } from 'workbox-strategies';

/** How long a page may take before the kept shell stands in for it, s. */
const patience = 3;
const entryScript = /<script type="module"[^>]* src="([^"]+)"/;

/**
 * A page as the server gives it, so that a newer version comes in at once; without an answer the kept shell. What is
 * kept is renewed by each answer of the same build: the server writes its configuration into the page.
 */
export function shellFirstFromNetwork(shell: string): NetworkFirst {
  return new NetworkFirst({
    cacheName: cacheNames.precache,
    networkTimeoutSeconds: patience,
    matchOptions: { ignoreVary: true },
    plugins: [
      {
        cacheKeyWillBeUsed: async () => getCacheKeyForURL(shell) ?? shell,
        fetchDidSucceed: async ({ response }) => {
          // A gateway speaks for a server that is down.
          if (response.status >= 500) throw new Error(`status ${response.status}`);
          return response;
        },
        cacheWillUpdate: async ({ response }) => ((await isOfThisBuild(response)) ? response : null),
      },
    ],
  });
}

/** A newer page needs code that only the next worker keeps. */
async function isOfThisBuild(response: Response): Promise<boolean> {
  if (response.status !== 200) return false;
  const [, script = ''] = entryScript.exec(await response.clone().text()) ?? [];
  return getCacheKeyForURL(script) !== undefined;
}
