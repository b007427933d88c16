/** `npm run pictures`: makes the README's film and screenshots from the real app. */
import { mkdirSync } from 'node:fs';
import { build } from 'vite';
import { openChromium } from './support/chromium.ts';
import { takeScreens } from './screenshots.ts';
import { orderTogether } from './film/story.ts';
import { startTableServer } from './support/table-server.ts';

/** The command ends after this time, ms. */
const limit = 10 * 60_000;
const screens = 'docs/screens';
const files = { film: 'docs/two-phones.webp', still: `${screens}/two-phones.webp` };

setTimeout(() => {
  console.error('The pictures took too long.');
  process.exit(1);
}, limit).unref();

await build({ logLevel: 'warn' });
mkdirSync(screens, { recursive: true });
const { browser, close } = await openChromium();
const server = await startTableServer();
try {
  await takeScreens(browser, server, screens);
  const film = await orderTogether(browser, server);
  await film.develop(files.film, files.still);
  console.log(Object.values(files).join('\n'));
} finally {
  await close();
  await server.stop();
}
