/**
 * Refuses changes that pages of other sites send with the staff's cookies (CSRF). `SameSite=Strict` is not enough. For a
 * browser a page on another port or a sibling subdomain is the same site, so it sends the cookies.
 */
import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { deviceCookie, staffCookie } from '#contract/calls/staff.ts';
import { codes } from '#contract/codes.ts';
import { keepNewest } from '#server/platform/keep-newest.ts';
import { getServerTexts } from '#server/platform/server-texts.ts';
import type { Words } from '#server/platform/http/language.ts';
import { joinList } from '#locales/join-list.ts';
import { Refusal, createStatusRefusal } from '../routes/route.ts';
import { isOwnOrigin } from './hosts.ts';

/** The path of the staff's cookies. Browsers send them only below it. */
export const staffPath = '/api/staff';
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** How many foreign origins the server remembers, so that it logs each one once. */
const maxLoggedOrigins = 100;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Content types of an uploaded file. */
    fileTypes?: readonly string[];
  }
}

/**
 * Refuses changes of other sites, and uploads of the wrong content type.
 *
 * @param publicUrl the configured origin of the server. It counts as its own, even if a proxy rewrote the Host header.
 */
export function refuseForeignWrites(app: FastifyInstance, publicUrl: string | undefined): void {
  const loggedOrigins = new Map<string, true>();
  app.addHook('onRequest', async (request) => {
    const { url = '', config } = request.routeOptions;
    if (!url.startsWith(`${staffPath}/`) || readingMethods.has(request.method)) return;
    // A request with a token but without cookies comes from a system. A page cannot add that header without a preflight.
    if (request.headers.authorization !== undefined && !hasStaffCookie(request)) return;
    if (isForeign(request, publicUrl)) {
      const { origin = '' } = request.headers;
      if (!loggedOrigins.has(origin))
        request.log.warn(
          { origin, host: request.host },
          'a change from another site was refused; if the site is yours, set PUBLIC_URL to its address',
        );
      keepNewest(loggedOrigins, origin, true, maxLoggedOrigins);
      throw createStatusRefusal(codes.forbidden, getServerTexts('requests.foreign'));
    }
    const { fileTypes } = config;
    if (fileTypes && !isOfType(request.headers['content-type'], fileTypes))
      throw new Refusal(codes.badRequest, nameFileTypes(fileTypes), { status: 415 });
  });
}

function nameFileTypes(types: readonly string[]): Words {
  return getServerTexts('requests.fileType', (language) => ({ types: joinList(types, language) }));
}

function hasStaffCookie({ headers }: FastifyRequest): boolean {
  const names = Object.keys(parseCookie(headers.cookie ?? ''));
  return names.some((name) => name === staffCookie || name.startsWith(deviceCookie));
}

/**
 * Whether another site's page sent the request. Old browsers, and pages on plain HTTP, send no Sec-Fetch-Site, so Origin
 * decides. A change without both headers does not come from a browser.
 */
function isForeign({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return true;
  const { origin } = headers;
  if (origin === undefined || origin === publicUrl) return false;
  if (publicUrl !== undefined && isOwnOrigin(origin, new URL(publicUrl).host)) return false;
  return !isSameHost(origin, host);
}

/** Compares without the scheme, because the server does not know it behind a proxy that ends TLS. */
function isSameHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = `${page.protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === page.host;
}

/** @param types like `application/json` or `image/*` */
function isOfType(given: string | undefined, types: readonly string[]): boolean {
  const [type = ''] = (given ?? '').toLowerCase().split(';', 1);
  return types.some((each) =>
    each.endsWith('/*') ? type.startsWith(each.slice(0, -1)) : type.trim() === each,
  );
}
