import { statSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/headers.ts';
import { isApiCall } from '../api-call.ts';
import { sendFailure } from '../failures.ts';
import { isPage, mayBePage, firstPlaceOf } from './known-paths.ts';
import { phonePage, type OwnPart, type SiteConfig } from './phone-page.ts';

interface PhoneAppOptions {
  readonly appDir: string;
  /** Folders of pictures; the first that has one of the name answers. Those that are not there count as empty. */
  readonly picturesDirs: readonly string[];
  readonly site: SiteConfig;
  readonly firstAnswers?: ((merchantId: string, language: LanguageCode) => Promise<unknown>) | undefined;
}

/** Names under /assets hold a hash of their content. */
const immutable = 'public, max-age=31536000, immutable';
/** Pictures keep their name when they are redrawn: a month, then ask again. */
const pictureCache = 'public, max-age=2592000';
const revalidate = 'no-cache';

/** Serves the phone and the pictures, and answers what no route knows: `/api` in the envelope, pages with index.html. */
export async function servePhoneApp(
  app: FastifyInstance,
  { appDir, picturesDirs, site, firstAnswers }: PhoneAppOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: [...picturesDirs],
    prefix: '/pictures/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    // The first picture of a restaurant's own may come while this process runs.
    suppressWarning: true,
    setHeaders: (reply) => void reply.header('Cache-Control', pictureCache),
  });
  // The folder may be built later than this process starts.
  await app.register(fastifyStatic, {
    root: appDir,
    serve: false,
    suppressWarning: true,
    preCompressed: true,
  });

  const page = phonePage(appDir, site);
  const index = (reply: FastifyReply, status: number, own?: OwnPart): FastifyReply => {
    const html = page(own);
    if (html !== undefined)
      return reply
        .code(status)
        .header('Cache-Control', revalidate)
        .type('text/html; charset=utf-8')
        .send(html);
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The phone is not built: run "npm start".\n');
  };

  const unknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = pathOf(request);
    void reply.header('Cache-Control', 'no-store');
    if (isApiCall(request))
      return sendFailure(reply, codes.notFound, codes.notFound, `No such call: ${request.method} ${path}`);
    if (request.method === 'GET' && mayBePage(path) && request.headers.accept?.includes('text/html'))
      return index(reply, codes.notFound);
    return reply.code(codes.notFound).type('text/plain; charset=utf-8').send('Not found\n');
  };

  app.get('/*', async (request, reply) => {
    const path = pathOf(request);
    if (isPage(path)) {
      const place = firstPlaceOf(path);
      const isMenu = place?.page === 'order';
      const answers = isMenu ? await firstAnswers?.(place.merchantId, place.language) : undefined;
      return index(reply, 200, { place, answers });
    }
    const file = fileOf(path);
    // Pages are the one way to the document: under its own name it would know no route.
    if (file === undefined || file === 'index.html' || !isFile(join(appDir, file)))
      return unknown(request, reply);
    return reply
      .header('Cache-Control', file.startsWith('assets/') ? immutable : revalidate)
      .sendFile(file, { cacheControl: false });
  });
  app.setNotFoundHandler(unknown);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]!;
}

/** The name below the folder, undefined for one that is hidden or leads out of it. */
function fileOf(path: string): string | undefined {
  try {
    const names = decodeURIComponent(path).slice(1).split(/[/\\]/);
    return names.some((name) => name.startsWith('.') || name.includes('\0')) ? undefined : names.join('/');
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    // Nothing is there, or the name is longer than any file's.
    return false;
  }
}
