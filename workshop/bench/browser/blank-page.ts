import type { BrowserContext, Page } from '@playwright/test';

const body = '<!doctype html><meta name="viewport" content="width=device-width"><div id="root"></div>';

/** A page at an origin that nobody asks, with nothing in it but the script. */
export async function blankPage(context: BrowserContext, origin: string, script: string): Promise<Page> {
  await context.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.addScriptTag({ content: script });
  return page;
}
