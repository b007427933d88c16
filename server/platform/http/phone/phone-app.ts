import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '#contract/codes.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import { isApiCall } from '../api-call.ts';
import { sendFailure } from '../failures.ts';
import { keepEveryMs, type BuildFile, type BuildFiles } from './build-files.ts';
import { firstPlaceOf, isNotFoundPage, isPage, isStaffPath, languageOf, canBePage } from './known-paths.ts';
import { dinersDocument, followBuilds, manifestFile, staffDocument } from './phone-build.ts';
import { phonePage, type OwnPart, type SiteConfig } from './phone-page.ts';

interface PhoneAppOptions {
  readonly appDir: string;
  /** Folders of pictures; the first that has one of the name answers. Those that are not there count as empty. */
  readonly picturesDirs: readonly string[];
  readonly site: SiteConfig;
  readonly firstAnswers?:
    | ((merchantId: string, language: LanguageCode) => Promise<FirstAnswers | 'unknownMerchant' | undefined>)
    | undefined;
  /** Undefined: a phone of another build finds its files nowhere. */
  readonly buildFiles?: BuildFiles | undefined;
}

/** Names under /assets hold a hash of their content. */
const immutable = 'public, max-age=31536000, immutable';
/** Pictures keep their name when they are redrawn: a month, then ask again. */
const pictureCache = 'public, max-age=2592000';
const revalidate = 'no-cache';

const unpacked = promisify(brotliDecompress);

/** Serves the phone and the pictures, and answers what no route knows: `/api` in the envelope, pages with their document. */
export async function servePhoneApp(
  app: FastifyInstance,
  { appDir, picturesDirs, site, firstAnswers, buildFiles }: PhoneAppOptions,
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

  const keep = async (): Promise<void> => {
    try {
      await buildFiles?.keep(appDir);
    } catch (error) {
      app.log.warn({ err: error }, 'phones may not find the files of this build on other servers');
    }
  };
  const newest = followBuilds(appDir, keep);
  // Before anybody is told a name of this build, on whichever server.
  let ownBuild = await newest();
  if (buildFiles) {
    const timer = setInterval(() => void keep(), keepEveryMs);
    timer.unref();
    app.addHook('onClose', async () => clearInterval(timer));
  }

  const page = phonePage(site, (error) =>
    app.log.warn({ err: error }, 'a menu could not be drawn into its page'),
  );
  const index = async (reply: FastifyReply, status: number, own: OwnPart): Promise<FastifyReply> => {
    const build = await newest();
    if (!build)
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The phone is not built: run "npm start".\n');
    ownBuild ??= build;
    // What this process answers may have another shape than a phone that was built under it reads unchecked.
    const isOwn = build.manifest === ownBuild.manifest;
    const { html, scriptSource } = page(build, isOwn ? own : { ...own, answers: undefined });
    allowScript(reply, scriptSource);
    return reply.code(status).header('Cache-Control', revalidate).type('text/html; charset=utf-8').send(html);
  };

  const unknown = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request);
    void reply.header('Cache-Control', 'no-store');
    if (isApiCall(request))
      return sendFailure(reply, codes.notFound, codes.notFound, `No such call: ${request.method} ${path}`);
    if (request.method === 'GET' && canBePage(path) && request.headers.accept?.includes('text/html'))
      return await index(reply, codes.notFound, { isStaff: isStaffPath(path), language: languageOf(path) });
    return reply.code(codes.notFound).type('text/plain; charset=utf-8').send('Not found\n');
  };

  app.get('/*', async (request, reply) => {
    const path = pathOf(request);
    if (isPage(path)) {
      const place = firstPlaceOf(path);
      const isMenu = place?.page === 'order';
      const told = isMenu ? await firstAnswers?.(place.merchantId, place.language) : undefined;
      const isUnknown = told === 'unknownMerchant';
      const status = isUnknown || isNotFoundPage(path) ? codes.notFound : 200;
      return await index(reply, status, {
        isStaff: isStaffPath(path),
        language: languageOf(path),
        place,
        answers: isUnknown ? undefined : told,
      });
    }
    const file = fileOf(path);
    // A document is served for its pages only. Under its own name the app would find no page.
    if (file === undefined || file === dinersDocument || file === staffDocument)
      return await unknown(request, reply);
    const manifest = file === manifestFile ? (await newest())?.manifest : undefined;
    if (manifest !== undefined)
      return reply.header('Cache-Control', revalidate).type('application/json').send(manifest);
    if (!isFile(join(appDir, file))) {
      const kept = await buildFiles?.find(file);
      return kept ? await sendKept(request, reply, kept) : await unknown(request, reply);
    }
    return reply
      .header('Cache-Control', file.startsWith('assets/') ? immutable : revalidate)
      .sendFile(file, { cacheControl: false });
  });
  app.setNotFoundHandler(unknown);
}

/** The document's own script, on this answer alone. */
function allowScript(reply: FastifyReply, source: string | undefined): void {
  const policy = reply.raw.getHeader('Content-Security-Policy');
  if (source === undefined || policy === undefined) return;
  void reply.header(
    'Content-Security-Policy',
    String(policy).replace(
      /(^|;)(script-src) /,
      (_, start: string, name: string) => `${start}${name} ${source} `,
    ),
  );
}

/** A file of a build that this server does not have. */
async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, encoding, body }: BuildFile,
): Promise<FastifyReply> {
  void reply.type(type).header('Cache-Control', immutable);
  if (encoding === null) return reply.send(body);
  void reply.header('Vary', 'accept-encoding');
  return /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    ? reply.header('Content-Encoding', encoding).send(body)
    : reply.send(await unpacked(body));
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
