/** The development server shows the same document for a page as the table server. */
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffPagesInDevelopment } from '#tools/build/staff-app.ts';

let server: ViteDevServer;
let address: string;
beforeAll(async () => {
  server = await createServer({
    configFile: false,
    logLevel: 'error',
    plugins: [staffPagesInDevelopment],
    server: { port: 0, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    cacheDir: '.cache/vite-staff-app',
  });
  await server.listen();
  address = server.resolvedUrls!.local[0]!.replace(/\/$/, '');
});
afterAll(async () => server.close());

test.each([
  ['/home', '/src/shell/main.tsx'],
  ['/merchant/1001/order', '/src/shell/main.tsx'],
  ['/staff', '/staff/main.tsx'],
  ['/zh-tw/staff/menu?part=list', '/staff/main.tsx'],
])('%s starts %s', async (path, entry) => {
  const answer = await fetch(address + path, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  expect(/<script type="module" src="(\/s[^"?]+)/.exec(html)?.[1]).toBe(entry);
});

test('a module below /staff is served unchanged', async () => {
  const answer = await fetch(`${address}/staff/routes.ts`);
  expect(await answer.text()).toContain('export const ownerPages');
});
