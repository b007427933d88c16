import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { codes } from '#contract/codes.ts';
import { setting } from '#contract/states.ts';
import type { LanguageCode } from '#contract/http/headers.ts';
import type { FirstAnswers } from '#contract/calls/first-answers.ts';
import { isApiCall } from '../api-call.ts';
import { sendFailure } from '../failures.ts';
import { storeEveryMs, type BuildFile, type BuildFiles } from './build-files.ts';
import {
  findFirstPlace,
  isNotFoundPage,
  isPage,
  isStaffPath,
  readPathLanguage,
  readPreferredLanguage,
  canBePage,
} from './known-paths.ts';
import { dinersDocument, followBuilds, manifestFile, staffDocument, type PhoneBuild } from './phone-build.ts';
import { createPhonePage, type OwnPart, type SiteConfig } from './phone-page.ts';

interface PhoneAppOptions {
  readonly appDir: string;
  /** Folders of pictures. The first one that has the picture answers. A missing folder counts as empty. */
  readonly picturesDirs: readonly string[];
  /** Called before a picture is looked for in the folders. */
  readonly fetchPicture?: (name: string) => Promise<void>;
  readonly site: SiteConfig;
  readonly firstAnswers?:
    | ((merchantId: string, language: LanguageCode) => Promise<FirstAnswers | 'unknownMerchant' | undefined>)
    | undefined;
  /** The files of all servers' builds. Without it, only the own build is served. */
  readonly buildFiles?: BuildFiles | undefined;
}

/** Names under /assets contain a hash of their content. */
const immutable = 'public, max-age=31536000, immutable';
/** A picture keeps its name when it is redrawn, so phones ask for it again after a month. */
const pictureCache = 'public, max-age=2592000';
const revalidate = 'no-cache';

const decompress = promisify(brotliDecompress);

/**
 * Serves the apps, their files and the pictures, and answers all requests without a route.
 *
 * | request | answer |
 * |---|---|
 * | a page of an app | its document, with the site's configuration and, for a menu, the first answers |
 * | a file of the build | the file; if this build lacks it, that of another server's build |
 * | `/pictures/…` | the picture |
 * | an unknown API call | 404 in the envelope |
 * | another path in a browser | the document with status 404 |
 */
export async function servePhoneApp(app: FastifyInstance, options: PhoneAppOptions): Promise<void> {
  const { appDir, firstAnswers, buildFiles } = options;
  await registerStatic(app, options);
  const getBuild = startFollowingBuilds(app, appDir, buildFiles);
  const sendDocument = createDocumentSender(app, options.site, getBuild, await getBuild());

  const sendNotFound = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = getPath(request);
    void reply.header('Cache-Control', 'no-store');
    if (isApiCall(request))
      return sendFailure(reply, codes.notFound, codes.notFound, `No such call: ${request.method} ${path}`);
    if (request.method === 'GET' && canBePage(path) && request.headers.accept?.includes('text/html')) {
      const page = { isStaff: isStaffPath(path), language: readPathLanguage(path) };
      return await sendDocument(reply, codes.notFound, page);
    }
    return reply.code(codes.notFound).type('text/plain; charset=utf-8').send('Not found\n');
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = getPath(request);
    const place = findFirstPlace(path);
    const isMenu = place?.page === 'order';
    const language = isMenu ? place.language : readPreferredLanguage(path, request.headers);
    const found = place && (await firstAnswers?.(place.merchantId, language));
    const answers = isMenu ? found : undefined;
    const isUnknown = answers === 'unknownMerchant';
    const status = isUnknown || isNotFoundPage(path) ? codes.notFound : 200;
    return await sendDocument(reply, status, {
      isStaff: isStaffPath(path),
      language: readPathLanguage(path),
      place,
      answers: isUnknown ? undefined : answers,
      drawn: found && found !== 'unknownMerchant' && (isMenu || isForGuests(found)) ? found : undefined,
    });
  };

  app.get('/*', async (request, reply) => {
    const path = getPath(request);
    if (isPage(path)) return await sendPage(request, reply);
    const file = readFilePath(path);
    // A document is served only for its pages. Under the path /index.html the app would find no page.
    if (file === undefined || file === dinersDocument || file === staffDocument)
      return await sendNotFound(request, reply);
    const manifest = file === manifestFile ? (await getBuild())?.manifest : undefined;
    if (manifest !== undefined)
      return reply.header('Cache-Control', revalidate).type('application/json').send(manifest);
    if (!isFile(join(appDir, file))) {
      const found = await buildFiles?.find(file);
      return found ? await sendBuildFile(request, reply, found) : await sendNotFound(request, reply);
    }
    return reply
      .header('Cache-Control', file.startsWith('assets/') ? immutable : revalidate)
      .sendFile(file, { cacheControl: false });
  });
  app.setNotFoundHandler(sendNotFound);
}

