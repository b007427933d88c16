import { test as base } from '@playwright/test';

/** Playwright's test; phones taken in a test are put away after it, lest they go on asking beside the next one. */
export const test = base.extend<{ phonesPutAway: void }>({
  phonesPutAway: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map(async (context) => context.close()),
      );
    },
    { auto: true },
  ],
});
