/** Which components render. */
import type { BrowserContext, Page } from '@playwright/test';
import { pageCode } from '../browser/page-code.ts';

/** By component, how many instances rendered, and how often in all. */
export type Renders = Readonly<Record<string, { readonly instances: number; readonly times: number }>>;

/** Call before a page is opened; the app must be built with its names. */
export async function counted(context: BrowserContext): Promise<void> {
  await context.addInitScript({ content: await pageCode('workshop/bench/taps/page-renders.ts') });
}

/** What has rendered since the last look. */
export async function renders(page: Page): Promise<Renders> {
  return await page.evaluate(() => (globalThis as unknown as { rendered: () => Renders }).rendered());
}
