/** Changes the answers of the network to a page: refusals and late answers. */
import type { Page } from '@playwright/test';

/** An answer that refuses a call, in the contract's envelope. */
export function createRefusal(code: number, msg = '', status = 200, data: unknown = null) {
  return { status, json: { success: false, code, msg, data } };
}

/** Answers the next request with this method and path. All others go to the server. */
export async function answerNext(page: Page, method: string, path: string, answer: object): Promise<void> {
  let isUsed = false;
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(
    ({ pathname }) => pathname === path,
    async (route) => {
      if (isUsed || route.request().method() !== method) return route.fallback();
      isUsed = true;
      await route.fulfill(answer);
    },
  );
}

/**
 * Holds requests, or the server's answers to them, until the returned function is called.
 *
 * @param url as for `page.route`
 */
export async function hold(
  page: Page,
  url: Parameters<Page['route']>[0],
  what: 'requests' | 'answers' = 'requests',
): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    const response = what === 'answers' ? await route.fetch() : undefined;
    await released;
    const goOn = response ? route.fulfill({ response }) : route.continue();
    // The page may have cancelled the request by now.
    await goOn.catch(() => undefined);
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

/** Makes the cart look untouched for three hours, which is longer than the restaurant waits. */
export async function leaveCartAlone(page: Page): Promise<void> {
  await page.route('**/api/shoppingCart?*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { lastOperateAt: number } };
    json.data.lastOperateAt -= 3 * 3_600_000;
    await route.fulfill({ response, json });
  });
}
