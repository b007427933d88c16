import type { BrowserContext, Page } from '@playwright/test';
import { build } from 'vite';

const code = await bundlePageCode('dev/bench/tap/in-page.ts');

/** Adds `in-page.ts` to every page of the context, or to this page. Call it before a page is opened. */
export async function prepare(target: BrowserContext | Page): Promise<void> {
  await target.addInitScript({ content: code });
}

/** Bundles a module into one script for a page. @param entry path from the root of the project */
export async function bundlePageCode(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'page' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`nothing was built from ${entry}`);
  return output.output[0].code;
}
