import type { BrowserContext, Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** A module and what it needs as one script for a page, made as the app is made. */
export async function pageCode(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'page' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error(`nothing was built from ${entry}`);
  return output.output[0].code;
}

const body = '<!doctype html><meta name="viewport" content="width=device-width"><div id="root"></div>';

/** A page at an origin that nobody asks, with nothing in it but the script. */
export async function blankPage(context: BrowserContext, origin: string, script: string): Promise<Page> {
  await context.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.addScriptTag({ content: script });
  return page;
}