async function registerStatic(
  app: FastifyInstance,
  { appDir, picturesDirs, fetchPicture }: PhoneAppOptions,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      const { '*': name } = request.params as Readonly<Record<string, string | undefined>>;
      if (name !== undefined) await fetchPicture?.(name);
    });
    await scope.register(fastifyStatic, {
      root: [...picturesDirs],
      prefix: '/pictures/',
      index: false,
      decorateReply: false,
      cacheControl: false,
      // The folder of a restaurant's own pictures may be created while the server runs.
      suppressWarning: true,
      setHeaders: (reply) => void reply.header('Cache-Control', pictureCache),
    });
  });
  await app.register(fastifyStatic, {
    root: appDir,
    serve: false,
    // The app may be built while the server runs.
    suppressWarning: true,
    preCompressed: true,
  });
}

/**
 * Follows the builds in the folder, and stores each one's files for the other servers.
 *
 * @returns a function that returns the newest complete build
 */
function startFollowingBuilds(
  app: FastifyInstance,
  appDir: string,
  buildFiles: BuildFiles | undefined,
): () => Promise<PhoneBuild | undefined> {
  const store = async (): Promise<void> => {
    try {
      await buildFiles?.store(appDir);
    } catch (error) {
      app.log.warn(
        { err: error },
        'the files of this build could not be stored: phones that reach another server may not load the app',
      );
    }
  };
  if (buildFiles) {
    const timer = setInterval(() => void store(), storeEveryMs);
    timer.unref();
    app.addHook('onClose', async () => clearInterval(timer));
  }
  return followBuilds(appDir, store);
}

/** @param firstBuild the build that was there at the start. Undefined: the next one takes its place. */
function createDocumentSender(
  app: FastifyInstance,
  site: SiteConfig,
  getBuild: () => Promise<PhoneBuild | undefined>,
  firstBuild: PhoneBuild | undefined,
): (reply: FastifyReply, status: number, part: OwnPart) => Promise<FastifyReply> {
  let ownBuild = firstBuild;
  const createPage = createPhonePage(site, (error) =>
    app.log.warn({ err: error }, 'a menu could not be drawn into its page; the phone draws it itself'),
  );
  return async (reply, status, part) => {
    const build = await getBuild();
    if (!build)
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The app is not built: run "npm start".\n');
    ownBuild ??= build;
    // An app that was built after the start may expect another shape of the answers, which it reads unchecked.
    const isOwn = build.manifest === ownBuild.manifest;
    const { html, scriptSource } = createPage(
      build,
      isOwn ? part : { ...part, answers: undefined, drawn: undefined },
    );
    allowScript(reply, scriptSource);
    return reply.code(status).header('Cache-Control', revalidate).type('text/html; charset=utf-8').send(html);
  };
}

/** Adds the hash of the document's inline script to the CSP of this answer. */
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

/** Sends a file of a build that this server does not have. */
async function sendBuildFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, encoding, body }: BuildFile,
): Promise<FastifyReply> {
  void reply.type(type).header('Cache-Control', immutable);
  if (encoding === null) return reply.send(body);
  void reply.header('Vary', 'accept-encoding');
  return /\bbr\b/.test(request.headers['accept-encoding'] ?? '')
    ? reply.header('Content-Encoding', encoding).send(body)
    : reply.send(await decompress(body));
}

/** Whether guests may see the menu without a login. */
function isForGuests({ merchant }: FirstAnswers): boolean {
  return merchant.necessarySettingValues.some(
    ({ templateEnum, value }) => templateEnum === setting.supportsGuest && value === 'true',
  );
}

function getPath(request: FastifyRequest): string {
  return request.url.split('?', 1)[0]!;
}

/** Returns the path below the folder, or undefined if it is hidden or leads out of the folder. */
function readFilePath(path: string): string | undefined {
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
    // The file does not exist, or its name is too long for the file system.
    return false;
  }
}
