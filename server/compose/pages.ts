import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { readFirstAnswers } from '../menu/first-answers.ts';
import { demoPicturesDir } from '../menu/menu-file/pictures.ts';
import { serveSitemaps } from '../menu/sitemaps.ts';
import { serveApiDocs } from '../platform/http/docs/api-docs.ts';
import { createBuildFiles } from '../platform/http/phone/build-files.ts';
import { servePhoneApp } from '../platform/http/phone/phone-app.ts';
import { serveHealth } from '../platform/monitoring/health.ts';
import { serveDemoInbox } from '../platform/sms/inbox-page.ts';
import { servePolledPrinters } from '../service/kitchen/polled/polled-pages.ts';
import { serveProviderPages } from '../service/payments/provider-pages.ts';
import type { Deps, ServerOptions } from './options.ts';

const defaultAppDir = fileURLToPath(new URL('../../dist', import.meta.url));

/** Serves everything that is not an API call: health, API docs, the demo's inbox, sitemaps and the apps. */
export async function composePages(app: FastifyInstance, deps: Deps, options: ServerOptions): Promise<void> {
  const { db, clock, config, pictures } = deps;
  serveHealth(app, deps);
  serveApiDocs(app, config.publicUrl);
  if (config.hasInbox) serveDemoInbox(app, db);
  serveProviderPages(app, deps);
  servePolledPrinters(app, deps);
  serveSitemaps(app, db, config.publicUrl);
  const { publicUrl: origin, redirects, allowedOrigins, apiBase, behaviourLog } = config;
  await servePhoneApp(app, {
    appDir: options.appDir ?? defaultAppDir,
    picturesDirs: [pictures.folder, demoPicturesDir],
    fetchPicture: pictures.fetch,
    site: { origin, redirects, allowedOrigins, apiBase, behaviourLog },
    // Phones with another API server must not start with this server's answers.
    firstAnswers: apiBase ? undefined : readFirstAnswers(db, clock),
    buildFiles: createBuildFiles(db, clock),
  });
}
